package dev.atf.plans.row;

import dev.atf.model.LambdaName;
import dev.atf.model.TaskId;
import dev.atf.model.origin.OrderingKey;
import dev.atf.model.origin.Origin;

/**
 * Identity of a plan: 128 bits as 32 hexadecimal digits, a hash of its kind, lambda and name. The
 * ids of a plan and its members are the same on every machine and in every version, so that a
 * second writer finds the items of the first.
 */
public record PlanId(String value) implements Comparable<PlanId> {
  public PlanId {
    new TaskId(value);
  }

  /**
   * Returns the id of a plan.
   *
   * @param name unique among the plans of this kind and lambda
   */
  public static PlanId of(PlanKind kind, LambdaName lambda, String name) {
    return new PlanId(Origin.ownerOf(kind.tag(), lambda, name));
  }

  /** Returns the id of the plan whose row stores the turn of a key. */
  public static PlanId of(LambdaName lambda, OrderingKey key) {
    return of(PlanKind.ORDER, lambda, key.value());
  }

  /** Returns the plan of a task. */
  public static PlanId of(Origin origin) {
    return new PlanId(origin.owner());
  }

  /**
   * Returns the id of the task that this plan creates for one member.
   *
   * @param member name within the plan, such as the time of a fire, or a step and its try
   */
  public TaskId task(String member) {
    return TaskId.ofText("plan/" + value + "/" + member);
  }

  /** Returns which of {@code shards} lists contains the plan. */
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
