package dev.atf.executor.core.lease;

import dev.atf.executor.core.attempt.RunningAttempt;
import dev.atf.runtime.loop.MonotonicClock;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.time.Duration;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Notice on a disk that may hang. Neither an interruption nor a time-out of the system ends such a
 * write. Slots must not hang with it, because a waiting attempt is already heartbeated.
 *
 * <p>Only one write is in progress at a time. Writes therefore stay in order, and the written
 * deadline is known. While a write hangs, an attempt starts only if the deadline written before it
 * covers the attempt. An abandoned write may still complete later. The deadline in the file is then
 * earlier than the real one, until the next {@link #refresh}.
 */
public final class TimedNotice implements DeadlineNotice {
  /**
   * Time-out of a write. A write to memory takes far less than a millisecond, a write to a busy
   * disk some tens of milliseconds.
   */
  public static final Duration COVER_TIME_MAX = Duration.ofSeconds(1);

  private static final long WRITER_IDLE_SECONDS_MAX = 10;

  private final DeadlineNotice notice;
  private final Duration coverTimeMax;
  private final MonotonicClock clock;
  private final Semaphore writing = new Semaphore(1, true);
  private final ThreadPoolExecutor writer;

  public TimedNotice(DeadlineNotice notice, Duration coverTimeMax, MonotonicClock clock) {
    this.notice = notice;
    this.coverTimeMax = coverTimeMax;
    this.clock = clock;
    // One place in the queue is enough, because the next write is submitted after the last one has
    // ended.
    this.writer =
        new ThreadPoolExecutor(
            1,
            1,
            WRITER_IDLE_SECONDS_MAX,
            TimeUnit.SECONDS,
            new ArrayBlockingQueue<>(1),
            TimedNotice::thread);
    writer.allowCoreThreadTimeOut(true);
  }

  /**
   * Makes sure that the notice covers the attempt.
   *
   * @throws IOException if the notice cannot be written, or not in time
   */
  @Override
  public void cover(RunningAttempt attempt) throws IOException {
    if (notice.covers(attempt)) {
      return;
    }
    long from = clock.nanos();
    try {
      if (!writing.tryAcquire(coverTimeMax.toNanos(), TimeUnit.NANOSECONDS)) {
        throw new IOException("another writing has not ended within " + coverTimeMax);
      }
      var left = coverTimeMax.minus(clock.since(from));
      begin(attempt).get(left.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException e) {
      throw new IOException("not written within " + coverTimeMax, e);
    } catch (ExecutionException e) {
      if (e.getCause() instanceof OutOfMemoryError error) {
        throw error;
      }
      throw e.getCause() instanceof IOException error ? error : new IOException(e);
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
  }

  /**
   * Refreshes the notice on the thread of its loop, which may hang. While it hangs, the last notice
   * applies.
   */
  @Override
  public void refresh() throws IOException {
    try {
      writing.acquire();
    } catch (InterruptedException e) {
      throw interrupted(e);
    }
    try {
      notice.refresh();
    } finally {
      writing.release();
    }
  }

  /** Starts a write when the last one has ended, which may be later than its time-out. */
  private FutureTask<Void> begin(RunningAttempt attempt) {
    var task =
        new FutureTask<Void>(
            () -> {
              try {
                notice.cover(attempt);
                return null;
              } finally {
                writing.release();
              }
            });
    try {
      writer.execute(task);
    } catch (Throwable e) {
      writing.release();
      throw e;
    }
    return task;
  }

  private static IOException interrupted(InterruptedException e) {
    Thread.currentThread().interrupt();
    var error = new InterruptedIOException("interrupted before it was written");
    error.initCause(e);
    return error;
  }

  private static Thread thread(Runnable task) {
    var thread = new Thread(task, "atf-notice-writer");
    thread.setDaemon(true);
    return thread;
  }
}
