package dev.atf.frontend.lambda;

import dev.atf.model.CollectionName;
import dev.atf.model.LambdaName;
import dev.atf.model.check.Ellipsis;
import dev.atf.model.lambda.Gate;
import dev.atf.model.lambda.GateState;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.Gate.State;
import dev.atf.protocol.v1.SetGateRequest;
import dev.atf.runtime.auth.Principal;
import dev.atf.validation.CheckedTimes;
import dev.atf.validation.Violations;
import dev.atf.validation.WellFormed;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Converts gates between the protocol and the model. */
final class GateCodec {
  /** Maximum duration of a gate: as far ahead as a task can be scheduled. */
  static final Duration UNTIL_MAX = Duration.ofDays(365);

  private final SetGateRequest request;
  private final Violations violations = new Violations();

  private GateCodec(SetGateRequest request) {
    this.request = request;
  }

  /**
   * Reads the gate of a request.
   *
   * @param now current time in whole milliseconds
   * @throws io.grpc.StatusRuntimeException FIELD_INVALID, with all violations
   */
  static Gate gate(SetGateRequest request, Instant now) {
    return new GateCodec(request).gate(now);
  }

  private Gate gate(Instant now) {
    var unnamed = new LambdaName("unnamed");
    var name = violations.parse(() -> new LambdaName(request.getLambda()), unnamed);
    var collection =
        request.getCollection().isEmpty()
            ? null
            : violations.read(() -> new CollectionName(request.getCollection())).orElse(null);
    var state = state();
    var until = until(state, now);
    var reason = violations.parse(() -> WellFormed.require("reason", request.getReason()), "");
    var by = violations.parse(() -> WellFormed.require("by", request.getBy()), "");
    var setBy =
        Principal.current()
            .map(caller -> Ellipsis.cut(caller.name(), Gate.BY_CHARS_MAX))
            .orElse(by);
    var gate =
        violations.parse(
            () -> new Gate(name, collection, state, until, reason, setBy, now),
            new Gate(name, collection, state, until, "", "", now));
    violations.refuse();
    return gate;
  }

  private GateState state() {
    return switch (request.getState()) {
      case OPEN -> GateState.OPEN;
      case PAUSED -> GateState.PAUSED;
      case DROPPING -> GateState.DROPPING;
      case STATE_UNSPECIFIED, UNRECOGNIZED -> {
        violations.add(
            "state",
            request.getStateValue() == 0 ? "absent" : request.getStateValue(),
            "OPEN, PAUSED or DROPPING");
        yield GateState.OPEN;
      }
    };
  }

  private @Nullable Instant until(GateState state, Instant now) {
    if (!request.hasUntil()) {
      return null;
    }
    var until =
        violations.parse(() -> CheckedTimes.instant("until", request.getUntil()), Instant.MIN);
    if (until.equals(Instant.MIN)) {
      return null;
    }
    if (state == GateState.OPEN && request.getState() == State.OPEN) {
      violations.add("until", until, "none, for a gate that is opened");
    } else if (!until.isAfter(now) || until.isAfter(now.plus(UNTIL_MAX))) {
      violations.add(
          "until", until, "after the server's time, %s, by at most 365 days".formatted(now));
    }
    return until;
  }

  /**
   * Returns the gate that is in effect at {@code now}. A gate is open after its time has passed.
   */
  static dev.atf.protocol.v1.Gate proto(Gate gate, Instant now) {
    var proto =
        dev.atf.protocol.v1.Gate.newBuilder()
            .setState(
                switch (gate.stateAt(now)) {
                  case OPEN -> State.OPEN;
                  case PAUSED -> State.PAUSED;
                  case DROPPING -> State.DROPPING;
                })
            .setReason(gate.reason())
            .setBy(gate.by())
            .setSetAt(ProtoTimes.proto(gate.setAt()));
    Optional.ofNullable(gate.collection()).ifPresent(name -> proto.setCollection(name.value()));
    Optional.ofNullable(gate.until()).ifPresent(end -> proto.setUntil(ProtoTimes.proto(end)));
    return proto.build();
  }
}
