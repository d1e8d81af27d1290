package dev.atf.client;

import io.grpc.Deadline;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;

/**
 * Polls until something has ended: often at first, and later once a second.
 *
 * @param closed ends every wait once the client is closed
 */
record Awaiting(
    Retries retries, Duration callTimeout, RandomGenerator random, CountDownLatch closed) {
  private static final Duration POLL_FIRST = Duration.ofMillis(20);
  private static final Duration POLL_MAX = Duration.ofSeconds(1);

  /**
   * Subject of a wait.
   *
   * @param name name of the subject, for messages
   * @param ask makes one try, which ends before the given deadline
   * @param status returns the status of the subject, for messages
   */
  record Awaited<T>(
      String name, Function<Deadline, T> ask, Predicate<T> finished, Function<T, Enum<?>> status) {
    private TimeoutException unfinished(String last, Duration timeout) {
      return new TimeoutException("%s is %s after %s".formatted(name, last, timeout));
    }
  }

  /**
   * Waits until the subject has ended, and returns it.
   *
   * @throws TimeoutException if the subject has not ended after {@code timeout}
   * @throws InterruptedException if the thread was interrupted while waiting
   */
  <T> T await(Awaited<T> awaited, Duration timeout) throws TimeoutException, InterruptedException {
    var deadline = Deadline.after(timeout.toNanos(), TimeUnit.NANOSECONDS);
    var wait = POLL_FIRST;
    var last = "unknown";
    while (true) {
      var seen = ask(awaited, deadline, timeout, last);
      if (awaited.finished().test(seen)) {
        return seen;
      }
      last = awaited.status().apply(seen).name();
      long left = deadline.timeRemaining(TimeUnit.MILLISECONDS);
      if (left <= 0) {
        throw awaited.unfinished(last, timeout);
      }
      long jittered = wait.toMillis() / 2 + random.nextLong(wait.toMillis() / 2 + 1);
      if (closed.await(Math.min(left, jittered), TimeUnit.MILLISECONDS)) {
        throw new IllegalStateException("the client was closed");
      }
      wait = wait.multipliedBy(2).compareTo(POLL_MAX) < 0 ? wait.multipliedBy(2) : POLL_MAX;
    }
  }

  /**
   * Asks the server, with retries until the deadline.
   *
   * @param last latest known status, for the message of the exception
   */
  private <T> T ask(Awaited<T> awaited, Deadline deadline, Duration timeout, String last)
      throws TimeoutException {
    try {
      return retries.call(() -> awaited.ask().apply(sooner(deadline)), deadline);
    } catch (AtfException e) {
      if (deadline.isExpired() && e.isWithoutAnswer()) {
        throw (TimeoutException) awaited.unfinished(last, timeout).initCause(e);
      }
      throw e;
    }
  }

  private Deadline sooner(Deadline end) {
    return end.minimum(Deadline.after(callTimeout.toNanos(), TimeUnit.NANOSECONDS));
  }
}
