package dev.atf.frontend.explain;

import dev.atf.frontend.explain.Explanation.Reason;
import dev.atf.model.Association;
import java.time.Instant;

/** Source of the reason of a task that waits for a condition. */
public interface BlockedReason {
  /** Returns the reason, found out with a bounded number of reads. */
  Reason of(Association blocked, Instant now);
}
