package dev.atf.lab.bench;

import dev.atf.cli.output.Progress;
import dev.atf.lab.bench.IsolationOptions.Trouble;
import dev.atf.lab.execution.Executions;
import dev.atf.lab.execution.LoggingExecutor;
import dev.atf.lab.execution.NoisyHandler;
import dev.atf.lab.execution.NoisyWork;
import dev.atf.lab.execution.NoopHandler;
import dev.atf.local.ApiConnection;
import dev.atf.local.EngineKind;
import dev.atf.local.LocalCluster;
import dev.atf.local.LocalClusterOptions;
import dev.atf.local.Pause;
import dev.atf.protocol.v1.Lambda;
import dev.atf.runtime.loop.MonotonicClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Measures when lambda B's tasks start: while its cluster is quiet, and while lambda A has a stuck
 * handler, a retry storm, and a backlog. A and B share everything but their queues, partitions and
 * executors.
 */
public final class IsolationBenchmark {
  private static final String NOISY_LAMBDA = NoisyHandler.LAMBDA;
  private static final String QUIET_LAMBDA = NoopHandler.LAMBDA;

  /** Longer than the look-ahead, so that no task is scheduled too late to be released on time. */
  private static final Duration AHEAD_SLACK = Duration.ofSeconds(2);

  private static final Duration SETTLE_MAX = Duration.ofMinutes(2);
  private static final int WARM_UP_TASKS = 100;
  private static final int STORM_TASKS = 400;
  private static final int STUCK_TASKS = 200;
  private static final int SAMPLE_MAX = 2_000;
  private static final Duration LOAD_SLACK = Duration.ofSeconds(15);

  private final IsolationOptions options;
  private final Progress progress;
  private final MonotonicClock clock = MonotonicClock.system();
  private final InstantSource instants = InstantSource.system();

  public IsolationBenchmark(IsolationOptions options, Progress progress) {
    this.options = options;
    this.progress = progress;
  }

  /**
   * @param directory for data and logs; removed by the caller
   */
  public IsolationReport run(Path directory) {
    var logs = directory.resolve("executions");
    var cluster =
        LocalClusterOptions.builder()
            .executors(Map.of(QUIET_LAMBDA, 1, NOISY_LAMBDA, 1))
            .threads(options.slots())
            .pollInterval(options.pollInterval())
            .builtinCommand(LoggingExecutor.command(logs))
            // Its backlog is loaded by that engine's own bulk calls.
            .engine(EngineKind.DYNAMODB_LOCAL)
            .build();
    progress.show("starting the system");
    try (var started = LocalCluster.start(cluster);
        var api = ApiConnection.open(started.frontendUri(), Duration.ofSeconds(60))) {
      return new Run(started, api, logs).all();
    }
  }

  /** Run on a running cluster. */
  private final class Run {
    private final LocalCluster cluster;
    private final Path logs;
    private final NoisyNeighbour noisy;
    private final PacedSchedule quietTasks;
    private final List<Phase> phases = new ArrayList<>();

    Run(LocalCluster cluster, ApiConnection api, Path logs) {
      this.cluster = cluster;
      this.logs = logs;
      this.noisy = new NoisyNeighbour(api);
      var ahead = options.pollInterval().plus(AHEAD_SLACK);
      this.quietTasks = new PacedSchedule(api, QUIET_LAMBDA, options.rate(), ahead);
      api.lambdas()
          .registerLambda(
              Lambda.newBuilder().setName(QUIET_LAMBDA).setHistory(Lambda.History.NONE).build());
      noisy.register();
    }

    IsolationReport all() {
      give(WARM_UP_TASKS, NoisyWork.Kind.SLOW, instants.instant());
      var warmUp = quietTasks.run("warm up", options.warmUp(), progress);
      awaitStarts(warmUp);
      settleNoisy(WARM_UP_TASKS, instants.instant());

      var quiet = measure("quiet");
      phases.add(quiet);
      if (options.troubles().contains(Trouble.STUCK)) {
        phases.add(stuck(quiet));
      }
      if (options.troubles().contains(Trouble.STORM)) {
        phases.add(storm(quiet));
      }
      var backlog =
          options.troubles().contains(Trouble.BACKLOG)
              ? Optional.of(backlog(quiet))
              : Optional.<Backlog>empty();
      cluster.stopExecutors();
      return IsolationReport.of(options, phases, backlog);
    }

    private Backlog backlog(Phase quiet) {
      var load = load();
      var loaded = measure("quiet, backlog not yet due").against(quiet, 0);
      phases.add(loaded);
      waitFor(load.dueAt());
      var before = ConsumerFigures.read(cluster.storeConsumerUri());
      int startsBefore = noisyStarts();
      var phase = measure("backlog, slow handlers");
      phases.add(phase.against(loaded, noisyStarts() - startsBefore));
      var pushes = ConsumerFigures.read(cluster.storeConsumerUri()).since(before);
      return Backlog.of(load.tasks(), load.seconds(), pushes, phase.scheduled());
    }

    private Phase stuck(Phase quiet) {
      int before = noisyStarts();
      var until = instants.instant().plus(options.phase()).plusSeconds(15);
      give(STUCK_TASKS, NoisyWork.Kind.STUCK, until);
      require(
          Pause.until(() -> noisyStarts() - before >= options.slots(), SETTLE_MAX, clock),
          "lambda A's slots are not all blocked");
      var phase = measure("stuck handler").against(quiet, noisyStarts() - before);
      settleNoisy(before + STUCK_TASKS, until);
      return phase;
    }

    private Phase storm(Phase quiet) {
      int before = noisyStarts();
      var until = instants.instant().plus(options.phase()).plusSeconds(15);
      give(STORM_TASKS, NoisyWork.Kind.FAILING, until);
      require(
          Pause.until(() -> noisyStarts() - before >= 2 * options.slots(), SETTLE_MAX, clock),
          "lambda A's tasks do not fail");
      var phase = measure("retry storm").against(quiet, noisyStarts() - before);
      settleNoisy(0, until);
      return phase;
    }

    private void give(int count, NoisyWork.Kind kind, Instant until) {
      var work = new NoisyWork(kind, options.handlerTime().toMillis(), until.toEpochMilli());
      noisy.schedule(count, instants.instant(), work, done -> {});
    }

    /** Waits until A has no work left: nothing began lately, and every task did begin. */
    private void settleNoisy(int startsMin, Instant until) {
      waitFor(until);
      var last = new int[] {-1};
      require(
          Pause.until(
              () -> {
                int now = noisyStarts();
                boolean still = now == last[0] && now >= startsMin;
                last[0] = now;
                if (!still) {
                  Pause.until(clock.nanos() + Duration.ofSeconds(5).toNanos(), clock);
                }
                return still;
              },
              SETTLE_MAX.multipliedBy(2),
              clock),
          "lambda A does not come to rest");
    }

    /** Loads the backlog, which becomes due at one time, after the loading and the quiet phase. */
    private Load load() {
      var work = new NoisyWork(NoisyWork.Kind.SLOW, options.handlerTime().toMillis(), 0);
      try (var store = BulkLoad.into(cluster.storeEndpoint())) {
        int sample = Math.min(SAMPLE_MAX, options.backlog());
        var never = instants.instant().plus(Duration.ofDays(1));
        store.put(sample, instants.instant(), never, work, done -> {});
        long sampled = clock.nanos();
        store.put(sample, instants.instant(), never, work, done -> {});
        long expected = clock.since(sampled).toNanos() / sample * options.backlog();
        var dueAt =
            instants
                .instant()
                .plusNanos(expected * 2)
                .plus(options.phase())
                .plus(LOAD_SLACK)
                .truncatedTo(ChronoUnit.MILLIS);
        progress.begin("load", options.backlog());
        long begun = clock.nanos();
        store.put(options.backlog(), instants.instant(), dueAt, work, progress::step);
        progress.end();
        double seconds = clock.since(begun).toNanos() / 1e9;
        require(
            instants.instant().plus(options.phase()).isBefore(dueAt),
            "the load took longer than expected; nothing could be measured before it was due");
        return new Load(options.backlog(), Phase.round(seconds, 10), dueAt);
      }
    }

    private Phase measure(String name) {
      var due = quietTasks.run(name, options.phase(), progress);
      awaitStarts(due);
      return Phase.of(name, due, Executions.read(logs), options.slice());
    }

    private void awaitStarts(Map<String, Instant> due) {
      var begun = Executions.in(logs);
      Pause.until(
          () -> {
            var unused = begun.more();
            return due.keySet().stream().allMatch(task -> begun.firstOf(task).isPresent());
          },
          SETTLE_MAX,
          clock);
    }

    private int noisyStarts() {
      return Executions.read(logs.resolve(LoggingExecutor.NOISY_DIRECTORY)).all().size();
    }

    private void waitFor(Instant at) {
      var left = Duration.between(instants.instant(), at);
      if (!left.isNegative()) {
        progress.show("waiting for " + left.toSeconds() + " s");
        Pause.until(clock.nanos() + left.toNanos(), clock);
      }
    }
  }

  /**
   * The backlog in the store.
   *
   * @param dueAt time at which all of it becomes due
   */
  record Load(int tasks, double seconds, Instant dueAt) {}

  private static void require(boolean condition, String otherwise) {
    if (!condition) {
      throw new IllegalStateException(otherwise);
    }
  }
}
