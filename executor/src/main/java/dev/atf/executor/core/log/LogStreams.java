package dev.atf.executor.core.log;

import dev.atf.executor.core.attempt.RunningAttempt;
import dev.atf.runtime.loop.Threads;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * Logs to be sent: those that somebody follows, and those of ended attempts. Thread-safe; only
 * {@link #awaitSent} waits.
 */
final class LogStreams {
  /** Most ended attempts whose logs wait, a few MiB by default; more are dropped. */
  static final int ENDED_MAX = 64;

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition allSent;

  /** Streams of running attempts that are, or were, followed. */
  private final Map<RunningAttempt, LogStream> begun = new LinkedHashMap<>();

  private final Set<RunningAttempt> followed = new HashSet<>();
  private final Deque<LogStream> ended = new ArrayDeque<>();
  private Runnable whenWaiting = () -> {};

  LogStreams(Threads threads) {
    this.allSent = threads.condition(lock);
  }

  /** Sets an action, which must not wait, that runs when there is something to send. */
  void whenWaiting(Runnable action) {
    lock.lock();
    try {
      whenWaiting = action;
    } finally {
      lock.unlock();
    }
  }

  /** Replaces the attempts whose logs somebody follows; those that are over are left out. */
  void follow(Collection<RunningAttempt> attempts) {
    lock.lock();
    try {
      if (followed.isEmpty() && attempts.isEmpty()) {
        return;
      }
      boolean more = !followed.containsAll(attempts);
      followed.clear();
      for (var attempt : attempts) {
        if (attempt.work().getLogBytesMax() > 0 && !attempt.log().isClosed()) {
          followed.add(attempt);
          begun.computeIfAbsent(attempt, LogStream::new);
        }
      }
      if (more) {
        whenWaiting.run();
      }
    } finally {
      lock.unlock();
    }
  }

  /**
   * Adds what is left of the log of an attempt that is over, if it is to be kept.
   *
   * @return false if there is no room for it
   */
  boolean end(RunningAttempt attempt, boolean failed) {
    attempt.log().close();
    lock.lock();
    try {
      followed.remove(attempt);
      var stream = begun.remove(attempt);
      boolean kept =
          stream != null || (!attempt.log().isEmpty() && (failed || attempt.work().getLogAlways()));
      if (!kept || attempt.isLost()) {
        return true;
      }
      if (ended.size() == ENDED_MAX) {
        return false;
      }
      ended.add(stream == null ? new LogStream(attempt) : stream);
      whenWaiting.run();
      return true;
    } finally {
      lock.unlock();
    }
  }

  @Nullable LogStream firstEnded() {
    lock.lock();
    try {
      return ended.peek();
    } finally {
      lock.unlock();
    }
  }

  void removeEnded(LogStream stream) {
    lock.lock();
    try {
      ended.remove(stream);
      if (ended.isEmpty()) {
        allSent.signalAll();
      }
    } finally {
      lock.unlock();
    }
  }

  /** Returns the streams to send parts of, and forgets those whose claims are lost. */
  List<LogStream> toFollow() {
    lock.lock();
    try {
      begun.keySet().removeIf(RunningAttempt::isLost);
      followed.retainAll(begun.keySet());
      var streams = new ArrayList<LogStream>();
      begun.forEach(
          (attempt, stream) -> {
            if (followed.contains(attempt) && stream.mayFollow()) {
              streams.add(stream);
            }
          });
      return streams;
    } finally {
      lock.unlock();
    }
  }

  boolean isFollowing() {
    lock.lock();
    try {
      return !followed.isEmpty();
    } finally {
      lock.unlock();
    }
  }

  /** Forgets a followed log: the HSC takes no part of it. */
  void stop(LogStream stream) {
    lock.lock();
    try {
      followed.remove(stream.attempt());
      begun.remove(stream.attempt());
    } finally {
      lock.unlock();
    }
  }

  /**
   * Waits until no log of an ended attempt is left.
   *
   * @return false if the time was over first
   */
  boolean awaitSent(Duration timeout) throws InterruptedException {
    lock.lock();
    try {
      long left = timeout.toNanos();
      while (!ended.isEmpty() && left > 0) {
        left = allSent.awaitNanos(left);
      }
      return ended.isEmpty();
    } finally {
      lock.unlock();
    }
  }
}
