package dev.atf.worker.supervisor;

import dev.atf.executor.ExitCode;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Slot of a worker host for one executor process, which is restarted after a death. While the
 * process is replaced, the slot has two processes for some time, because the successor must be
 * ready before the working one is asked to exit.
 *
 * <p>Only the supervisor's loop changes it. Any thread may read its status.
 */
final class ExecutorSlot {
  private static final Logger log = LoggerFactory.getLogger(ExecutorSlot.class);

  private final WorkerSpec spec;
  private final int index;
  private final SupervisorConfig config;
  private final ChildLauncher launcher;
  private final RestartBackoff backoff;
  private final HostOverload overload;
  private final StartLimit starts;
  private final DeathNotices deaths;
  private final InstantSource instants;
  private final MeterRegistry metrics;

  private @Nullable ChildProcess current;
  private @Nullable ChildProcess successor;
  private @Nullable ChildProcess leaving;
  private long leavingSince;
  private long startNotBefore;
  private boolean started;
  private boolean startWaits;
  private boolean ending;
  private boolean asleep;
  private boolean replaced;
  private int restarts;
  private Optional<RepeatedDeaths> lastDeaths = Optional.empty();

  ExecutorSlot(
      WorkerSpec spec,
      int index,
      SupervisorConfig config,
      ChildLauncher launcher,
      RestartBackoff backoff,
      HostOverload overload,
      StartLimit starts,
      DeathNotices deaths,
      InstantSource instants,
      MeterRegistry metrics) {
    this.spec = spec;
    this.index = index;
    this.config = config;
    this.launcher = launcher;
    this.backoff = backoff;
    this.overload = overload;
    this.starts = starts;
    this.deaths = deaths;
    this.instants = instants;
    this.metrics = metrics;
  }

  /** Updates the slot once. */
  synchronized void update(long now) {
    reapExited(now);
    all().forEach(child -> child.watch(now, config.killMargin()));
    all().filter(child -> child.becomesReady(now)).forEach(child -> countStart(child.age(now)));
    if (leaving != null && now - leavingSince >= config.drainTimeout().toNanos()) {
      log.warn("executor killed lambda={} index={}: its drain timed out", spec.lambda(), index);
      leaving.kill();
    }
    if (successor != null) {
      checkSuccessor(successor, now);
    }
    boolean startIsDue =
        current == null && !ending && !asleep && (!started || now - startNotBefore >= 0);
    startWaits = startIsDue && !starts.permits(now);
    if (current != null) {
      backoff.readyFor(current.readyFor(now));
    } else if (startIsDue && !startWaits) {
      start(now).ifPresent(child -> current = child);
    }
  }

  /** Returns whether the place is only empty because other executors are being started. */
  synchronized boolean isStartWaiting() {
    return startWaits;
  }

  /** Keeps the place empty from now on. If it has a process, the process is asked to drain. */
  synchronized void sleep(long now) {
    asleep = true;
    started = backoff.deathsInARow() > 0;
    if (current != null) {
      leaving = current;
      leavingSince = now;
      current = null;
      leaving.askToEnd();
    }
  }

  /** Fills the place again, with the next update. */
  synchronized void wake() {
    asleep = false;
  }

  synchronized boolean isAsleep() {
    return asleep;
  }

  /**
   * Returns whether the process of the place holds no attempt and may be drained. Also true without
   * a process.
   */
  synchronized boolean isIdle() {
    return !isBeingReplaced() && (current == null || current.isIdle());
  }

  /**
   * Begins to replace the current process with a new one. {@link #update} continues the
   * replacement.
   */
  synchronized void beginReplacement(long now) {
    replaced = false;
    if (ending || current == null) {
      // Any process that fills it next is new.
      replaced = true;
    } else {
      start(now).ifPresent(child -> successor = child);
    }
  }

  synchronized boolean isBeingReplaced() {
    return successor != null || leaving != null;
  }

  /** Returns whether the last replacement has succeeded. */
  synchronized boolean isReplaced() {
    return replaced;
  }

  /** Sends SIGTERM. The slot stays empty from now on. */
  synchronized void askToEnd() {
    ending = true;
    all().forEach(ChildProcess::askToEnd);
  }

  synchronized void kill() {
    all().forEach(ChildProcess::kill);
  }

  synchronized boolean isRunning() {
    return all().anyMatch(ChildProcess::isAlive);
  }

  /** Returns the age of the oldest attempt of all live processes of the slot. */
  synchronized Duration longestHeld(long now) {
    return all()
        .filter(ChildProcess::isAlive)
        .map(child -> child.longestHeld(now))
        .max(Comparator.naturalOrder())
        .orElse(Duration.ZERO);
  }

  /** Returns whether the executors of the place keep dying. False while none should run. */
  synchronized boolean isCrashLoop() {
    return !asleep && backoff.isCrashLoop();
  }

  /**
   * Returns whether the place should have an executor that takes work, and has none: there is no
   * process, or it did not become ready in time.
   */
  synchronized boolean isMissing(long now) {
    var process = current;
    return !asleep
        && (process == null
            || !process.isAlive()
            || (!process.isReady() && process.age(now).compareTo(config.readyWithin()) >= 0));
  }

  /** Returns the working process; empty if there is none now. */
  synchronized Optional<ChildStatus> child() {
    return current == null || !current.isAlive()
        ? Optional.empty()
        : Optional.of(
            new ChildStatus(current.pid(), spec.lambda(), index, current.startedAt(), restarts));
  }

  synchronized PlaceStatus status() {
    return new PlaceStatus(
        spec.lambda(),
        index,
        child(),
        current != null && current.isAlive() && current.isReady(),
        restarts,
        repeatedDeaths(),
        isCrashLoop(),
        asleep);
  }

  private void countStart(Duration took) {
    metrics.timer("atf.supervisor.spin.up", "lambda", spec.lambda()).record(took);
  }

  private Stream<ChildProcess> all() {
    return Stream.of(
            Optional.ofNullable(leaving),
            Optional.ofNullable(current),
            Optional.ofNullable(successor))
        .flatMap(Optional::stream);
  }

  private void checkSuccessor(ChildProcess next, long now) {
    if (current == null) {
      // It takes over an empty slot immediately.
      replaced = true;
      current = next;
      successor = null;
    } else if (next.isReady()) {
      // While an earlier process is leaving, the successor waits: only one process can leave.
      if (leaving == null) {
        log.info("executor replaced lambda={} index={} pid={}", spec.lambda(), index, next.pid());
        leaving = current;
        leavingSince = now;
        current = next;
        successor = null;
        replaced = true;
        leaving.askToEnd();
      }
    } else if (next.age(now).compareTo(config.readyWithin()) >= 0) {
      log.error(
          "executor not ready within {} lambda={} index={} pid={}: the previous one stays",
          config.readyWithin(),
          spec.lambda(),
          index,
          next.pid());
      next.kill();
    }
  }

  private void reapExited(long now) {
    if (leaving != null && !leaving.isAlive()) {
      ended(leaving, leaving.reap(now), now);
      leaving = null;
    }
    if (successor != null && !successor.isAlive()) {
      ended(successor, successor.reap(now), now);
      successor = null;
    }
    if (current != null && !current.isAlive()) {
      var dead = current;
      int exitCode = dead.reap(now);
      ended(dead, exitCode, now);
      current = null;
      if (!ending) {
        died(dead, exitCode, now);
      }
    }
  }

  private void ended(ChildProcess child, int exitCode, long now) {
    log.info(
        "executor ended lambda={} index={} pid={} exitCode={} {}",
        spec.lambda(),
        index,
        child.pid(),
        exitCode,
        nameOf(exitCode, child));
    deaths.ended(child, spec.lambda(), exitCode, now);
    if (exitCode == ExitCode.LEASE_OVER.code() || child.wasOverdue()) {
      overload.leaseLost(spec.lambda() + "/" + index, now);
    }
  }

  private void died(ChildProcess dead, int exitCode, long now) {
    metrics
        .counter(
            "atf.supervisor.executors.died",
            "lambda",
            spec.lambda(),
            "exit",
            nameOf(exitCode, dead))
        .increment();
    var wait =
        countDeath(
            exitCode, ExecutorDeath.how(exitCode, dead.lastErrors()), dead.lastErrors(), now);
    if (backoff.isCrashLoop()) {
      log.error(
          "executor crash-loops lambda={} index={} deathsInARow={} exitCode={} {} backoff={}",
          spec.lambda(),
          index,
          backoff.deathsInARow(),
          exitCode,
          nameOf(exitCode, dead),
          wait);
    } else {
      log.warn(
          "executor is started again lambda={} index={} exitCode={} {} backoff={}",
          spec.lambda(),
          index,
          exitCode,
          nameOf(exitCode, dead),
          wait);
    }
  }

  /** Returns the recent deaths; empty after an executor that was ready for a long time. */
  private Optional<RepeatedDeaths> repeatedDeaths() {
    return backoff.deathsInARow() == 0 ? Optional.empty() : lastDeaths;
  }

  /** Counts a death. Returns the time for which the place stays empty. */
  private Duration countDeath(int exitCode, String how, String lastErrors, long now) {
    var since = repeatedDeaths().map(RepeatedDeaths::since).orElseGet(instants::instant);
    var wait = backoff.afterDeath();
    startNotBefore = now + wait.toNanos();
    lastDeaths =
        Optional.of(new RepeatedDeaths(backoff.deathsInARow(), exitCode, how, lastErrors, since));
    return wait;
  }

  private Optional<ChildProcess> start(long now) {
    try {
      var child = launcher.start(now);
      starts.started(child, now);
      if (started && current == null) {
        restarts++;
      }
      started = true;
      log.info("executor started lambda={} index={} pid={}", spec.lambda(), index, child.pid());
      return Optional.of(child);
    } catch (IOException e) {
      started = true;
      var wait =
          countDeath(
              ExitCode.NOT_STARTED.code(),
              "it cannot be started",
              String.valueOf(e.getMessage()),
              now);
      log.error(
          "executor cannot be started lambda={} index={} backoff={}",
          spec.lambda(),
          index,
          wait,
          e);
      return Optional.empty();
    }
  }

  private static String nameOf(int exitCode, ChildProcess child) {
    return ExecutorDeath.known(exitCode, child.lastErrors())
        .map(Enum::name)
        .orElse("CODE_" + exitCode);
  }
}
