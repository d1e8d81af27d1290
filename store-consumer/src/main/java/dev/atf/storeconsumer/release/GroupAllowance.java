package dev.atf.storeconsumer.release;

import dev.atf.model.fairness.KeyGroup;
import dev.atf.queue.QueueName;
import java.util.HashMap;
import java.util.Map;
import java.util.function.ToIntBiFunction;

/** Number of entries of each group that may still be handed out in a turn. Not thread-safe. */
final class GroupAllowance {
  private final ToIntBiFunction<QueueName, KeyGroup> allowed;
  private final Map<QueueName, Map<KeyGroup, Integer>> left = new HashMap<>();

  GroupAllowance(ToIntBiFunction<QueueName, KeyGroup> allowed) {
    this.allowed = allowed;
  }

  boolean allows(QueueName queue, KeyGroup group) {
    return left.computeIfAbsent(queue, name -> new HashMap<>())
            .computeIfAbsent(group, name -> allowed.applyAsInt(queue, name))
        > 0;
  }

  /** Counts one that was handed out, after {@link #allows} has said that it may be. */
  void took(QueueName queue, KeyGroup group) {
    left.computeIfAbsent(queue, name -> new HashMap<>()).merge(group, -1, Integer::sum);
  }
}
