package dev.atf.storeconsumer.plans;

import dev.atf.plans.job.JobStatus;
import dev.atf.plans.row.Plan;
import dev.atf.store.plans.ConditionCodec;
import dev.atf.store.plans.JobCodec;
import dev.atf.store.plans.OrderCodec;
import java.util.Locale;
import java.util.Optional;

/** Outcome of a plan, as the value of a metric's label. */
final class PlanOutcome {
  static final String HELD = lower(JobStatus.HELD);

  private PlanOutcome() {}

  /**
   * Returns the outcome of a plan that has ended; empty if it has not.
   *
   * @param after plan after a check by any consumer
   */
  static Optional<String> of(Plan before, Plan after) {
    if (before.version() == after.version()) {
      return Optional.empty();
    }
    return switch (before.kind()) {
      case PERIODIC -> Optional.empty();
      case ORDER -> isHeld(after) && !isHeld(before) ? Optional.of(HELD) : Optional.<String>empty();
      case CONDITION ->
          Optional.of(ConditionCodec.read(after).state().phase())
              .filter(phase -> phase != ConditionCodec.read(before).state().phase())
              .map(phase -> phase.name().toLowerCase(Locale.ROOT));
      case JOB ->
          Optional.of(status(after))
              .filter(status -> status != status(before))
              .filter(PlanOutcome::isReported)
              .map(PlanOutcome::lower);
    };
  }

  static boolean isReported(JobStatus status) {
    return status == JobStatus.HELD || status.finished();
  }

  private static boolean isHeld(Plan key) {
    return OrderCodec.state(key).heldAt().isPresent();
  }

  private static JobStatus status(Plan job) {
    return JobCodec.read(job).state().status();
  }

  static String lower(JobStatus status) {
    return status.name().toLowerCase(Locale.ROOT);
  }
}
