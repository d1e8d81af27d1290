package dev.atf.worker.supervisor;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Limit on the number of executors that are being started at the same time. It is one while the
 * host is overloaded; otherwise there is no limit. A starting JVM takes most of a processor from
 * the running ones.
 */
final class StartLimit {
  private final HostOverload overload;
  private final Duration readyWithin;
  private final List<ChildProcess> starting = new ArrayList<>();

  /**
   * Creates a limit.
   *
   * @param readyWithin time for which others wait for an executor that does not become ready
   */
  StartLimit(HostOverload overload, Duration readyWithin) {
    this.overload = overload;
    this.readyWithin = readyWithin;
  }

  /** Returns whether another executor may be started now. */
  boolean permits(long now) {
    starting.removeIf(child -> !isStarting(child, now));
    return starting.isEmpty() || !overload.isOverloaded();
  }

  /** Records a started executor, even if its start was not permitted. */
  void started(ChildProcess child, long now) {
    starting.removeIf(former -> !isStarting(former, now));
    starting.add(child);
  }

  private boolean isStarting(ChildProcess child, long now) {
    return child.isAlive() && !child.isReady() && child.age(now).compareTo(readyWithin) < 0;
  }
}
