package dev.atf.queue;

import dev.atf.model.TaskRef;
import dev.atf.model.fairness.Fairness;
import dev.atf.model.fairness.KeyGroup;
import dev.atf.model.lambda.LambdaDefinition;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reference to a task as it is pushed to a queue.
 *
 * @param group group of the task's fairness key
 * @param weight weight of this group in the task's lambda
 */
public record TaskMessage(TaskRef ref, KeyGroup group, int weight) {
  /** Returns the message of a task without a fairness key. */
  public static TaskMessage of(TaskRef ref) {
    return new TaskMessage(ref, KeyGroup.NONE, Fairness.WEIGHT_DEFAULT);
  }

  /** Returns the message of a task of this lambda. */
  public static TaskMessage of(TaskRef ref, KeyGroup group, LambdaDefinition lambda) {
    return new TaskMessage(ref, group, lambda.weight(group));
  }

  /** Returns the references of messages, in their order. */
  public static Set<TaskRef> refs(Collection<TaskMessage> messages) {
    return messages.stream()
        .map(TaskMessage::ref)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }
}
