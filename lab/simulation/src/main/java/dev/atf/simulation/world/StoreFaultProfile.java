package dev.atf.simulation.world;

import dev.atf.model.TaskId;
import dev.atf.model.task.Guard;
import dev.atf.model.task.TaskEvent;
import dev.atf.model.task.Transition;
import dev.atf.sim.time.StuckEvents.Occasion;
import dev.atf.simulation.fault.CallFault;
import dev.atf.simulation.fault.FaultProfile;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.random.RandomGenerator;

/** Faults of the store, more of them for changes of tasks than for other calls. */
final class StoreFaultProfile implements FaultProfile {
  /** Longest latency one way; both together are within a service's time-out of a call. */
  private static final Duration SLOW_MAX = Duration.ofMillis(900);

  /** Delay after which a late call's task was claimed again, or has ended. */
  private static final Duration LONG = Times.LEASE.lease().multipliedBy(4);

  /** Probability that a call is refused while its partition is throttled. */
  private static final double PARTITION_THROTTLED = 0.9;

  private static final Set<TaskEvent> CLAIMS =
      Collections.unmodifiableSet(EnumSet.of(TaskEvent.CLAIM, TaskEvent.CLAIM_AND_MOVE_ALARM));

  /** Last reports of an executor about a claim. */
  private static final Set<TaskEvent> REPORTS =
      Collections.unmodifiableSet(
          EnumSet.of(
              TaskEvent.SUCCEED,
              TaskEvent.SUCCEED_WITH_CHILDREN,
              TaskEvent.FAIL_RETRIABLY,
              TaskEvent.FAIL_FATALLY,
              TaskEvent.CONFIRM_CANCEL,
              TaskEvent.RETURN));

  private static final List<CallFault> UNKNOWN_OUTCOMES =
      List.of(
          CallFault.LOST,
          CallFault.ANSWER_LOST,
          CallFault.DONE_TWICE,
          CallFault.DONE_LATE,
          CallFault.DONE_LATE,
          CallFault.DONE_LATE);

  private final Faults faults;
  private final RandomGenerator random;
  private final double unknown;
  private final double unknownTransition;
  private final double throttled;
  private final double slow;

  /**
   * @param unknown probability that the outcome of a call is unknown
   * @param unknownTransition the same for a call that changes a task
   * @param throttled probability that a call is refused while the store is throttled
   * @param slow probability that a request or an answer is slow
   */
  StoreFaultProfile(
      Faults faults,
      RandomGenerator random,
      double unknown,
      double unknownTransition,
      double throttled,
      double slow) {
    this.faults = faults;
    this.random = random;
    this.unknown = unknown;
    this.unknownTransition = unknownTransition;
    this.throttled = throttled;
    this.slow = slow;
  }

  @Override
  public CallFault next(String process, List<Object> said) {
    var beyond = faults.beyondItsZone(process);
    if (beyond.isPresent()) {
      return beyond.get();
    }
    if (faults.lasts(FaultKind.STORE_AWAY, process)) {
      faults.fire(FaultKind.STORE_AWAY);
      return CallFault.LOST;
    }
    if (faults.lasts(FaultKind.STORE_PARTITION_THROTTLED, taskId(said))
        && faults.chance(FaultKind.STORE_PARTITION_THROTTLED, PARTITION_THROTTLED)) {
      return CallFault.REFUSED;
    }
    if (faults.lasts(FaultKind.CLAIMS_REFUSED, lambdaClaimed(said))) {
      faults.fire(FaultKind.CLAIMS_REFUSED);
      return CallFault.REFUSED;
    }
    if (faults.lasts(FaultKind.STORE_THROTTLED, process)
        && faults.chance(FaultKind.STORE_THROTTLED, throttled)) {
      return CallFault.REFUSED;
    }
    double likelihood = changed(said).map(this::likelihoodOfUnknown).orElse(unknown);
    return faults.chance(FaultKind.STORE_OUTCOME_UNKNOWN, likelihood)
        ? UNKNOWN_OUTCOMES.get(random.nextInt(UNKNOWN_OUTCOMES.size()))
        : CallFault.NONE;
  }

  /** Returns the task whose item is read or written; empty if there is none. */
  private static String taskId(List<Object> said) {
    var first = said.isEmpty() ? "" : said.get(0);
    if (first instanceof Transition transition) {
      return transition.taskId().value();
    }
    return first instanceof TaskId taskId ? taskId.value() : "";
  }

  /** Returns the lambda whose executor claims a task; empty if the call is not a claim. */
  private static String lambdaClaimed(List<Object> said) {
    return changed(said).filter(CLAIMS::contains).isEmpty()
        ? ""
        : ((Transition) said.get(0))
            .guards().stream()
                .filter(Guard.LambdaIs.class::isInstance)
                .map(guard -> ((Guard.LambdaIs) guard).lambda().value())
                .findAny()
                .orElse("");
  }

  /** Returns the probability of an unknown outcome, larger for reports, which are rare. */
  private double likelihoodOfUnknown(TaskEvent event) {
    return REPORTS.contains(event) ? Math.sqrt(unknownTransition) : unknownTransition;
  }

  /** Returns the event of a call that changes a task; empty for other calls. */
  private static Optional<TaskEvent> changed(List<Object> said) {
    return !said.isEmpty() && said.get(0) instanceof Transition transition
        ? Optional.of(transition.event())
        : Optional.empty();
  }

  @Override
  public Duration latency() {
    return faults.chance(FaultKind.STORE_SLOW, slow)
        ? Duration.ofMillis(random.nextLong(SLOW_MAX.toMillis()))
        : Duration.ofNanos(500_000 + random.nextLong(8_000_000));
  }

  @Override
  public Lateness late(List<Object> said) {
    return changed(said).filter(this::outlastsItsClaim).isPresent()
        ? new Lateness(LONG, Occasion.CLAIMED)
        : new Lateness(faults.slow(), Occasion.READ);
  }

  /** Returns whether a call outlasts its claim; executors repeat theirs unless silenced. */
  private boolean outlastsItsClaim(TaskEvent event) {
    if (REPORTS.contains(event)) {
      return random.nextInt(4) != 0 && silences();
    }
    if (event == TaskEvent.HEARTBEAT) {
      return random.nextInt(4) == 0 && silences();
    }
    return random.nextBoolean();
  }

  /** Silences executors, by killing them or by an outage of the store; returns whether it did. */
  private boolean silences() {
    if (faults.areSpent()) {
      return false;
    }
    if (faults.may(FaultKind.CRASH)) {
      faults.cutPower();
      return true;
    }
    if (faults.may(FaultKind.STORE_AWAY)) {
      long lease = Times.LEASE.lease().toNanos();
      var away = Duration.ofNanos(lease / 2 + random.nextLong(lease));
      faults.begin(FaultKind.STORE_AWAY, away, process -> true);
      return true;
    }
    return false;
  }
}
