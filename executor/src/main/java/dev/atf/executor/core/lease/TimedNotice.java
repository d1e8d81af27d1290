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
 * Notice on a disk that may hang, which neither an interruption nor a time-out of the system ends.
 * Slots do not hang with it, since an attempt that waits to be covered is heartbeated.
 *
 * <p>One write at a time, so that none overtakes another, and the written deadline is known. While
 * one hangs, an attempt starts only if the deadline written before it covers the attempt. A cover
 * that was given up may be written later; its deadline is then earlier than the real one, until the
 * next {@link #refresh}.
 */
public final class TimedNotice implements DeadlineNotice {
  /** Longest write: a file in memory takes far less than a millisecond, a busy disk some tens. */
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
    // One place in the queue is enough: the next write is submitted after the last one's end.
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
   * @throws IOException also if that is not done in time
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
   * Refreshes on the thread of its loop, which may hang: the supervisor then uses the last notice.
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

  /** Begins a write once the last one has ended, which may be later than its time-out. */
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
