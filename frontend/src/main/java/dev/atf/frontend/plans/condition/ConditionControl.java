package dev.atf.frontend.plans.condition;

import dev.atf.frontend.task.Rescheduling;
import dev.atf.frontend.task.TaskChange;
import dev.atf.frontend.task.TaskChange.Next;
import dev.atf.hints.Hints;
import dev.atf.model.LambdaName;
import dev.atf.model.condition.ConditionName;
import dev.atf.model.task.Association;
import dev.atf.plans.condition.ConditionPhase;
import dev.atf.plans.condition.ConditionRow;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.runtime.auth.Principal;
import dev.atf.store.RepeatedWrite;
import dev.atf.store.TaskAssociations;
import dev.atf.store.plans.ConditionCodec;
import dev.atf.store.plans.Plans;
import io.grpc.StatusRuntimeException;
import jakarta.inject.Inject;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Changes a condition for an operator. A change is one put of the row, so that exactly one of an
 * operator, a supervisor and an attempt that closes the condition wins. The supervisor does the
 * rest.
 */
final class ConditionControl {
  private static final Logger log = LoggerFactory.getLogger(ConditionControl.class);

  /**
   * Maximum number of tries. The row of a condition that releases its tasks is written several
   * times a second.
   */
  private static final int TRIES_MAX = 8;

  private final Plans plans;
  private final ConditionReading reading;
  private final TaskAssociations associations;
  private final TaskChange changes;
  private final Hints hints;
  private final InstantSource clock;

  @Inject
  ConditionControl(
      Plans plans,
      ConditionReading reading,
      TaskAssociations associations,
      TaskChange changes,
      Hints hints,
      InstantSource clock) {
    this.plans = plans;
    this.reading = reading;
    this.associations = associations;
    this.changes = changes;
    this.hints = hints;
    this.clock = clock;
  }

  /**
   * Schedules an earlier start of the next test. Does nothing while a test is in progress.
   *
   * @throws StatusRuntimeException CONDITION_NOT_FOUND, CONDITION_NOT_CLOSED, CHANGED_MEANWHILE
   */
  ConditionRow test(LambdaName lambda, ConditionName name) {
    var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    var row = change(lambda, name, seen -> testNow(seen, now));
    associations
        .find(row.testerTask())
        .filter(tester -> !tester.status().running() && !tester.status().finished())
        .ifPresent(tester -> changes.make(tester, seen -> runNow(seen, now)));
    return row;
  }

  /** Returns the version to be put; the same version if its tester already exists. */
  private ConditionRow testNow(ConditionRow row, Instant now) {
    var phase = row.state().phase();
    if (phase != ConditionPhase.CLOSED) {
      throw RpcErrors.of(
          ErrorReason.CONDITION_NOT_CLOSED,
          "condition %s of lambda %s is %s: there is nothing to test"
              .formatted(row.name(), row.plan().lambda(), phase));
    }
    var alarmAt = row.plan().alarmAt();
    boolean waits = alarmAt != null && alarmAt.isAfter(now);
    return waits ? row.testedAt(now) : row;
  }

  private static Next runNow(Association tester, Instant now) {
    return tester.status().running() || tester.status().finished()
        ? new Next.Leave()
        : Rescheduling.runNow(tester, now);
  }

  /**
   * Clears a condition in the name of the caller whose call this thread serves.
   *
   * @throws StatusRuntimeException CONDITION_NOT_FOUND, CHANGED_MEANWHILE
   */
  ConditionRow release(LambdaName lambda, ConditionName name) {
    var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    var person = Principal.current().map(Principal::name).orElse("a client");
    var row =
        change(
            lambda,
            name,
            seen ->
                seen.state().phase() == ConditionPhase.CLEAR ? seen : seen.released(person, now));
    log.info("condition={} of lambda={} was released by {}", name, lambda, person);
    return row;
  }

  /** Applies a change to the current version, and puts the result if it differs. */
  private ConditionRow change(
      LambdaName lambda, ConditionName name, Function<ConditionRow, ConditionRow> next) {
    for (int tried = 0; tried < TRIES_MAX; tried++) {
      var seen = reading.require(lambda, name);
      var wanted = next.apply(seen);
      if (wanted.plan().version() == seen.plan().version()) {
        return seen;
      }
      var plan = ConditionCodec.write(wanted);
      if (RepeatedWrite.of(() -> plans.put(plan)).stands(plan)) {
        hints.written(plan);
        return wanted;
      }
    }
    throw RpcErrors.of(
        ErrorReason.CHANGED_MEANWHILE,
        "condition %s of lambda %s changes too fast; try again".formatted(name, lambda));
  }
}
