package dev.atf.lab.bench.keys;

import dev.atf.lab.bench.Ledger;
import dev.atf.lab.bench.contender.AtfContender;
import dev.atf.lab.bench.workload.Callers;
import dev.atf.lab.bench.workload.Contender;
import dev.atf.lab.bench.workload.Figures;
import dev.atf.lab.bench.workload.Job;
import dev.atf.lab.bench.workload.Job.Behaviour;
import dev.atf.lab.bench.workload.Stage;
import dev.atf.local.ApiConnection;
import dev.atf.local.Pause;
import dev.atf.protocol.v1.GetKeyRequest;
import dev.atf.protocol.v1.ListKeysRequest;
import dev.atf.protocol.v1.OrderingKey;
import dev.atf.protocol.v1.SkipHeadRequest;
import dev.atf.protocol.v1.TaskStatus;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.stream.IntStream;

/**
 * One phase of the benchmark: all tasks are scheduled and are due at once, those of a key in one
 * batch; it is over when every task has ended and no task waits for any key.
 */
final class PhaseRun {
  /** Calls of Schedule at one time. */
  private static final int CALLERS = 4;

  private final Stage stage;
  private final AtfContender atf;
  private final KeyCalls calls;
  private final PhaseKind kind;
  private final KeySizes sizes;
  private final long firstNumber;
  private final PhaseExecutions executions;
  private final Map<Integer, Instant> called = new ConcurrentHashMap<>();
  private final List<String> violations = new ArrayList<>();
  private double writeUnitsPerTask;

  /**
   * @param stage of an {@link AtfContender}
   */
  PhaseRun(Stage stage, PhaseKind kind, KeySizes sizes) {
    this.stage = stage;
    this.atf = (AtfContender) stage.contender();
    this.calls = new KeyCalls(atf.api());
    this.kind = kind;
    this.sizes = sizes;
    this.firstNumber = stage.numbers(sizes.tasks());
    this.executions = new PhaseExecutions(sizes, firstNumber);
  }

  /**
   * Result of the phase besides its figures.
   *
   * @param writeUnitsPerTask 0 on an engine that counts none
   * @param repeated successes beyond the first of a task
   * @param violations of the guarantees of keys; empty if there are none
   */
  record Check(PhaseKind kind, double writeUnitsPerTask, int repeated, List<String> violations) {}

  /**
   * Returns the figures of the keys that fail in no phase: throughput from the first call to the
   * end of their last task, and call − start.
   */
  Figures run() {
    var before = atf.ledger();
    var cpuBefore = atf.cpu();
    var begun = stage.now();
    schedule();
    await("run", sizes.tasksOfOthers(), executions::othersSucceeded);
    var figures = figures(begun, atf.cpu().minus(cpuBefore));
    if (kind.failing()) {
      letGo();
    } else {
      await("run the rest", sizes.tasks(), executions::succeeded);
    }
    if (kind.ordered()) {
      expect("a key is still waited for", () -> calls.listed().isEmpty());
      violations.addAll(executions.violations(kind == PhaseKind.HELD));
    }
    before.ifPresent(
        ledger ->
            writeUnitsPerTask = Math.round(settledUnits(ledger) * 100.0 / sizes.tasks()) / 100.0);
    return figures;
  }

  /** Returns the check of the phase, which has been run. */
  Check check() {
    return new Check(kind, writeUnitsPerTask, executions.repeated(), List.copyOf(violations));
  }

  /**
   * Returns the units of the phase once the end of each task is counted and they no longer change:
   * a handler's end is logged before its result is stored, which costs units, too.
   */
  private double settledUnits(Ledger before) {
    expect(
        "the ends of some tasks were not counted",
        () -> ledgerSince(before).endsOfTasks() >= sizes.tasks());
    double[] seen = {-1};
    expect(
        "the services did not come to rest",
        () -> {
          double earlier = seen[0];
          seen[0] = ledgerSince(before).writeUnitsOfTasksAndPlans();
          return seen[0] == earlier;
        });
    return seen[0];
  }

  private Ledger ledgerSince(Ledger before) {
    return atf.ledger().orElseThrow().since(before);
  }

  private Figures figures(Instant begun, Duration cpu) {
    return Figures.of(
        sizes.tasksOfOthers(),
        Duration.between(begun, executions.othersEnded().orElse(begun)),
        executions.othersMillisUntilBegun(called),
        cpu);
  }

  private void schedule() {
    int keysOfBatch = Contender.BATCH_MAX / sizes.tasksPerKey();
    var batches =
        IntStream.iterate(0, from -> from < sizes.keys(), from -> from + keysOfBatch)
            .mapToObj(from -> IntStream.range(from, Math.min(sizes.keys(), from + keysOfBatch)))
            .map(keys -> keys.boxed().toList())
            .toList();
    stage.progress().begin(kind.text() + ": schedule", batches.size());
    Callers.call(CALLERS, batches, this::schedule, stage.progress()::step, stage.clock());
    stage.progress().end();
  }

  private void schedule(List<Integer> keys) {
    var now = stage.now();
    keys.forEach(key -> called.put(key, now));
    var dueAt = now.truncatedTo(ChronoUnit.MILLIS);
    atf.scheduleBatch(
        keys.stream()
            .flatMap(
                key -> IntStream.range(0, sizes.tasksPerKey()).mapToObj(n -> job(key, n, dueAt)))
            .toList());
  }

  private Job job(int key, int number, Instant dueAt) {
    boolean fails = kind.failing() && number == 0 && sizes.isFailing(key);
    var behaviour =
        !fails
            ? Behaviour.SUCCEEDS
            : kind == PhaseKind.HELD ? Behaviour.FAILS_FATALLY : Behaviour.FAILS_UNTIL_CURED;
    return new Job(
        head(key) + number,
        KeyWorker.LAMBDA,
        false,
        Duration.ZERO,
        dueAt,
        kind.ordered() ? Optional.of(name(key)) : Optional.empty(),
        behaviour);
  }

  /** Returns the number of the first job of a key. */
  private long head(int key) {
    return firstNumber + (long) key * sizes.tasksPerKey();
  }

  /** Returns the name of a key; each phase has its own. */
  private String name(int key) {
    return "phase-%d-key-%d".formatted(firstNumber, key);
  }

  /** Unblocks the failing keys once the others have ended and only these are left. */
  private void letGo() {
    var failing = IntStream.range(0, sizes.keys()).filter(sizes::isFailing).boxed().toList();
    var names = Set.copyOf(failing.stream().map(this::name).toList());
    expect("not only the failing keys are left", () -> calls.listed().equals(names));
    for (var name : names) {
      expect(name + " is not as its failing task leaves it", () -> stands(calls.key(name)));
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
      names.forEach(name -> calls.skipHead(calls.key(name)));
      ended -= failing.size();
    } else {
      failing.forEach(key -> KeyWorker.cure(atf.executions(), head(key)));
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
    if (!Pause.until(condition, Stage.STALL_MAX, stage.clock())) {
      violations.add(otherwise);
    }
  }

  private void await(String what, int count, IntSupplier done) {
    stage.await(
        kind.text() + ": " + what,
        count,
        () -> {
          readMore();
          return done.getAsInt();
        });
  }

  private void readMore() {
    stage.executions().more().forEach(executions::add);
  }

  /** Calls by which the benchmark looks at the ordering keys of its lambda, and unblocks them. */
  private record KeyCalls(ApiConnection api) {
    private static final int PAGE = 1_000;

    OrderingKey key(String name) {
      return api.keys()
          .getKey(GetKeyRequest.newBuilder().setLambda(KeyWorker.LAMBDA).setKey(name).build());
    }

    /** Skips the head task as an operator would, once the key is held. */
    void skipHead(OrderingKey key) {
      var unused =
          api.keys()
              .skipHead(
                  SkipHeadRequest.newBuilder()
                      .setLambda(KeyWorker.LAMBDA)
                      .setKey(key.getKey())
                      .setTaskId(key.getHolderTaskId())
                      .build());
    }

    /** Returns the keys for whose turn tasks wait, including the held ones. */
    Set<String> listed() {
      var names = new TreeSet<String>();
      var token = "";
      do {
        var page =
            api.keys()
                .listKeys(
                    ListKeysRequest.newBuilder()
                        .setLambda(KeyWorker.LAMBDA)
                        .setPageSize(PAGE)
                        .setPageToken(token)
                        .build());
        page.getKeysList().forEach(key -> names.add(key.getKey()));
        token = page.getNextPageToken();
      } while (!token.isEmpty());
      return names;
    }
  }
}
