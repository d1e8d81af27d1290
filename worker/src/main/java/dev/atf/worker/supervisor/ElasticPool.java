package dev.atf.worker.supervisor;

import dev.atf.controller.QueueLoad;
import dev.atf.worker.pool.PoolDecision;
import dev.atf.worker.pool.PoolDecision.PoolFacts;
import dev.atf.worker.pool.ScaleConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Places of one lambda whose number of processes follows its load. Further places are asleep. Only
 * the supervisor's loop calls it.
 */
final class ElasticPool {
  private static final Logger log = LoggerFactory.getLogger(ElasticPool.class);

  private final WorkerSpec spec;
  private final List<ExecutorSlot> places;
  private final ScaleConfig scale;
  private final HostOverload overload;
  private final RandomGenerator random;
  private volatile LoadSource source = LoadSource.NONE;
  private long decideAt;
  private long neededAt;
  private long handedOut;

  /** Creates the pool. All places beyond the minimum are asleep. */
  ElasticPool(
      WorkerSpec spec,
      List<ExecutorSlot> places,
      ScaleConfig scale,
      HostOverload overload,
      RandomGenerator random,
      long now) {
    this.spec = spec;
    this.places = List.copyOf(places);
    this.scale = scale;
    this.overload = overload;
    this.random = random;
    this.decideAt = now;
    this.neededAt = now;
    places.stream().skip(spec.processes().least()).forEach(place -> place.sleep(now));
  }

  void scaleBy(LoadSource load) {
    source = load;
  }

  /**
   * Updates the pool once. The first reference wakes a sleeping pool; otherwise a decision is made
   * about once per {@link ScaleConfig#lookEvery}. While the load is unknown, the number of
   * processes does not change, because a read error must not disturb the watch over deadlines.
   */
  void update(long now) {
    var awake = places.stream().filter(place -> !place.isAsleep()).toList();
    QueueLoad load;
    try {
      load = source.of(spec.lambda(), awake.size(), spec.processes().most());
    } catch (RuntimeException e) {
      log.warn("load of lambda={} is unknown", spec.lambda(), e);
      return;
    }
    if (isNeeded(awake, load)) {
      neededAt = now;
    }
    handedOut = load.handedOut();
    boolean wakes = awake.isEmpty() && load.queued() > 0;
    if (!wakes && now - decideAt < 0) {
      return;
    }
    decideAt = now + afterAbout(scale.lookEvery());
    var decision = PoolDecision.of(facts(awake, load, now), scale);
    if (decision instanceof PoolDecision.Start start) {
      start(start.processes(), load);
    } else if (decision instanceof PoolDecision.Drain) {
      drain(awake, now);
    }
  }

  private PoolFacts facts(List<ExecutorSlot> awake, QueueLoad load, long now) {
    int failing = (int) awake.stream().filter(ExecutorSlot::isCrashLoop).count();
    return new PoolFacts(
        spec.processes(),
        awake.size() - failing,
        failing,
        load.queued(),
        load.oldestDueAge(),
        Duration.ofNanos(now - neededAt),
        overload.isOverloaded());
  }

  /**
   * Returns whether all processes are needed, because a task waits, all processes are busy, or the
   * only process received a task since the last check. Short tasks may start and end between two
   * checks. If all of several processes are only busy occasionally, one of them is not needed.
   */
  private boolean isNeeded(List<ExecutorSlot> awake, QueueLoad load) {
    return load.queued() > 0
        || (awake.size() == 1 && load.handedOut() != handedOut)
        || awake.stream().noneMatch(ExecutorSlot::isIdle);
  }

  private void start(int processes, QueueLoad load) {
    log.info(
        "executors started by load lambda={} processes={} queued={} oldestDueAge={}",
        spec.lambda(),
        processes,
        load.queued(),
        load.oldestDueAge());
    places.stream().filter(ExecutorSlot::isAsleep).limit(processes).forEach(ExecutorSlot::wake);
  }

  /**
   * Drains the last idle place. A working place is not drained, because its work may take longer
   * than a drain.
   */
  private void drain(List<ExecutorSlot> awake, long now) {
    var lastFirst = new ArrayList<>(awake);
    Collections.reverse(lastFirst);
    lastFirst.stream()
        .filter(ExecutorSlot::isIdle)
        .findFirst()
        .ifPresent(
            place -> {
              log.info("executor drained lambda={}: it was not needed", spec.lambda());
              place.sleep(now);
              neededAt = now;
            });
  }

  /** Draws a wait between half and one and a half of the interval, in nanoseconds. */
  private long afterAbout(Duration interval) {
    return interval.toNanos() / 2 + random.nextLong(interval.toNanos());
  }
}
