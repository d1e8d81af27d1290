package dev.atf.executor.core;

import dev.atf.runtime.Step;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;

/**
 * Keeps the supervisor told of the first deadline to come. Apart from {@link DeadlineWatch},
 * because a disk can fail or hang.
 */
@Singleton
public final class NoticeStep implements Step {
  private final DeadlineNotice notice;

  @Inject
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
    return DeadlineWatch.LOOK_EVERY;
  }
}
