package dev.atf.frontend.plans;

import dev.atf.frontend.reason.ExplainCode;
import dev.atf.frontend.reason.Reason;
import dev.atf.frontend.rpc.ShellCommands;
import dev.atf.plans.row.Plan;
import dev.atf.store.plans.UnreadablePlanException;

/** Reason that names a row which this version cannot read, and what an operator can do about it. */
public final class UnreadablePlan {
  private UnreadablePlan() {}

  /**
   * Returns the reason.
   *
   * @param effect consequence for what is explained, as a clause
   */
  public static Reason reason(UnreadablePlanException unreadable, String effect) {
    return new Reason(
        ExplainCode.PLAN_UNREADABLE,
        "%s cannot be read by this version, so %s: %s"
            .formatted(name(unreadable.plan()), effect, unreadable.reason()),
        null,
        null,
        remedy(unreadable.plan()));
  }

  /** Returns which row cannot be read, and why, as a clause. */
  public static String message(UnreadablePlanException unreadable) {
    return "%s cannot be read by this version: %s"
        .formatted(name(unreadable.plan()), unreadable.reason());
  }

  private static String name(Plan plan) {
    var what =
        switch (plan.kind()) {
          case PERIODIC -> "periodic task";
          case ORDER -> "ordering key";
          case JOB -> "job";
          case CONDITION -> "condition";
        };
    return "%s %s of lambda %s".formatted(what, plan.name(), plan.lambda());
  }

  /** Returns what an operator can do about the row. */
  public static String remedy(Plan plan) {
    var upgrade =
        "upgrade the frontends and the store consumers to the version that wrote it; %s shows it"
            .formatted(
                switch (plan.kind()) {
                  case PERIODIC -> ShellCommands.atf("periodic get", plan.lambda(), plan.name());
                  case ORDER -> ShellCommands.atf("keys list", plan.lambda());
                  case JOB -> ShellCommands.atf("job list", plan.lambda());
                  case CONDITION -> ShellCommands.atf("condition list", plan.lambda());
                });
    return switch (plan.kind()) {
      case PERIODIC ->
          "%s; or delete it with %s and create it again"
              .formatted(upgrade, ShellCommands.atf("periodic delete", plan.lambda(), plan.name()));
      case ORDER, JOB, CONDITION -> upgrade;
    };
  }
}
