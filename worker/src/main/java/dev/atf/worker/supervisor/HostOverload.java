package dev.atf.worker.supervisor;

import dev.atf.runtime.config.Durations;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Detector of a host that has more executors than it can run: several of them lost their leases at
 * about the same time. Fast and simultaneous restarts would increase the load of such a host, so
 * that it would not recover (ADR 0036).
 *
 * <p>An unreachable HSC has the same symptoms. In this case, slower restarts do no harm, because
 * executors have no work until the HSC is reachable again.
 *
 * <p>Only the supervisor's loop changes it. {@link #isOverloaded} may be called from any thread.
 */
final class HostOverload {
  private static final Logger log = LoggerFactory.getLogger(HostOverload.class);

  /**
   * Minimum number of places. A single place may have lost its lease for another reason, such as a
   * stopped process or a full heap. Its own consecutive deaths already delay its restarts.
   */
  static final int PLACES_MIN = 2;

  private final Duration window;
  private final Deque<LostLease> lost = new ArrayDeque<>();
  private volatile boolean overloaded;
  private boolean logged;
  private long since;
  private int lostInAll;

  private record LostLease(String place, long at) {}

  HostOverload(SupervisorConfig config) {
    window = window(config);
  }

  /**
   * Returns the time for which a lost lease counts. It is one whole cycle of a place: a death, the
   * wait, the start, and the time until the process counts as steady. A shorter window would forget
   * the deaths of one cycle before those of the next cycle.
   */
  static Duration window(SupervisorConfig config) {
    return config.restartBackoffMax().plus(config.readyWithin()).plus(config.steadyAfter());
  }

  /**
   * Records that an executor exited because its lease had ended, or was killed because it still ran
   * after its lease.
   *
   * @param place place of the executor, unique on this host
   * @param now current time of the monotonic clock
   */
  void leaseLost(String place, long now) {
    forgetOld(now);
    lost.add(new LostLease(place, now));
    lostInAll++;
    if (!overloaded && isLostByMany()) {
      overloaded = true;
      since = lost.element().at();
      lostInAll = lost.size();
    }
  }

  /**
   * Evaluates the host again, after all places were updated.
   *
   * @param startsWait whether an executor waits for the starts of others; the overload lasts as
   *     long as one waits, because all of them would be started together at its end
   */
  void update(long now, boolean startsWait) {
    forgetOld(now);
    if (overloaded && !logged) {
      logged = true;
      log.warn(
          "host overloaded: leases lost={} by executors={} within {}. Until this has not happened for"
              + " {}, executors are started again later, one at a time, with one thread at first. If"
              + " the HSC was away it passes by itself; if not, give this host fewer executors or"
              + " threads, the cluster a longer lease, or take a bigger host",
          lost.size(),
          places(),
          inSeconds(Duration.ofNanos(now - since)),
          inSeconds(window));
    } else if (overloaded && !startsWait && !isLostByMany()) {
      overloaded = false;
      logged = false;
      log.info(
          "host no longer overloaded: leases lost={} in {}",
          lostInAll,
          inSeconds(Duration.ofNanos(now - since)));
    }
  }

  boolean isOverloaded() {
    return overloaded;
  }

  /**
   * Returns the number of leases that this host lost within the window; 0 while it is not
   * overloaded.
   */
  int lostLeases() {
    return overloaded ? lost.size() : 0;
  }

  private boolean isLostByMany() {
    return places() >= PLACES_MIN;
  }

  private long places() {
    return lost.stream().map(LostLease::place).distinct().count();
  }

  private static String inSeconds(Duration time) {
    return Durations.text(Duration.ofSeconds(Math.max(1, time.plusMillis(999).toSeconds())));
  }

  private void forgetOld(long now) {
    while (!lost.isEmpty() && now - lost.element().at() > window.toNanos()) {
      lost.remove();
    }
  }
}
