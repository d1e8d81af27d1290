package dev.atf.cli.output;

import dev.atf.runtime.loop.MonotonicClock;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Waits for the end of something by polling with growing intervals. A server that is unavailable,
 * for example while it is replaced, does not end the wait.
 *
 * @param unfinished describes the state of something that has not ended
 */
public record EndWait<T>(Supplier<T> ask, Predicate<T> isFinished, Function<T, String> unfinished) {
  private static final Duration PAUSE_MIN = Duration.ofMillis(50);
  private static final Duration PAUSE_MAX = Duration.ofSeconds(1);

  /**
   * Waits until the end, and returns the final state.
   *
   * @throws CommandFailedException if the timeout elapses first
   * @throws StatusRuntimeException if the server refuses, or is still unavailable when the timeout
   *     elapses
   */
  public T untilFinished(Duration timeout) {
    var clock = MonotonicClock.system();
    long begun = clock.nanos();
    var pause = PAUSE_MIN;
    while (true) {
      boolean over = clock.since(begun).compareTo(timeout) >= 0;
      try {
        var seen = ask.get();
        if (isFinished.test(seen)) {
          return seen;
        }
        if (over) {
          throw new CommandFailedException(
              "%s after %ds".formatted(unfinished.apply(seen), timeout.toSeconds()));
        }
      } catch (StatusRuntimeException e) {
        if (over || !isAway(e.getStatus().getCode())) {
          throw e;
        }
      }
      pause(pause);
      pause = pause.multipliedBy(2).compareTo(PAUSE_MAX) < 0 ? pause.multipliedBy(2) : PAUSE_MAX;
    }
  }

  /** Returns whether the server is unavailable or late, possibly because it is being replaced. */
  public static boolean isAway(Status.Code code) {
    return code == Status.Code.UNAVAILABLE || code == Status.Code.DEADLINE_EXCEEDED;
  }

  public static void pause(Duration pause) {
    try {
      new CountDownLatch(1).await(pause.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new CommandFailedException("interrupted");
    }
  }
}
