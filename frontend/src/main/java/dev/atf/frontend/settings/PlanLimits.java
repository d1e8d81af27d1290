package dev.atf.frontend.settings;

import dev.atf.runtime.config.SettingChecks;

/**
 * Maximum number of plans of a lambda. They are counted in the index, which may be slightly behind,
 * so that a few more may be created at the same time.
 *
 * @param periodicMax periodic tasks of a lambda, including paused ones
 * @param jobsMax unfinished jobs of a lambda, counted every few seconds
 */
public record PlanLimits(int periodicMax, int jobsMax) {
  public static final PlanLimits DEFAULTS = new PlanLimits(1_000, 10_000);

  public PlanLimits {
    new SettingChecks()
        // The maximum is as many as can be counted within one call.
        .within("periodicMax", periodicMax, 1, 100_000)
        .within("jobsMax", jobsMax, 1, 100_000)
        .end();
  }
}
