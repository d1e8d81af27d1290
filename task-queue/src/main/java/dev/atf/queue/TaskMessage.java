package dev.atf.queue;

import dev.atf.model.TaskRef;
import dev.atf.model.fairness.Fairness;
import dev.atf.model.fairness.KeyGroup;

/**
 * Reference to a task as it goes to a queue.
 *
 * @param group of its fairness key
 * @param weight of the group in its lambda
 */
public record TaskMessage(TaskRef ref, KeyGroup group, int weight) {
  /** Returns the message of a task without a fairness key. */
  public static TaskMessage of(TaskRef ref) {
    return new TaskMessage(ref, KeyGroup.NONE, Fairness.WEIGHT_DEFAULT);
  }
}
