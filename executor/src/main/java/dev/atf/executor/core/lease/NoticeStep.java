package dev.atf.executor.core.lease;

import dev.atf.runtime.loop.Step;
import java.time.Duration;

/**
 * Keeps the notice to the supervisor up to date. Apart from {@link DeadlineWatch}, because a disk
 * can fail or hang.
 */
public record NoticeStep(DeadlineNotice notice) implements Step {
  /** Time between two writes. Chosen: a small part of κ, the time to die. */
  private static final Duration REFRESH_EVERY = Duration.ofMillis(200);

  /** Returns whether a parent reads the notice. */
  public boolean isNeeded() {
    return notice.isRead();
  }

  @Override
  public Duration turn() throws Exception {
    notice.refresh();
    return REFRESH_EVERY;
  }
}
