package dev.atf.frontend.origin;

import dev.atf.frontend.reason.Reason;
import dev.atf.model.task.Association;
import java.time.Instant;

/** Source of the reason of a task that waits for a condition. */
public interface BlockedReason {
  /** Returns the reason, found out with a bounded number of reads. */
  Reason of(Association blocked, Instant now);
}
