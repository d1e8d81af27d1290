package dev.atf.model.origin;

import dev.atf.model.LambdaName;
import dev.atf.model.TaskId;

/**
 * Link of a task to its owner: the plan that created it, or that keeps its turn. Only the owner's
 * own code interprets the texts.
 *
 * @param kind sort of owner
 * @param owner id of the owner: 32 hexadecimal digits
 * @param member identity of the task within its owner
 * @param contents entity that holds its payload and labels: its own id, or one that all tasks of
 *     the owner share
 */
public record Origin(String kind, String owner, String member, TaskId contents) {
  /** Kind of the tasks with an {@link OrderingKey}, which is their member (ADR 0033). */
  public static final String ORDER = "order";

  /** Kind of the canaries of lambdas, which are in no list and no figure of theirs (ADR 0070). */
  public static final String CANARY = "canary";

  /**
   * Returns the id of an owner: a hash, the same on every machine and version, so that a second
   * writer finds the first one's items.
   *
   * @param name unique among the owners of this kind and lambda
   */
  public static String ownerOf(String kind, LambdaName lambda, String name) {
    return TaskId.ofText(kind + "/" + lambda + "/" + name).value();
  }

  /** Returns whether the task has to wait for the turn of its owner. */
  public boolean isOrdered() {
    return kind.equals(ORDER);
  }
}
