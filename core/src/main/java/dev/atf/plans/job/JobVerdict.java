package dev.atf.plans.job;

import java.util.List;

/**
 * Result of one check of a job.
 *
 * @param state state to be written before any action; the old one if nothing has changed
 * @param actions actions to be done after the write
 * @param attention whether another check is needed; if not, the job has ended or waits for an
 *     operator
 * @param more whether a further check would find more to do immediately
 */
public record JobVerdict(JobState state, List<JobAction> actions, boolean attention, boolean more) {
  public JobVerdict {
    actions = List.copyOf(actions);
  }
}
