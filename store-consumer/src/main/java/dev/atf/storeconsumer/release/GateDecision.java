package dev.atf.storeconsumer.release;

import dev.atf.model.CollectionName;
import dev.atf.model.Failure;
import dev.atf.model.FrameworkFailure;
import dev.atf.model.LambdaName;
import dev.atf.model.lambda.Gate;
import dev.atf.model.lambda.GateState;
import dev.atf.model.lambda.Gates;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Decision of the gates about a task that is about to be pushed. */
public sealed interface GateDecision {
  /** No gate stops the task. */
  record Pass() implements GateDecision {}

  /** The lambda is paused. The task stays where it is, and nothing is written. */
  record Stay(String reason) implements GateDecision {}

  /** The collection is paused. The task waits in another list, so that it does not delay others. */
  record Hold(String reason) implements GateDecision {}

  /** The gate drops the task, which then ends. */
  record Drop(Gate gate, Failure failure) implements GateDecision {}

  /** Returns whether no gate stops a task. */
  static boolean passes(
      Gates gates, LambdaName lambda, @Nullable CollectionName collection, Instant now) {
    return of(gates, lambda, collection, now) instanceof Pass;
  }

  static GateDecision of(
      Gates gates, LambdaName lambda, @Nullable CollectionName collection, Instant now) {
    var closed = gates.closed(lambda, collection, now);
    if (closed.isEmpty()) {
      return new Pass();
    }
    var gate = closed.get();
    if (gate.stateAt(now) == GateState.DROPPING) {
      return new Drop(gate, FrameworkFailure.DROPPED.because(describe("dropped", gate)));
    }
    var reason = describe("paused", gate);
    return gate.collection() == null ? new Stay(reason) : new Hold(reason);
  }

  private static String describe(String what, Gate gate) {
    var by = gate.by().isEmpty() ? what : what + " by " + gate.by();
    return gate.reason().isEmpty() ? by : by + ": " + gate.reason();
  }
}
