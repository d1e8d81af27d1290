package dev.atf.worker.supervisor;

import dev.atf.executor.ExitCode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports the end of each executor once. If it possibly held attempts, that is only when nothing of
 * its process tree runs any more, because its tasks may then be started elsewhere (law 4). If the
 * tree cannot be observed, nothing is reported, and the leases expire.
 */
final class DeathNotices {
  private static final Logger log = LoggerFactory.getLogger(DeathNotices.class);

  /**
   * Number of consecutive empty searches. A process that forks during the first search is found by
   * the second.
   */
  private static final int SEARCHES_IN_VAIN = 2;

  /**
   * Maximum time until a report. It is longer than most leases, and a report after the end of the
   * lease is useless.
   */
  private static final Duration REPORTED_WITHIN = Duration.ofMinutes(10);

  private final List<Pending> pending = new ArrayList<>();
  private volatile Consumer<ExecutorDeath> listener = death -> {};

  /** Death that is not reported yet, with its process tree. */
  private static final class Pending {
    private final ChildProcess child;
    private final String lambda;
    private final int exitCode;
    private final long diedAt;
    private int inVain;

    Pending(ChildProcess child, String lambda, int exitCode, long diedAt) {
      this.child = child;
      this.lambda = lambda;
      this.exitCode = exitCode;
      this.diedAt = diedAt;
    }
  }

  /** Sets the receiver of reports. It is called on the supervisor's thread and must not wait. */
  void tell(Consumer<ExecutorDeath> to) {
    listener = to;
  }

  /**
   * Records a child that has ended. A child that drained, and held no attempt at its end, is
   * reported immediately.
   */
  synchronized void ended(ChildProcess child, String lambda, int exitCode, long now) {
    if (exitCode == ExitCode.DRAINED.code() && child.isIdle()) {
      child.death(lambda, exitCode).ifPresent(listener);
    } else if (child.tree().isVisible()) {
      pending.add(new Pending(child, lambda, exitCode, now));
    }
  }

  synchronized void update(long now) {
    pending.removeIf(death -> isReported(death) || isTooOld(death, now));
  }

  private boolean isReported(Pending death) {
    death.inVain = death.child.tree().kill() ? death.inVain + 1 : 0;
    if (death.inVain < SEARCHES_IN_VAIN) {
      return false;
    }
    death.child.death(death.lambda, death.exitCode).ifPresent(listener);
    return true;
  }

  /** Returns whether no death is left to be reported. */
  synchronized boolean isEmpty() {
    return pending.isEmpty();
  }

  private static boolean isTooOld(Pending death, long now) {
    boolean old = now - death.diedAt >= REPORTED_WITHIN.toNanos();
    if (old) {
      log.error(
          "executor pid={} lambda={} has died, and processes that it had started cannot be killed",
          death.child.pid(),
          death.lambda);
    }
    return old;
  }
}
