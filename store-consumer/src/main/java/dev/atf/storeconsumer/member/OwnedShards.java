package dev.atf.storeconsumer.member;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;

import dev.atf.model.LambdaName;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.queue.QueueName;
import dev.atf.storeconsumer.lambda.LambdaDirectory;
import dev.atf.storeconsumer.lambda.Shard;
import dev.atf.storeconsumer.metrics.ConsumerMetrics;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;

/** Shards that this consumer owns. They are computed again when members or lambdas change. */
@Singleton
public final class OwnedShards {
  private final LambdaDirectory directory;
  private final Membership membership;
  private final ConsumerMetrics metrics;
  private volatile Share share =
      new Share(Map.of(), Collections.emptySortedSet(), List.of(), Map.of());

  private record Share(
      Map<LambdaName, LambdaDefinition> lambdas,
      SortedSet<String> members,
      List<Shard> owned,
      Map<QueueName, Long> counts) {}

  @Inject
  public OwnedShards(LambdaDirectory directory, Membership membership, ConsumerMetrics metrics) {
    this.directory = directory;
    this.membership = membership;
    this.metrics = metrics;
  }

  public List<Shard> now() {
    return share().owned();
  }

  /** Returns whether this consumer owns the shard. */
  public boolean owns(Shard shard) {
    return membership.isOwner(shard.key(), membership.view());
  }

  /** Returns the number of shards of this queue's lambda and priority that this consumer owns. */
  public int countOf(QueueName queue) {
    return share().counts().getOrDefault(queue, 0L).intValue();
  }

  /**
   * Returns the fraction of the queue's lambda and priority that this consumer owns. If the queue
   * now belongs to another consumer, entries that this one still holds count as one shard.
   */
  public double shareOf(QueueName queue) {
    int all =
        Optional.ofNullable(directory.view().get(queue.lambda()))
            .map(LambdaDefinition::shards)
            .orElse(1);
    return Math.min(1, Math.max(1, countOf(queue)) / (double) all);
  }

  private Share share() {
    var lambdas = directory.view();
    var members = membership.view();
    var known = share;
    if (!known.lambdas().equals(lambdas) || !known.members().equals(members)) {
      var owned = owned(lambdas, members);
      var counts = owned.stream().collect(groupingBy(Shard::queue, counting()));
      known = new Share(lambdas, members, owned, counts);
      share = known;
      metrics.owns(owned.size());
    }
    return known;
  }

  private List<Shard> owned(Map<LambdaName, LambdaDefinition> lambdas, SortedSet<String> members) {
    return lambdas.values().stream()
        .flatMap(lambda -> Shard.of(lambda).stream())
        .filter(shard -> membership.isOwner(shard.key(), members))
        .toList();
  }
}
