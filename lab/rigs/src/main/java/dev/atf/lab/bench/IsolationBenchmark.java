package dev.atf.lab.bench;

import com.google.protobuf.Value;
import dev.atf.cli.output.Progress;
import dev.atf.lab.bench.IsolationReport.Backlog;
import dev.atf.lab.bench.IsolationReport.Phase;
import dev.atf.lab.bench.workload.Callers;
import dev.atf.lab.bench.workload.Figures;
import dev.atf.lab.execution.Executions;
import dev.atf.lab.execution.LoggingExecutor;
import dev.atf.lab.execution.NoisyHandler;
import dev.atf.local.ApiConnection;
import dev.atf.local.EngineKind;
import dev.atf.local.LocalCluster;
import dev.atf.local.LocalClusterOptions;
import dev.atf.local.Pause;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.Lambda;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.runtime.loop.MonotonicClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Measures when lambda B's tasks start: while its cluster is quiet, and while lambda A has a stuck
 * handler, a retry storm, and a backlog. A and B share everything but their queues, partitions and
 * executors.
 */
public final class IsolationBenchmark {
  private static final String NOISY_LAMBDA = NoisyHandler.LAMBDA;
  private static final String QUIET_LAMBDA = LoggingExecutor.NOOP;

  /** Longer than the look-ahead, so that no task is scheduled too late to be released on time. */
  private static final Duration AHEAD_SLACK = Duration.ofSeconds(2);

  private static final Duration SETTLE_MAX = Duration.ofMinutes(2);
  private static final int WARM_UP_TASKS = 100;
  private static final int STORM_TASKS = 400;
  private static final int STUCK_TASKS = 200;
  private static final int SAMPLE_MAX = 2_000;
  private static final Duration LOAD_SLACK = Duration.ofSeconds(15);

  /** Trouble that A may have. */
  public enum Trouble {
    STUCK,
    STORM,
    BACKLOG
  }

  /**
   * Settings of the measurement of lambda B beside lambda A.
   *
   * @param troubles that A has, one after the other in their order
   * @param backlog tasks of A that become due at once
   * @param slices of each phase; a phase's figures are the medians of its slices
   * @param rate of B's tasks, a second
   * @param handlerTime of A's slow and failing handlers
   * @param slots attempts that A's only executor runs at a time, and B's too
   */
  public record Options(
      Set<Trouble> troubles,
      int backlog,
      int slices,
      Duration slice,
      Duration warmUp,
      double rate,
      Duration handlerTime,
      int slots,
      Duration pollInterval) {
    Duration phase() {
      return slice.multipliedBy(slices);
    }
  }

  private final Options options;
  private final Progress progress;
  private final MonotonicClock clock = MonotonicClock.system();
  private final InstantSource instants = InstantSource.system();

  public IsolationBenchmark(Options options, Progress progress) {
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
      give(WARM_UP_TASKS, NoisyHandler.Work.Kind.SLOW, instants.instant());
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
      give(STUCK_TASKS, NoisyHandler.Work.Kind.STUCK, until);
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
      give(STORM_TASKS, NoisyHandler.Work.Kind.FAILING, until);
      require(
          Pause.until(() -> noisyStarts() - before >= 2 * options.slots(), SETTLE_MAX, clock),
          "lambda A's tasks do not fail");
      var phase = measure("retry storm").against(quiet, noisyStarts() - before);
      settleNoisy(0, until);
      return phase;
    }

    private void give(int count, NoisyHandler.Work.Kind kind, Instant until) {
      var work =
          new NoisyHandler.Work(kind, options.handlerTime().toMillis(), until.toEpochMilli());
      noisy.schedule(count, instants.instant(), work);
    }

    /** Waits until A has no work left: every task has begun, and none of them recently. */
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
      var work =
          new NoisyHandler.Work(NoisyHandler.Work.Kind.SLOW, options.handlerTime().toMillis(), 0);
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
        return new Load(options.backlog(), Figures.round(seconds, 10), dueAt);
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
            begun.more();
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

  /**
   * Schedules tasks of one lambda at a steady rate, each some seconds ahead.
   *
   * @param ahead time from the scheduling of a task until it is due
   */
  record PacedSchedule(ApiConnection api, String lambda, double rate, Duration ahead) {
    /** Due times by task id. */
    Map<String, Instant> run(String what, Duration duration, Progress progress) {
      var instants = InstantSource.system();
      int count = (int) (rate * duration.toMillis() / 1000);
      var due = new ConcurrentHashMap<String, Instant>();
      Callers.atRate(
          rate,
          what,
          count,
          () -> {
            var at = instants.instant().plus(ahead).truncatedTo(ChronoUnit.MILLIS);
            due.put(api.tasks().schedule(request(at)).getTaskId(), at);
          },
          progress);
      return due;
    }

    private ScheduleRequest request(Instant at) {
      return ScheduleRequest.newBuilder()
          .setLambda(lambda)
          .setJson(Value.newBuilder().setStringValue("x"))
          .setScheduledAt(ProtoTimes.proto(at))
          .build();
    }
  }

  /**
   * Counts of the store consumer since its start.
   *
   * @param released references pushed for the first time in their epoch
   * @param pushedAgain copies pushed because the first was not claimed
   * @param looks alarms of unclaimed tasks that were moved without a push
   */
  record ConsumerFigures(long released, long pushedAgain, long looks) {
    static ConsumerFigures read(String consumerUri) {
      try {
        var request = HttpRequest.newBuilder(URI.create(consumerUri + "/metrics")).build();
        var page =
            HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .build()
                .send(request, BodyHandlers.ofString())
                .body();
        return new ConsumerFigures(
            counter(page, "atf_consumer_released_total"),
            counter(page, "atf_consumer_pushed_again_total"),
            counter(page, "atf_consumer_alarm_doubled_total"));
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }

    /** Returns the sum of a counter over its tags. */
    private static long counter(String page, String name) {
      return page.lines()
          .filter(line -> line.startsWith(name + " ") || line.startsWith(name + "{"))
          .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
          .sum();
    }

    ConsumerFigures since(ConsumerFigures before) {
      return new ConsumerFigures(
          released - before.released, pushedAgain - before.pushedAgain, looks - before.looks);
    }
  }
}
