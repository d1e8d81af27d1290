package dev.atf.executor.core.log;

import dev.atf.executor.core.attempt.RunningAttempt;
import dev.atf.executor.core.call.ExecutorIdentity;
import dev.atf.executor.core.call.GrpcCall;
import dev.atf.executor.core.call.HscCalls;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.runtime.loop.Threads;
import dev.atf.runtime.loop.WakeableStep;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Collection;
import java.util.EnumSet;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends logs of attempts to the HSC, apart from heartbeats and results: those of ended attempts as
 * their lambda says, and those that somebody follows every {@link #FOLLOW_EVERY}. What it cannot
 * send soon is dropped; nothing waits for it.
 */
public final class LogSender implements WakeableStep {
  /** Time between two parts of a log that somebody follows. */
  static final Duration FOLLOW_EVERY = Duration.ofSeconds(2);

  /** Most tries of a part after the end of its attempt: an HSC that restarts is back. */
  static final int TRIES_MAX = 4;

  private static final Duration RETRY_AFTER = Duration.ofSeconds(1);

  /** Wait while there is nothing to send. */
  private static final Duration IDLE = Duration.ofHours(1);

  /** Statuses after which the same part may be taken. */
  private static final Set<Status.Code> PASSING =
      EnumSet.of(
          Status.Code.UNAVAILABLE,
          Status.Code.DEADLINE_EXCEEDED,
          Status.Code.RESOURCE_EXHAUSTED,
          Status.Code.CANCELLED,
          Status.Code.ABORTED);

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

  /** Replaces the attempts whose logs somebody follows. */
  public void follow(Collection<RunningAttempt> attempts) {
    streams.follow(attempts);
  }

  /**
   * Has what is left of the log of an attempt sent that is over, if it is to be kept.
   *
   * @param failed whether it ended otherwise than with success
   */
  public void end(RunningAttempt attempt, boolean failed) {
    if (attempt.work().getLogBytesMax() > 0 && !streams.end(attempt, failed)) {
      dropped.increment();
    }
  }

  /**
   * Waits until the logs of ended attempts are sent, or given up.
   *
   * @return false if the time was over first
   */
  public boolean awaitSent(Duration timeout) throws InterruptedException {
    return streams.awaitSent(timeout);
  }

  /** Sends one part of an ended log, and of each followed one if it is time. */
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

  /** Sends a part of each followed log; one call without an answer ends the round. */
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
   * @param isOver whether the attempt is: the last part says so
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
}
