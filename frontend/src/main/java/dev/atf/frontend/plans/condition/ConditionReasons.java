package dev.atf.frontend.plans.condition;

import dev.atf.frontend.explain.AbsentWorkers;
import dev.atf.frontend.lambda.LambdaCache;
import dev.atf.frontend.origin.BlockedReason;
import dev.atf.frontend.plans.UnreadablePlan;
import dev.atf.frontend.reason.Reason;
import dev.atf.model.task.Association;
import dev.atf.plans.condition.ConditionPhase;
import dev.atf.store.GateRegistry;
import dev.atf.store.plans.UnreadablePlanException;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.Optional;

/** Reads the condition for which a blocked task waits. */
public final class ConditionReasons implements BlockedReason {
  private final ConditionReading reading;
  private final LambdaCache lambdas;
  private final AbsentWorkers workers;
  private final GateRegistry gates;

  @Inject
  ConditionReasons(
      ConditionReading reading, LambdaCache lambdas, AbsentWorkers workers, GateRegistry gates) {
    this.reading = reading;
    this.lambdas = lambdas;
    this.workers = workers;
    this.gates = gates;
  }

  @Override
  public Reason of(Association blocked, Instant now) {
    try {
      return read(blocked, now);
    } catch (UnreadablePlanException e) {
      return UnreadablePlan.reason(e, "the task stays blocked");
    }
  }

  private Reason read(Association blocked, Instant now) {
    var condition =
        Optional.ofNullable(blocked.block())
            .flatMap(block -> reading.find(blocked.header().lambda(), block.condition()))
            .map(reading::full);
    var obstacle = condition.map(facts -> obstacle(facts, now)).orElse("");
    return ConditionReason.of(blocked, condition, obstacle, now);
  }

  /**
   * Returns a clause on what prevents the tester of a closed condition from running; empty if
   * nothing does.
   */
  private String obstacle(ConditionFacts facts, Instant now) {
    var state = facts.row().state();
    boolean runs = facts.tester().filter(task -> task.status().running()).isPresent();
    if (state.phase() != ConditionPhase.CLOSED || runs) {
      return "";
    }
    var lambda = state.tester().lambda();
    if (lambdas.find(lambda).isEmpty()) {
      return "its lambda %s is not registered".formatted(lambda);
    }
    return gates.read().closed(lambda, null, now).isPresent()
        ? "the gate of its lambda %s is closed".formatted(lambda)
        : workers.of(lambda, now).orElse("");
  }
}
