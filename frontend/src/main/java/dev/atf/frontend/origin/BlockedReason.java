package dev.atf.frontend.origin;

import dev.atf.frontend.reason.Reason;
import dev.atf.model.task.Association;
import java.time.Instant;

/** Source of the reason for a task that waits for a condition. */
public interface BlockedReason {
  /** Returns the reason, which is found with a bounded number of reads. */
  Reason of(Association blocked, Instant now);
}
