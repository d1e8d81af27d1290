package dev.atf.frontend.lambda;

import dev.atf.access.AccessControl;
import dev.atf.model.CollectionName;
import dev.atf.model.LambdaName;
import dev.atf.model.check.InvalidFieldException;
import dev.atf.model.lambda.Gate;
import dev.atf.model.lambda.GateState;
import dev.atf.model.lambda.Gates;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.store.GateRegistry;
import dev.atf.store.LambdaRegistry;
import io.grpc.StatusRuntimeException;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Opens and closes gates. Safe to repeat: a gate that already is as requested keeps the time at
 * which it was set.
 */
final class GateSetting {
  private static final Logger log = LoggerFactory.getLogger(GateSetting.class);

  /**
   * Maximum number of gated collections. Each one permanently adds a list of the index for every
   * priority and shard, because tasks may wait there.
   */
  static final int COLLECTIONS_MAX = 100;

  /**
   * Maximum number of gated collections of all lambdas. Every service reads all gates at once,
   * every few seconds: some 4 MB with the longest texts.
   */
  static final int ALL_COLLECTIONS_MAX = 5_000;

  private final LambdaRegistry lambdas;
  private final GateRegistry gates;
  private final GateView view;
  private final AccessControl access;

  @Inject
  GateSetting(LambdaRegistry lambdas, GateRegistry gates, GateView view, AccessControl access) {
    this.lambdas = lambdas;
    this.gates = gates;
    this.view = view;
    this.access = access;
  }

  /**
   * Sets a gate.
   *
   * @return the gate's lambda
   * @throws StatusRuntimeException LAMBDA_NOT_FOUND, FIELD_INVALID, TENANT_FULL
   */
  LambdaDefinition set(Gate wanted) {
    var lambda =
        lambdas.find(wanted.lambda()).orElseThrow(() -> LambdaCache.notFound(wanted.lambda()));
    var present = gates.read();
    var before = sameGate(present, wanted);
    boolean nothingToOpen = before.isEmpty() && wanted.state() == GateState.OPEN;
    if (nothingToOpen || before.filter(gate -> isAsWanted(gate, wanted)).isPresent()) {
      return lambda;
    }
    var collection = wanted.collection();
    if (before.isEmpty() && collection != null) {
      requireRoom(wanted.lambda(), collection, present);
    }
    gates.put(wanted);
    view.forget();
    log.info(
        "lambda={} collection={} gate={} until={}",
        wanted.lambda(),
        wanted.collection(),
        wanted.state(),
        wanted.until());
    return lambda;
  }

  /** Refuses a gate beyond a limit. Calls at the same time may each see the last free place. */
  private void requireRoom(LambdaName lambda, CollectionName collection, Gates present) {
    if (present.collections(lambda).size() >= COLLECTIONS_MAX) {
      throw new InvalidFieldException(
          "collection",
          collection,
          "one that has a gate: %d collections have, which is as many as may"
              .formatted(COLLECTIONS_MAX));
    }
    var all = present.lambdasOfCollections();
    access.requirePlace(
        lambda.value(),
        "gates of collections",
        all.stream().map(LambdaName::value).toList(),
        ALL_COLLECTIONS_MAX,
        quota -> 0);
    if (all.size() >= ALL_COLLECTIONS_MAX) {
      throw new InvalidFieldException(
          "collection",
          collection,
          "one that has a gate: %d collections of all lambdas have, which is as many as may"
              .formatted(ALL_COLLECTIONS_MAX));
    }
  }

  private static Optional<Gate> sameGate(Gates gates, Gate wanted) {
    return gates.of(wanted.lambda()).stream()
        .filter(gate -> Objects.equals(gate.collection(), wanted.collection()))
        .findFirst();
  }

  private static boolean isAsWanted(Gate gate, Gate wanted) {
    Instant now = wanted.setAt();
    return gate.stateAt(now) == wanted.state()
        && Objects.equals(gate.until(), wanted.until())
        && gate.reason().equals(wanted.reason())
        && gate.by().equals(wanted.by());
  }
}
