package dev.atf.storeconsumer;

import dev.atf.model.LambdaDefinition;
import dev.atf.model.LambdaName;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;

/** The shards that are this consumer's, worked out anew when members or lambdas change. */
@Singleton
final class OwnedShards {
  private final LambdaDirectory directory;
  private final Membership membership;
  private final ConsumerMetrics metrics;
  private volatile Share share = new Share(Map.of(), Collections.emptySortedSet(), List.of());

  private record Share(
      Map<LambdaName, LambdaDefinition> lambdas, SortedSet<String> members, List<Shard> owned) {}

  @Inject
  OwnedShards(LambdaDirectory directory, Membership membership, ConsumerMetrics metrics) {
    this.directory = directory;
    this.membership = membership;
    this.metrics = metrics;
  }

  List<Shard> now() {
    var lambdas = directory.view();
    var members = membership.view();
    var known = share;
    if (!known.lambdas().equals(lambdas) || !known.members().equals(members)) {
      known = new Share(lambdas, members, owned(lambdas, members));
      share = known;
      metrics.owns(known.owned().size());
    }
    return known.owned();
  }

  private List<Shard> owned(Map<LambdaName, LambdaDefinition> lambdas, SortedSet<String> members) {
    return lambdas.values().stream()
        .flatMap(lambda -> Shard.of(lambda).stream())
        .filter(shard -> membership.isOwner(shard.key(), members))
        .toList();
  }
}
