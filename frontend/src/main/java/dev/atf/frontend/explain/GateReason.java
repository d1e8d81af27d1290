package dev.atf.frontend.explain;

import dev.atf.frontend.reason.ExplainCode;
import dev.atf.frontend.reason.Reason;
import dev.atf.frontend.rpc.DurationText;
import dev.atf.frontend.rpc.ShellCommands;
import dev.atf.model.lambda.Gate;
import dev.atf.model.lambda.GateState;
import java.time.Duration;
import java.time.Instant;
import java.util.List;

/** Reasons of a task that closed gates hold back. */
final class GateReason {
  private GateReason() {}

  /** Returns a reason for each gate, because each of them must be opened. */
  static List<Reason> of(List<Gate> gates, Instant now) {
    return gates.stream().map(gate -> of(gate, now)).toList();
  }

  private static Reason of(Gate gate, Instant now) {
    var what =
        gate.collection() == null
            ? "lambda " + gate.lambda()
            : "collection %s of lambda %s".formatted(gate.collection(), gate.lambda());
    boolean dropping = gate.stateAt(now) == GateState.DROPPING;
    var code =
        dropping
            ? ExplainCode.DROPPING
            : gate.collection() == null ? ExplainCode.LAMBDA_PAUSED : ExplainCode.COLLECTION_PAUSED;
    var until = gate.until();
    return new Reason(
        code,
        "%s %s since %s%s%s, %s"
            .formatted(
                what,
                dropping ? "has been dropping its tasks" : "has been paused",
                gate.setAt(),
                gate.by().isEmpty() ? "" : " by " + gate.by(),
                gate.reason().isEmpty() ? "" : " (reason: " + gate.reason() + ")",
                until == null
                    ? "with no end set"
                    : "until %s (in %s)"
                        .formatted(until, DurationText.of(Duration.between(now, until)))),
        gate.setAt(),
        until,
        "resume it with " + resume(gate));
  }

  /** Returns the command that opens a gate. */
  static String resume(Gate gate) {
    return gate.collection() == null
        ? ShellCommands.atf("lambda resume", gate.lambda())
        : ShellCommands.atf("lambda resume --collection", gate.collection(), gate.lambda());
  }
}
