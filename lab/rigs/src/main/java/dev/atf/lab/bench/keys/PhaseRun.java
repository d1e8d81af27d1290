package dev.atf.lab.bench.keys;

import dev.atf.cli.output.Progress;
import dev.atf.lab.bench.workload.Callers;
import dev.atf.lab.bench.workload.Contender;
import dev.atf.lab.bench.workload.Figures;
import dev.atf.local.Pause;
import dev.atf.protocol.v1.OrderingKey;
import dev.atf.protocol.v1.TaskStatus;
import dev.atf.runtime.loop.MonotonicClock;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.stream.IntStream;

/**
 * One phase of the benchmark: all tasks are scheduled and are due at once, those of a key in one
 * batch; it is over when every task has ended and no task waits for any key.
 */
final class PhaseRun {
  /** Longest time without an end of a task; then the rest counts as lost. */
  private static final Duration STALL_MAX = Duration.ofMinutes(2);

  private static final Duration LOOK_EVERY = Duration.ofMillis(20);

  private final KeySystem system;
  private final KeyLog log;
  private final KeyLog.Reader reader;
  private final Progress progress;
  private final int phase;
  private final PhaseKind kind;
  private final KeySizes sizes;
  private final Executions executions;
  private final MonotonicClock clock = MonotonicClock.system();
  private final InstantSource instants = InstantSource.system();
  private final Map<Integer, Long> calledMicros = new ConcurrentHashMap<>();
  private final List<String> violations = new ArrayList<>();

  /**
   * @param phase number that no other phase of this system has
   */
  PhaseRun(
      KeySystem system,
      KeyLog log,
      KeyLog.Reader reader,
      Progress progress,
      int phase,
      PhaseKind kind,
      KeySizes sizes) {
    this.system = system;
    this.log = log;
    this.reader = reader;
    this.progress = progress;
    this.phase = phase;
    this.kind = kind;
    this.sizes = sizes;
    this.executions = new Executions(sizes);
  }

  /**
   * Result of the phase.
   *
   * @param figures of the keys that fail in no phase: throughput from the first call to the end of
   *     their last task, and call − start
   * @param writeUnitsPerTask 0 on an engine that counts none
   * @param repeated successes beyond the first of a task
   * @param violations of the guarantees of keys; empty if there are none
   */
  record Result(
      PhaseKind kind,
      Figures figures,
      double writeUnitsPerTask,
      int repeated,
      List<String> violations) {}

  Result run() {
    double unitsBefore = system.writeUnits();
    var cpuBefore = system.cpu();
    long begunMicros = KeyLog.micros(instants.instant());
    schedule();
    await("run", sizes.tasksOfOthers(), executions::othersSucceeded);
    var cpu = system.cpu().minus(cpuBefore);
    var figures = figures(begunMicros, cpu);
    if (kind.failing()) {
      letGo();
    } else {
      await("run the rest", sizes.tasks(), executions::succeeded);
    }
    if (kind.ordered()) {
      expect("a key is still waited for", () -> system.listed().isEmpty());
      violations.addAll(executions.violations(kind == PhaseKind.HELD));
    }
    double units = (settledUnits() - unitsBefore) / sizes.tasks();
    return new Result(
        kind,
        figures,
        Math.round(units * 100) / 100.0,
        executions.repeated(),
        List.copyOf(violations));
  }

  /**
   * Returns the units when they no longer change: a handler's end is logged before its result is
   * stored, which costs units, too.
   */
  private double settledUnits() {
    double[] seen = {-1};
    expect(
        "the services did not come to rest",
        () -> {
          double before = seen[0];
          seen[0] = system.writeUnits();
          return seen[0] == before;
        });
    return seen[0];
  }

  private Figures figures(long begunMicros, Duration cpu) {
    long endedMicros = executions.othersEndedMicros().orElse(begunMicros);
    return Figures.of(
        sizes.tasksOfOthers(),
        Duration.of(endedMicros - begunMicros, ChronoUnit.MICROS),
        executions.othersMillisUntilBegun(calledMicros),
        cpu);
  }

  private void schedule() {
    var batches = batches();
    progress.begin(kind.text() + ": schedule", batches.size());
    Callers.call(KeySystem.CALLERS, batches, this::schedule, progress::step, clock);
    progress.end();
  }

  private void schedule(List<KeyJob> batch) {
    var now = instants.instant();
    batch.forEach(job -> calledMicros.putIfAbsent(job.key(), KeyLog.micros(now)));
    system.schedule(batch, kind.ordered(), now.truncatedTo(ChronoUnit.MILLIS));
  }

  private List<List<KeyJob>> batches() {
    int keysOfBatch = Contender.BATCH_MAX / sizes.tasksPerKey();
    var batches = new ArrayList<List<KeyJob>>();
    for (int from = 0; from < sizes.keys(); from += keysOfBatch) {
      batches.add(
          IntStream.range(from, Math.min(sizes.keys(), from + keysOfBatch))
              .boxed()
              .flatMap(key -> IntStream.range(0, sizes.tasksPerKey()).mapToObj(n -> job(key, n)))
              .toList());
    }
    return batches;
  }

  private KeyJob job(int key, int number) {
    boolean fails = kind.failing() && number == 0 && sizes.isFailing(key);
    var fate =
        !fails
            ? KeyJob.Fate.SUCCEEDS
            : kind == PhaseKind.HELD ? KeyJob.Fate.FAILS_FATALLY : KeyJob.Fate.FAILS_UNTIL_CURED;
    return new KeyJob(phase, key, number, fate);
  }

  /** Unblocks the failing keys once the others have ended and only these are left. */
  private void letGo() {
    var failing = IntStream.range(0, sizes.keys()).filter(sizes::isFailing).boxed().toList();
    var names = Set.copyOf(failing.stream().map(key -> KeySystem.name(phase, key)).toList());
    expect("not only the failing keys are left", () -> system.listed().equals(names));
    for (var name : names) {
      expect(name + " is not as its failing task leaves it", () -> stands(system.key(name)));
    }
    readMore();
    for (int key : failing) {
      var done = executions.of(key);
      if (done.isEmpty() || done.stream().anyMatch(one -> one.number() > 0 || one.succeeded())) {
        violations.add("key %d went on although its first task failed".formatted(key));
      }
    }
    int ended = sizes.tasksOfOthers() + failing.size() * sizes.tasksPerKey();
    if (kind == PhaseKind.HELD) {
      names.forEach(name -> system.skipHead(system.key(name)));
      ended -= failing.size();
    } else {
      log.cure(phase);
    }
    await("let go", ended, executions::succeeded);
  }

  private boolean stands(OrderingKey key) {
    return key.getWaiting() == sizes.tasksPerKey() - 1
        && (kind == PhaseKind.HELD
            ? key.getState() == OrderingKey.State.HELD
                && key.getHolderStatus() == TaskStatus.FATAL_FAILURE
            : key.getState()
                == (sizes.tasksPerKey() > 1
                    ? OrderingKey.State.WAITED_FOR
                    : OrderingKey.State.TAKEN));
  }

  private void expect(String otherwise, BooleanSupplier condition) {
    if (!Pause.until(condition, STALL_MAX, clock)) {
      violations.add(otherwise);
    }
  }

  /**
   * @throws IllegalStateException if nothing ends any more
   */
  private void await(String what, int count, IntSupplier done) {
    int seen = -1;
    long seenAt = clock.nanos();
    progress.begin(kind.text() + ": " + what, count);
    while (true) {
      readMore();
      if (done.getAsInt() > seen) {
        seen = done.getAsInt();
        seenAt = clock.nanos();
        progress.step(seen);
      }
      if (seen >= count || clock.since(seenAt).compareTo(STALL_MAX) > 0) {
        break;
      }
      Pause.until(clock.nanos() + LOOK_EVERY.toNanos(), clock);
    }
    progress.end();
    if (seen < count) {
      throw new IllegalStateException(
          "%s: of %d tasks only %d ended".formatted(kind.text(), count, seen));
    }
  }

  /** Reads the log; entries of an earlier phase are left out. */
  private void readMore() {
    reader.more().stream().filter(one -> one.phase() == phase).forEach(executions::add);
  }
}
