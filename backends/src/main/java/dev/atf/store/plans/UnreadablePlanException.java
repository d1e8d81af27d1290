package dev.atf.store.plans;

import dev.atf.plans.row.Plan;
import dev.atf.store.UnreadableRowException;

/**
 * Thrown when this process cannot interpret the content of a plan, because another version wrote
 * it, it contains an unknown name, such as a time zone, or it is damaged.
 */
public final class UnreadablePlanException extends UnreadableRowException {
  private static final long serialVersionUID = 1L;

  private final transient Plan plan;
  private final String reason;

  UnreadablePlanException(Plan plan, RuntimeException cause) {
    this(plan, String.valueOf(cause.getMessage()), cause);
  }

  private UnreadablePlanException(Plan plan, String reason, RuntimeException cause) {
    super(
        "%s %s of lambda %s cannot be read: %s"
            .formatted(plan.kind().tag(), plan.name(), plan.lambda(), reason),
        cause);
    this.plan = plan;
    this.reason = reason;
  }

  /** Returns the stored plan. */
  public Plan plan() {
    return plan;
  }

  /** Returns the reason why the plan cannot be interpreted. */
  public String reason() {
    return reason;
  }
}
