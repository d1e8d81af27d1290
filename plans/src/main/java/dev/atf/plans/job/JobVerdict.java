package dev.atf.plans.job;

import java.util.List;

/**
 * Result of one look at a job.
 *
 * @param state to be written before any action; the old one if nothing has changed
 * @param actions to be done then
 * @param attention whether another look is needed; otherwise it has ended, or waits for an operator
 * @param more whether a further look would find more to do at once
 */
public record JobVerdict(JobState state, List<JobAction> actions, boolean attention, boolean more) {
  public JobVerdict {
    actions = List.copyOf(actions);
  }
}
