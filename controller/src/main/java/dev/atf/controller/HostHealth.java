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
 * Health of this worker host, as the host itself knows it. It decides whether the host hands out
 * work. The silence of the HSC counts from the sending of the last answered report, so that the
 * host always learns of its loss before the HSC does. Thread-safe.
 *
 * <p>No lease depends on it. An unhealthy host only leaves new work to other hosts.
 */
@Singleton
public final class HostHealth {
  private static final Logger log = LoggerFactory.getLogger(HostHealth.class);

  /**
   * Exit code of a host that was ordered to exit. It should not be restarted automatically ({@code
   * RestartPreventExitStatus} of systemd).
   */
  public static final int GONE_EXIT_CODE = 74;

  /** Exit code of a host that the HSC considers lost. It may be restarted. */
  public static final int LOST_EXIT_CODE = 75;

  private final MonotonicClock clock;
  private volatile Optional<Answered> latest = Optional.empty();
  private volatile Consumer<String> whenToExit =
      reason -> log.error("this worker host takes no work any more: {}", reason);

  /**
   * Answer to a report.
   *
   * @param sentAt time at which the report was sent, on the monotonic clock
   * @param first whether it is the first answer; the HSC does not know yet that an answer has
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
   * Registers an action that runs once when the host is ordered to exit, with the reason. It runs
   * immediately if the order has already arrived.
   */
  public synchronized void whenToExit(Consumer<String> action) {
    whenToExit = action;
    latest.filter(Answered::isEnd).ifPresent(last -> action.accept(last.answer().getReason()));
  }

  /** Returns the exit message of a host that was ordered to exit. */
  public String endMessage(String reason) {
    return "ends, and is %sto be started again: %s"
        .formatted(exitCode() == LOST_EXIT_CODE ? "" : "not ", reason);
  }

  /** Returns the exit code of a host that was ordered to exit. */
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
   * Records the answer to a report. An order to exit is never withdrawn.
   *
   * @param answer answer; the default instance if the HSC does not know places
   * @param sentAt time at which the report was sent, on the monotonic clock
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

  /** Returns whether any report of this host was answered. */
  public boolean isAcknowledged() {
    return latest.isPresent();
  }

  /** Returns whether this host may receive and hand out work. */
  public boolean mayWork() {
    return latest.filter(this::permits).isPresent();
  }

  /** Returns whether this host is ordered to take no further work. */
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
