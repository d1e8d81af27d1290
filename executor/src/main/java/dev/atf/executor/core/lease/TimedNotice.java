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
 * A notice on a disk that may hang, which nothing ends: not an interruption, and not a time-out of
 * the system. Slots do not hang with it, since an attempt that waits to be covered is kept alive.
 *
 * <p>One writing at a time, so that none overtakes another, and what was told is known to be told.
 * While one hangs no attempt is started that what was told before it does not cover. A cover that
 * was given up may be written later; it tells an earlier deadline than is true, until the next
 * {@link #refresh}.
 */
public final class TimedNotice implements DeadlineNotice {
  /** Chosen: a file in memory takes far less than a millisecond, a busy disk some tens. */
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
    // One place in the queue is enough: the next is handed over after the last one's end.
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

  /** On the thread of its loop, which may hang: the supervisor goes by the last notice. */
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

  /** The next writing may begin when this one has ended, and not when its time is over. */
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
