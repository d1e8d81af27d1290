package dev.atf.model.job;

import java.util.List;

/**
 * What one look at a job came to.
 *
 * @param state to be written before anything is done; that of before if nothing has changed
 * @param actions to be done then
 * @param attention whether somebody has to look again; otherwise it has ended, or waits for an
 *     operator
 * @param more whether a further look would find more to do at once
 */
public record JobVerdict(JobState state, List<JobAction> actions, boolean attention, boolean more) {
  public JobVerdict {
    actions = List.copyOf(actions);
  }
}
