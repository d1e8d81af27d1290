package dev.atf.model.origin;

import dev.atf.model.LambdaName;
import dev.atf.model.TaskId;

/**
 * Link of a task to its owner: the plan that created it, or that keeps its turn. Only the code of
 * the owner interprets the texts.
 *
 * @param kind kind of owner
 * @param owner id of the owner: 32 hexadecimal digits
 * @param member identity of the task within its owner
 * @param contents id of the entity with the payload and labels: the task's own entity, or one that
 *     all tasks of the owner share
 */
public record Origin(String kind, String owner, String member, TaskId contents) {
  /** Kind of tasks with an {@link OrderingKey}, which is their member (ADR 0033). */
  public static final String ORDER = "order";

  /** Kind of canaries, which are not part of the lists and figures of their lambda (ADR 0070). */
  public static final String CANARY = "canary";

  /**
   * Returns the id of an owner. It is a hash that is the same on every machine and in every
   * version, so that a second writer finds the items of the first one.
   *
   * @param name unique among the owners of this kind and lambda
   */
  public static String ownerOf(String kind, LambdaName lambda, String name) {
    return TaskId.ofText(kind + "/" + lambda + "/" + name).value();
  }

  /** Returns whether the task must wait for its turn. */
  public boolean isOrdered() {
    return kind.equals(ORDER);
  }
}
