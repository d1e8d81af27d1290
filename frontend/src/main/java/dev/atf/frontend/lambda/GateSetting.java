package dev.atf.frontend.lambda;

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

  private final LambdaRegistry lambdas;
  private final GateRegistry gates;
  private final GateView view;

  @Inject
  GateSetting(LambdaRegistry lambdas, GateRegistry gates, GateView view) {
    this.lambdas = lambdas;
    this.gates = gates;
    this.view = view;
  }

  /**
   * Sets a gate.
   *
   * @return the gate's lambda
   * @throws StatusRuntimeException LAMBDA_NOT_FOUND, FIELD_INVALID
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
    if (before.isEmpty()
        && wanted.collection() != null
        && present.collections(wanted.lambda()).size() >= COLLECTIONS_MAX) {
      throw new InvalidFieldException(
          "collection",
          Objects.requireNonNull(wanted.collection()),
          "one that has a gate: %d collections have, which is as many as may"
              .formatted(COLLECTIONS_MAX));
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
