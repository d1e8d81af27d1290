package dev.atf.controller;

import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.WorkerAnswer;
import dev.atf.protocol.v1.WorkerAnswer.Health;
import dev.atf.protocol.v1.WorkerAnswer.Order;
import dev.atf.runtime.loop.MonotonicClock;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Health of this worker host as it knows it itself, by which it hands work out or does not. Silence
 * counts from when an answered report was sent, so that the host is never more optimistic about
 * itself than the HSC. Thread-safe.
 *
 * <p>No lease depends on it. An unhealthy host only leaves new work to others.
 */
@Singleton
public final class HostHealth {
  private static final Logger log = LoggerFactory.getLogger(HostHealth.class);

  /**
   * Exit code of a host that was ordered to exit. It should not be restarted automatically ({@code
   * RestartPreventExitStatus} of systemd).
   */
  public static final int GONE_EXIT_CODE = 74;

  /** Exit code of a host that was lost. It may be restarted. */
  public static final int LOST_EXIT_CODE = 75;

  private final MonotonicClock clock;
  private volatile Optional<Answered> latest = Optional.empty();
  private volatile Consumer<String> whenToExit =
      reason -> log.error("this worker host takes no work any more: {}", reason);

  /**
   * Answer to a report.
   *
   * @param first whether it is the first answer, so that the HSC does not know yet that one has
   *     arrived
   */
  private record Answered(WorkerAnswer answer, long sentAt, boolean first) {
    boolean isEnd() {
      return answer.getOrder() == Order.EXIT || answer.getOrder() == Order.RESTART;
    }

    boolean isLike(WorkerAnswer next) {
      return answer.getHealth() == next.getHealth() && answer.getOrder() == next.getOrder();
    }
  }

  @Inject
  public HostHealth(MonotonicClock clock) {
    this.clock = clock;
  }

  /**
   * Runs {@code action} once, with the reason, when the host is ordered to exit; immediately if it
   * already was.
   */
  public synchronized void whenToExit(Consumer<String> action) {
    whenToExit = action;
    latest.filter(Answered::isEnd).ifPresent(last -> action.accept(last.answer().getReason()));
  }

  /** Returns the message of a host that was ordered to end. */
  public String endMessage(String reason) {
    return "ends, and is %sto be started again: %s"
        .formatted(exitCode() == LOST_EXIT_CODE ? "" : "not ", reason);
  }

  /** Returns the exit code of a host that was ordered to end. */
  public int exitCode() {
    return latest.filter(last -> last.answer().getOrder() == Order.RESTART).isPresent()
        ? LOST_EXIT_CODE
        : GONE_EXIT_CODE;
  }

  /** Returns the time of a report that is about to be sent, for {@link #answered}. */
  public long sending() {
    return clock.nanos();
  }

  /**
   * Records the answer to a report. The order to end stays.
   *
   * @param answer the default instance of an HSC that keeps no places
   * @param sentAt when the report was sent, on the monotonic clock
   */
  public synchronized void answered(WorkerAnswer answer, long sentAt) {
    var before = latest;
    if (before.filter(Answered::isEnd).isPresent()) {
      return;
    }
    var next = new Answered(answer, sentAt, before.isEmpty());
    latest = Optional.of(next);
    if (before.filter(last -> last.isLike(answer)).isEmpty()) {
      log.info(
          "this worker host is {} order={} {}",
          answer.getHealth(),
          answer.getOrder(),
          answer.getReason());
    }
    if (next.isEnd()) {
      whenToExit.accept(answer.getReason());
    }
  }

  /** Returns whether any of its reports was answered. */
  public boolean isAcknowledged() {
    return latest.isPresent();
  }

  /** Returns whether this host may take work from queues, and hand it out. */
  public boolean mayWork() {
    return latest.filter(this::permits).isPresent();
  }

  /** Returns whether this host is ordered to take no more work. */
  public boolean isToDrain() {
    return latest.filter(last -> last.answer().getOrder() == Order.DRAIN).isPresent();
  }

  /** Returns the time until the next report, at most {@code most}. */
  public Duration reportIn(Duration most) {
    var last = latest.map(Answered::answer).orElse(WorkerAnswer.getDefaultInstance());
    if (last.getHealth() == Health.NEW && latest.filter(Answered::first).isPresent()) {
      return Duration.ZERO;
    }
    var third = ProtoTimes.java(last.getUnhealthyAfter()).dividedBy(3);
    return last.hasUnhealthyAfter() && third.compareTo(most) < 0 ? third : most;
  }

  private boolean permits(Answered last) {
    var health = last.answer().getHealth();
    return last.answer().getOrder() == Order.NONE
        && (health == Health.HEALTHY || health == Health.HEALTH_UNKNOWN)
        && !isSilent(last);
  }

  private boolean isSilent(Answered answered) {
    return answered.answer().hasUnhealthyAfter()
        && clock
                .since(answered.sentAt())
                .compareTo(ProtoTimes.java(answered.answer().getUnhealthyAfter()))
            >= 0;
  }
}
