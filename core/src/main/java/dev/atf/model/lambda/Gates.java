package dev.atf.model.lambda;

import dev.atf.model.CollectionName;
import dev.atf.model.LambdaName;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** All gates of a cluster, as of the last read. */
public final class Gates {
  public static final Gates NONE = new Gates(Map.of());

  private final Map<LambdaName, Map<Optional<CollectionName>, Gate>> gates;

  private Gates(Map<LambdaName, Map<Optional<CollectionName>, Gate>> gates) {
    this.gates = gates;
  }

  public static Gates of(Collection<Gate> all) {
    var gates = new HashMap<LambdaName, Map<Optional<CollectionName>, Gate>>();
    for (var gate : all) {
      gates
          .computeIfAbsent(gate.lambda(), lambda -> new LinkedHashMap<>())
          .put(Optional.ofNullable(gate.collection()), gate);
    }
    return new Gates(gates);
  }

  /** Returns these gates with some of them replaced by gates for the same lambda and collection. */
  public Gates with(Collection<Gate> others) {
    var all = gates.values().stream().flatMap(ofLambda -> ofLambda.values().stream());
    return of(Stream.concat(all, others.stream()).toList());
  }

  /**
   * Returns the closed gate that stops a task; empty if none does. The lambda's own gate comes
   * first, because a collection's gate cannot override it.
   */
  public Optional<Gate> closed(
      LambdaName lambda, @Nullable CollectionName collection, Instant now) {
    var whole = closedOf(lambda, Optional.empty(), now);
    return whole.isPresent() || collection == null
        ? whole
        : closedOf(lambda, Optional.of(collection), now);
  }

  /** Returns all closed gates that stop a task, the lambda's own first. */
  public List<Gate> allClosed(LambdaName lambda, @Nullable CollectionName collection, Instant now) {
    var own =
        collection == null
            ? Optional.<Gate>empty()
            : closedOf(lambda, Optional.of(collection), now);
    return Stream.concat(closedOf(lambda, Optional.empty(), now).stream(), own.stream()).toList();
  }

  public GateState state(LambdaName lambda, @Nullable CollectionName collection, Instant now) {
    return closed(lambda, collection, now).map(gate -> gate.stateAt(now)).orElse(GateState.OPEN);
  }

  /** Returns the next time at which a closed gate opens by itself; empty if none does. */
  public Optional<Instant> nextEnd(Instant now) {
    return gates.values().stream()
        .flatMap(ofLambda -> ofLambda.values().stream())
        .filter(gate -> gate.stateAt(now) != GateState.OPEN)
        .flatMap(gate -> Stream.ofNullable(gate.until()))
        .min(Comparator.naturalOrder());
  }

  /**
   * Returns the collections of {@code lambda} that have, or once had, a gate of their own, in the
   * order of the gates.
   */
  public Set<CollectionName> collections(LambdaName lambda) {
    return gates.getOrDefault(lambda, Map.of()).values().stream()
        .map(Gate::collection)
        .filter(Objects::nonNull)
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** Returns the lambda of each gate of a collection, including open gates. */
  public List<LambdaName> lambdasOfCollections() {
    return gates.values().stream()
        .flatMap(ofLambda -> ofLambda.values().stream())
        .filter(gate -> gate.collection() != null)
        .map(Gate::lambda)
        .toList();
  }

  /**
   * Returns all gates of {@code lambda}, including open ones: its own first, then by collection.
   */
  public List<Gate> of(LambdaName lambda) {
    return gates.getOrDefault(lambda, Map.of()).values().stream()
        .sorted(Comparator.comparing(gate -> collectionOf(gate).orElse("")))
        .toList();
  }

  private static Optional<String> collectionOf(Gate gate) {
    return Optional.ofNullable(gate.collection()).map(CollectionName::value);
  }

  private Optional<Gate> closedOf(
      LambdaName lambda, Optional<CollectionName> collection, Instant now) {
    return Optional.ofNullable(gates.getOrDefault(lambda, Map.of()).get(collection))
        .filter(gate -> gate.stateAt(now) != GateState.OPEN);
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Gates that && gates.equals(that.gates);
  }

  @Override
  public int hashCode() {
    return gates.hashCode();
  }

  @Override
  public String toString() {
    return gates.toString();
  }
}
