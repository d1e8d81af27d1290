package dev.atf.storeconsumer.release;

import dev.atf.model.CollectionName;
import dev.atf.model.TriggerPartition;
import dev.atf.model.fairness.KeyGroup;
import dev.atf.storeconsumer.lambda.Shard;
import org.jspecify.annotations.Nullable;

/**
 * List of the index from which a shard's tasks are released.
 *
 * @param held collection whose gate holds the tasks; null for due tasks
 * @param group group of the fairness keys of due tasks; {@link KeyGroup#NONE} for the shard's own
 *     list
 */
record DueList(Shard shard, @Nullable CollectionName held, KeyGroup group) {
  /** Creates a list of tasks without a group. */
  DueList(Shard shard, @Nullable CollectionName held) {
    this(shard, held, KeyGroup.NONE);
  }

  TriggerPartition partition() {
    var lambda = shard.lambda().name();
    return held == null
        ? TriggerPartition.due(lambda, shard.priority(), shard.number(), group)
        : TriggerPartition.held(lambda, shard.priority(), shard.number(), held);
  }

  /** Returns the weight of its group in its lambda. */
  int groupWeight() {
    return shard.lambda().weight(group);
  }
}
