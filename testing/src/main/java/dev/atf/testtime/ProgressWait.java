package dev.atf.testtime;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Wait without a time limit, as long as something changes. It fails when the observed value (a
 * number of effects, the length of a log) has been the same for {@link TestTimeouts#STALL}.
 */
public final class ProgressWait {
  private static final Duration POLL_INTERVAL = Duration.ofMillis(100);

  private final String awaited;
  private final Supplier<?> observed;
  private final Duration stall;
  private final Duration pollInterval;

  private ProgressWait(
      String awaited, Supplier<?> observed, Duration stall, Duration pollInterval) {
    this.awaited = awaited;
    this.observed = observed;
    this.stall = stall;
    this.pollInterval = pollInterval;
  }

  /**
   * Returns a wait that has not started.
   *
   * @param awaited description of the condition, for the message
   * @param observed value that changes as long as there is progress; compared with {@code equals}
   */
  public static ProgressWait observing(String awaited, Supplier<?> observed) {
    return new ProgressWait(awaited, observed, TestTimeouts.STALL, POLL_INTERVAL);
  }

  public ProgressWait stall(Duration longest) {
    return new ProgressWait(awaited, observed, longest, pollInterval);
  }

  public ProgressWait pollInterval(Duration interval) {
    return new ProgressWait(awaited, observed, stall, interval);
  }

  /**
   * Returns when the condition holds.
   *
   * @throws StalledException if the observed value has not changed for too long
   */
  public void until(BooleanSupplier condition) {
    Object last = observed.get();
    var changedAt = Uptime.now();
    while (!condition.getAsBoolean()) {
      Object seen = observed.get();
      var now = Uptime.now();
      if (!Objects.equals(seen, last)) {
        last = seen;
        changedAt = now;
      } else if (now.minus(changedAt).compareTo(stall) >= 0) {
        throw new StalledException(
            "%s: not yet, and nothing new for %d s; seen last: %s (%s)"
                .formatted(
                    awaited, now.minus(changedAt).toSeconds(), last, MachineLoad.describe()));
      }
      pause();
    }
  }

  private void pause() {
    try {
      boolean unused = new CountDownLatch(1).await(pollInterval.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for " + awaited, e);
    }
  }
}
