package dev.atf.executor.core.lease;

import dev.atf.runtime.loop.Step;
import java.time.Duration;

/**
 * Keeps the supervisor told of the first deadline to come. Apart from {@link DeadlineWatch},
 * because a disk can fail or hang.
 */
public final class NoticeStep implements Step {
  /** Chosen: a small part of κ, the time to die. */
  private static final Duration REFRESH_EVERY = Duration.ofMillis(200);

  private final DeadlineNotice notice;

  public NoticeStep(DeadlineNotice notice) {
    this.notice = notice;
  }

  /** Whether there is anybody to be told. */
  public boolean isNeeded() {
    return notice.isHeard();
  }

  @Override
  public Duration turn() throws Exception {
    notice.refresh();
    return REFRESH_EVERY;
  }
}
