package dev.atf.executor.core.log;

import com.google.protobuf.ByteString;
import dev.atf.executor.core.attempt.RunningAttempt;
import dev.atf.executor.core.call.ExecutorIdentity;
import dev.atf.executor.core.call.GrpcCall;
import dev.atf.executor.core.call.HscCalls;
import dev.atf.protocol.v1.AppendLogRequest;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.runtime.loop.Threads;
import dev.atf.runtime.loop.WakeableStep;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Deque;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends logs of attempts to the HSC, separately from heartbeats and results. Logs of ended attempts
 * are sent if the settings of their lambda require it. Logs that are being followed are sent every
 * {@link #FOLLOW_EVERY}. Lines that cannot be sent soon are dropped, so that nothing waits for
 * logs.
 */
public final class LogSender implements WakeableStep {
  /** Time between two parts of a log that is being followed. */
  static final Duration FOLLOW_EVERY = Duration.ofSeconds(2);

  /**
   * Maximum number of tries of a part after the end of its attempt. They outlast the restart of an
   * HSC.
   */
  static final int TRIES_MAX = 4;

  /** Maximum size of a part in bytes, by the protocol. */
  static final int PART_BYTES_MAX = 32 * 1024;

  /** Maximum number of parts of an attempt, by the protocol. */
  private static final int PARTS_MAX = 10_000;

  /**
   * Maximum size of the parts that are sent while an attempt runs, as a multiple of what is kept at
   * its end. The default size is 1 MiB. It bounds the cost of following a log that grows fast.
   */
  private static final int FOLLOWED_TIMES_MAX = 16;

  /**
   * Maximum number of ended attempts whose logs wait, a few MiB by default. Further logs are
   * dropped.
   */
  static final int ENDED_MAX = 64;

  private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

  /** Pause of this step while there is nothing to send. */
  private static final Duration IDLE = Duration.ofHours(1);

  /** Temporary failures, after which a retry of the same part may succeed. */
  private static final Set<Status.Code> PASSING =
      Collections.unmodifiableSet(
          EnumSet.of(
              Status.Code.UNAVAILABLE,
              Status.Code.DEADLINE_EXCEEDED,
              Status.Code.RESOURCE_EXHAUSTED,
              Status.Code.CANCELLED,
              Status.Code.ABORTED));

  private static final Logger log = LoggerFactory.getLogger(LogSender.class);

  /** Outcome of sending the next part of a log. */
  private enum Sent {
    NOTHING_LEFT,
    PART,
    NOT_NOW,
    REFUSED
  }

  private final ExecutorIdentity identity;
  private final Duration callTimeout;
  private final HscCalls hsc;
  private final MonotonicClock clock;
  private final LogStreams streams;
  private final Counter dropped;

  /** Time of the next parts of followed logs. */
  private long followAt;

  /** Time of the next try of a part of an ended log. */
  private long retryAt;

  public LogSender(
      ExecutorIdentity identity,
      Duration callTimeout,
      HscCalls hsc,
      MonotonicClock clock,
      Threads threads,
      MeterRegistry metrics) {
    this.identity = identity;
    this.callTimeout = callTimeout;
    this.hsc = hsc;
    this.clock = clock;
    this.streams = new LogStreams(threads);
    this.followAt = clock.nanos();
    this.retryAt = clock.nanos();
    this.dropped = Counter.builder("atf.executor.logs.dropped").register(metrics);
  }

  @Override
  public void whenEarlier(Runnable wake) {
    streams.whenWaiting(wake);
  }

  /** Sets the attempts whose logs are being followed. */
  public void follow(Collection<RunningAttempt> attempts) {
    streams.follow(attempts);
  }

  /**
   * Sends the rest of the log of an ended attempt, if its log is kept.
   *
   * @param failed whether it ended without success
   */
  public void end(RunningAttempt attempt, boolean failed) {
    if (attempt.work().getLogBytesMax() > 0 && !streams.end(attempt, failed)) {
      dropped.increment();
    }
  }

  /**
   * Waits until the logs of ended attempts are sent or given up.
   *
   * @return false if the time-out passed before that
   */
  public boolean awaitSent(Duration timeout) throws InterruptedException {
    return streams.awaitSent(timeout);
  }

  /**
   * Sends one part of the log of an ended attempt and, if it is due, one part of each followed log.
   */
  @Override
  public Duration turn() {
    var wait = sendEnded();
    var untilFollow = Duration.ofNanos(followAt - clock.nanos());
    if (!streams.isFollowing()) {
      untilFollow = IDLE;
    } else if (untilFollow.isNegative() || untilFollow.isZero()) {
      sendFollowed();
      followAt = clock.nanos() + FOLLOW_EVERY.toNanos();
      untilFollow = FOLLOW_EVERY;
    }
    return wait.compareTo(untilFollow) < 0 ? wait : untilFollow;
  }

  /** Returns the time until another part may be sent. */
  private Duration sendEnded() {
    var retry = Duration.ofNanos(retryAt - clock.nanos());
    if (!retry.isNegative() && !retry.isZero()) {
      return retry;
    }
    var stream = streams.firstEnded();
    if (stream == null) {
      return IDLE;
    }
    var sent = send(stream, true);
    if (sent == Sent.NOT_NOW && stream.failed() < TRIES_MAX) {
      retryAt = clock.nanos() + RETRY_AFTER.toNanos();
      return RETRY_AFTER;
    }
    if (sent == Sent.NOT_NOW || sent == Sent.REFUSED) {
      dropped.increment();
    }
    if (sent != Sent.PART) {
      streams.removeEnded(stream);
    }
    return Duration.ZERO;
  }

  /** Sends a part of each followed log. A call without an answer ends the round. */
  private void sendFollowed() {
    for (var stream : streams.toFollow()) {
      var sent = send(stream, false);
      if (sent == Sent.REFUSED) {
        streams.stop(stream);
      }
      if (sent == Sent.NOT_NOW) {
        return;
      }
    }
  }

  /**
   * Sends the next part.
   *
   * @param isOver whether the attempt has ended; if so, its last part is marked as the last one
   */
  private Sent send(LogStream stream, boolean isOver) {
    var part = stream.next(isOver);
    if (part == null) {
      return Sent.NOTHING_LEFT;
    }
    try {
      var request =
          part.toBuilder()
              .setExecutorId(identity.executorId())
              .setLambda(identity.lambda())
              .build();
      if (hsc.appendLog(request, callTimeout).getRefused()) {
        return Sent.REFUSED;
      }
      stream.sent();
      return Sent.PART;
    } catch (StatusRuntimeException e) {
      log.debug(
          "log not sent taskId={} part={} status={}",
          stream.attempt().taskId(),
          part.getPart(),
          GrpcCall.brief(e.getStatus()));
      return PASSING.contains(e.getStatus().getCode()) ? Sent.NOT_NOW : Sent.REFUSED;
    }
  }

  /**
   * Logs to send: followed logs, and logs of ended attempts. Thread-safe; only {@link #awaitSent}
   * waits.
   */
  private static final class LogStreams {
    private final ReentrantLock lock = new ReentrantLock();
    private final Condition allSent;

    /** Streams of running attempts that are or were followed. */
    private final Map<RunningAttempt, LogStream> begun = new LinkedHashMap<>();

    private final Set<RunningAttempt> followed = new HashSet<>();
    private final Deque<LogStream> ended = new ArrayDeque<>();
    private Runnable wake = () -> {};

    LogStreams(Threads threads) {
      this.allSent = threads.condition(lock);
    }

    /** Sets an action, which must not wait, that runs when there is something to send. */
    void whenWaiting(Runnable action) {
      lock.lock();
      try {
        wake = action;
      } finally {
        lock.unlock();
      }
    }

    /** Sets the attempts whose logs are being followed. Attempts that have ended are ignored. */
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
          wake.run();
        }
      } finally {
        lock.unlock();
      }
    }

    /**
     * Adds the rest of the log of an ended attempt, if its log is kept.
     *
     * @return false if there is no space for it
     */
    boolean end(RunningAttempt attempt, boolean failed) {
      attempt.log().close();
      lock.lock();
      try {
        followed.remove(attempt);
        var stream = begun.remove(attempt);
        boolean kept =
            stream != null
                || (!attempt.log().isEmpty() && (failed || attempt.work().getLogAlways()));
        if (!kept || attempt.isLost()) {
          return true;
        }
        if (ended.size() == ENDED_MAX) {
          return false;
        }
        ended.add(stream == null ? new LogStream(attempt) : stream);
        wake.run();
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

    /** Returns the streams whose next parts are due, and removes streams whose claims are lost. */
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

    /** Removes a followed log, because the HSC refuses its parts. */
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
     * @return false if the time-out passed before that
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

  /**
   * Log of one attempt while it is sent. It numbers the parts, and keeps a part until it is
   * answered, so that a retry sends the same part. One thread at a time uses it.
   */
  private static final class LogStream {
    private final RunningAttempt attempt;
    private @Nullable AppendLogRequest pending;
    private boolean lastTaken;
    private int parts;
    private long bytes;
    private int tries;

    LogStream(RunningAttempt attempt) {
      this.attempt = attempt;
    }

    RunningAttempt attempt() {
      return attempt;
    }

    /** Returns whether more parts may be sent while the attempt runs. */
    boolean mayFollow() {
      return bytes < (long) FOLLOWED_TIMES_MAX * attempt.work().getLogBytesMax()
          && parts < PARTS_MAX - FOLLOWED_TIMES_MAX;
    }

    /**
     * Returns the part to send next; null if there is none.
     *
     * @param ended whether the attempt has ended; its last part, which may be empty, is marked as
     *     the last one
     */
    @Nullable AppendLogRequest next(boolean ended) {
      if (pending == null && !lastTaken && parts < PARTS_MAX) {
        var text = attempt.log().take(PART_BYTES_MAX);
        boolean last = ended && attempt.log().isEmpty();
        if (text.length > 0 || (last && parts > 0)) {
          lastTaken = last;
          bytes += text.length;
          pending =
              AppendLogRequest.newBuilder()
                  .setAttemptRef(attempt.ref())
                  .setPart(parts + 1)
                  .setText(ByteString.copyFrom(text))
                  .setLast(last)
                  .build();
        }
      }
      return pending;
    }

    /** Marks the pending part as stored. */
    void sent() {
      pending = null;
      parts++;
      tries = 0;
    }

    /** Counts a try of the pending part without an answer. Returns the number of such tries. */
    int failed() {
      return ++tries;
    }
  }
}
