package dev.atf.model.plan;

import dev.atf.model.LambdaName;
import dev.atf.model.TaskId;

/**
 * The identity of a plan: 128 bits as 32 hexadecimal digits, a hash of what it is. The same plan
 * and the same member of it have the same ids on every machine and version, so that whoever makes
 * one a second time meets the first.
 */
public record PlanId(String value) implements Comparable<PlanId> {
  public PlanId {
    new TaskId(value);
  }

  /**
   * @param name unique among the plans of this kind and lambda
   */
  public static PlanId of(PlanKind kind, LambdaName lambda, String name) {
    return new PlanId(TaskId.ofText(kind.tag() + "/" + lambda + "/" + name).value());
  }

  /**
   * The task that this plan makes for one member.
   *
   * @param member such as the time of a fire, or a step and its try
   */
  public TaskId task(String member) {
    return TaskId.ofText("plan/" + value + "/" + member);
  }

  /** Which of {@code shards} lists it lives in. */
  public int shard(int shards) {
    return new TaskId(value).shard(shards);
  }

  @Override
  public int compareTo(PlanId other) {
    return value.compareTo(other.value);
  }

  @Override
  public String toString() {
    return value;
  }
}
