package dev.atf.storeconsumer.poll;

import dev.atf.model.CollectionName;
import dev.atf.model.TriggerPartition;
import dev.atf.storeconsumer.member.Shard;
import org.jspecify.annotations.Nullable;

/**
 * A list of the index from which a shard's tasks are released.
 *
 * @param held the collection whose gate holds its tasks; null: the shard's own due list
 */
public record DueList(Shard shard, @Nullable CollectionName held) {

  TriggerPartition partition() {
    return held == null
        ? shard.due()
        : TriggerPartition.held(shard.lambda().name(), shard.priority(), shard.number(), held);
  }
}
