package dev.atf.simulation.world;

import dev.atf.controller.DeathReports;
import dev.atf.controller.ExecutorEnd;
import dev.atf.model.ExecutorId;
import dev.atf.model.LambdaName;
import dev.atf.sim.time.Timeline;
import dev.atf.sim.time.VirtualProcess;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.random.RandomGenerator;

/**
 * Supervisors of the hosts, which report dead executors to their controller: mostly within a
 * second, sometimes late, twice, or not at all.
 */
final class ReportedDeaths {
  /** Shortest time in which a supervisor sees that nothing of a process is left. */
  private static final Duration SEEN_AFTER = Duration.ofMillis(50);

  private static final Duration SOON = Duration.ofSeconds(1);
  private static final Duration LATE = Times.LEASE.lease().multipliedBy(3);
  private static final int DRAWS = 8;

  private final Timeline timeline;
  private final RandomGenerator random;
  private final Map<String, Controller> controllers = new HashMap<>();

  private record Controller(VirtualProcess process, DeathReports reports) {}

  /**
   * @param seed seed of the world, used for a separate generator, so that other draws do not depend
   *     on deaths
   */
  ReportedDeaths(Timeline timeline, long seed) {
    this.timeline = timeline;
    this.random = new SplittableRandom(seed ^ 0x3C6EF372L);
  }

  /** Sets the controller of a host, until it is replaced. */
  void by(String name, VirtualProcess process, DeathReports reports) {
    controllers.put(name, new Controller(process, reports));
  }

  /** Reports a death to the controller of the host, unless that is dead by then. */
  void tell(String controller, String executorId, String lambda) {
    if (executorId.isEmpty() || !controllers.containsKey(controller)) {
      return;
    }
    var end =
        new ExecutorEnd(new ExecutorId(executorId), new LambdaName(lambda), "killed", "", false);
    var to = controllers.get(controller);
    switch (random.nextInt(DRAWS)) {
      case 0 -> {} // lost
      case 1 -> add(to, end, LATE);
      case 2 -> {
        add(to, end, SOON);
        add(to, end, LATE);
      }
      default -> add(to, end, SOON);
    }
  }

  private void add(Controller to, ExecutorEnd end, Duration within) {
    var after = SEEN_AFTER.plusNanos(random.nextLong(within.toNanos()));
    timeline.after(
        after,
        () -> {
          if (!to.process().isDead()) {
            to.process().start("death", () -> to.reports().add(end));
          }
        });
  }
}
