package dev.atf.frontend.lambda;

import dev.atf.model.CollectionName;
import dev.atf.model.Priority;
import dev.atf.model.TriggerPartition;
import dev.atf.model.fairness.KeyGroup;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.store.GateRegistry;
import dev.atf.store.TriggerIndex;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/** Lists of the index that may contain unfinished tasks of a lambda. */
public final class LiveLists {
  private final TriggerIndex index;
  private final GateRegistry gates;

  @Inject
  LiveLists(TriggerIndex index, GateRegistry gates) {
    this.index = index;
    this.gates = gates;
  }

  public List<TriggerPartition> of(LambdaDefinition lambda) {
    return of(lambda, gates.read().collections(lambda.name()));
  }

  /**
   * Returns all lists of a lambda.
   *
   * @param gated the collections that have, or once had, a gate
   */
  List<TriggerPartition> of(LambdaDefinition lambda, Collection<CollectionName> gated) {
    var lists = new ArrayList<>(lambda.livePartitions(gated));
    lambda.priorities().forEach(priority -> lists.addAll(groups(lambda, priority)));
    return lists;
  }

  /** Returns the lists of due tasks of a priority. */
  List<TriggerPartition> due(LambdaDefinition lambda, Priority priority) {
    var lists = new ArrayList<TriggerPartition>();
    for (int shard = 0; shard < lambda.shards(); shard++) {
      lists.add(TriggerPartition.due(lambda.name(), priority, shard, KeyGroup.NONE));
    }
    lists.addAll(groups(lambda, priority));
    return lists;
  }

  /** Returns the lists of groups of fairness keys. */
  private List<TriggerPartition> groups(LambdaDefinition lambda, Priority priority) {
    var lists = new ArrayList<TriggerPartition>();
    for (int shard = 0; lambda.fairness() != null && shard < lambda.shards(); shard++) {
      for (var group : index.groups(lambda.name(), priority, shard).keySet()) {
        lists.add(TriggerPartition.due(lambda.name(), priority, shard, group));
      }
    }
    return lists;
  }
}
