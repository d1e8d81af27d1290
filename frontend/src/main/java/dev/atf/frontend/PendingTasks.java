package dev.atf.frontend;

import dev.atf.model.CollectionName;
import dev.atf.model.LambdaDefinition;
import dev.atf.model.Priority;
import dev.atf.store.GateRegistry;
import dev.atf.store.TriggerIndex;
import jakarta.inject.Inject;
import java.util.Collection;

/** Counts the unfinished tasks of a lambda in the index, those among them that a gate holds. */
final class PendingTasks {
  /** Chosen: tasks counted of one shard, over all of its lists, before the count gives up. */
  static final int COUNTED_MAX = 10_000;

  private final TriggerIndex index;
  private final GateRegistry gates;

  @Inject
  PendingTasks(TriggerIndex index, GateRegistry gates) {
    this.index = index;
    this.gates = gates;
  }

  /** Of all priorities. */
  long count(LambdaDefinition lambda) {
    var gated = gates.read().collections(lambda.name());
    return lambda.priorities().stream()
        .mapToLong(priority -> count(lambda, priority, gated, COUNTED_MAX))
        .sum();
  }

  boolean any(LambdaDefinition lambda, Priority priority) {
    return count(lambda, priority, gates.read().collections(lambda.name()), 1) > 0;
  }

  /**
   * @param gated the collections that have, or once had, a gate
   * @param max of each shard
   */
  long count(
      LambdaDefinition lambda, Priority priority, Collection<CollectionName> gated, int max) {
    var counted = new long[lambda.shards()];
    for (var partition : lambda.livePartitions(gated)) {
      int shard = partition.shard();
      if (priority.equals(partition.priority()) && counted[shard] < max) {
        counted[shard] = Math.min(max, counted[shard] + index.count(partition, max));
      }
    }
    long sum = 0;
    for (long ofShard : counted) {
      sum += ofShard;
    }
    return sum;
  }
}
