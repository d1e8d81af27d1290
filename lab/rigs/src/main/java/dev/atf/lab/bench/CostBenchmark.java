package dev.atf.lab.bench;

import com.google.protobuf.Value;
import dev.atf.cli.output.Progress;
import dev.atf.lab.bench.CostReport.Cost;
import dev.atf.lab.bench.CostReport.Idle;
import dev.atf.lab.bench.CostReport.Load;
import dev.atf.lab.bench.workload.Callers;
import dev.atf.lab.bench.workload.Figures;
import dev.atf.lab.execution.LoggingExecutor;
import dev.atf.lab.execution.NoisyHandler;
import dev.atf.local.ApiConnection;
import dev.atf.local.EngineKind;
import dev.atf.local.LocalCluster;
import dev.atf.local.LocalClusterOptions;
import dev.atf.local.Pause;
import dev.atf.local.UpEnvironment;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.GetLambdaRequest;
import dev.atf.protocol.v1.Lambda;
import dev.atf.protocol.v1.LiveFigures;
import dev.atf.protocol.v1.ScheduleBatchRequest;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.runtime.loop.MonotonicClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Counts the requests of the services to DynamoDB Local and ElasticMQ for each kind of task, and
 * what AWS would charge for them. Units and requests are those of AWS; their number under load
 * depends a little on the speed of the emulators.
 */
public final class CostBenchmark {
  private static final String PLAIN = LoggingExecutor.NOOP;

  /** AWS bills long polls, so they are as long as they may be, as in production. */
  private static final String RECEIVE_WAIT = "20s";

  /**
   * Read units that AWS bills for an eventually consistent query without results; DynamoDB Local
   * counts none.
   */
  private static final double QUERY_READ_UNITS_MIN = 0.5;

  private static final Duration LONG = Duration.ofMinutes(10);

  /** Several leases. */
  private static final Duration NOTHING_COUNTED_FOR = Duration.ofMinutes(2);

  private static final Duration CHECK_EVERY = Duration.ofMillis(100);
  private static final Duration LOAD_AHEAD = Duration.ofSeconds(5);
  private static final int SLOTS = 16;
  private static final int CALLERS = 32;
  private static final int BATCH_MAX = 500;

  /**
   * Amount of work that the cost benchmark does.
   *
   * @param tasks of each kind, one after the other
   * @param load tasks that are there at once
   * @param longTask run time of the tasks whose heartbeats are counted
   * @param idle time for which the idle cluster is watched
   */
  public record Options(
      int tasks, int load, Duration longTask, Duration idle, Duration pollInterval) {}

  private final Options options;
  private final Progress progress;
  private final PriceTable prices = PriceTable.load();
  private final MonotonicClock clock = MonotonicClock.system();
  private final InstantSource instants = InstantSource.system();

  public CostBenchmark(Options options, Progress progress) {
    this.options = options;
    this.progress = progress;
  }

  /**
   * @param directory directory for logs; removed by the caller
   */
  public CostReport run(Path directory) {
    var cluster =
        LocalClusterOptions.builder()
            .executors(Map.of(PLAIN, 1, NoisyHandler.LAMBDA, 1))
            .threads(SLOTS)
            .pollInterval(options.pollInterval())
            .builtinCommand(LoggingExecutor.command(directory.resolve("executions")))
            .engine(EngineKind.DYNAMODB_LOCAL)
            .environment(UpEnvironment.of(Map.of("ATF_RECEIVE_WAIT", RECEIVE_WAIT)))
            .build();
    progress.show("starting the system");
    try (var started = LocalCluster.start(cluster);
        var api = ApiConnection.open(started.frontendUri(), Duration.ofSeconds(60))) {
      return new Run(started, api).all();
    }
  }

  /** Run on a running cluster. */
  private final class Run {
    private final LocalCluster cluster;
    private final ApiConnection api;
    private final NoisyNeighbour other;

    Run(LocalCluster cluster, ApiConnection api) {
      this.cluster = cluster;
      this.api = api;
      this.other = new NoisyNeighbour(api);
    }

    CostReport all() {
      other.register();
      register(Lambda.Dispatch.POLLED);
      var ignored = measured("warm up", () -> schedule("warm up", options.tasks(), 8));
      var polled = measured("polled", () -> schedule("polled", options.tasks(), 8));
      var polledLoad = measured("polled, under load", this::scheduleAhead);
      register(Lambda.Dispatch.EXPRESS);
      var express = measured("express", () -> schedule("express", options.tasks(), 1));
      var expressLoad =
          measured("express, under load", () -> schedule("load", options.load(), CALLERS));
      var retried = measured("retried", this::scheduleFailing);
      var lasting = measured("long", this::scheduleLong);
      progress.show("watching the idle system for " + options.idle().toSeconds() + " s");
      var before = ledger();
      long begun = clock.nanos();
      Pause.until(begun + options.idle().toNanos(), clock);
      var idle = ledger().since(before);
      double seconds = clock.since(begun).toNanos() / 1e9;
      return new CostReport(
          prices,
          steps(polled, express, retried, lasting, idle),
          tasks(polled, express, retried, lasting, load("", polledLoad), load("", expressLoad)),
          List.of(
              load("polled, due at once", polledLoad),
              load("express, %d callers".formatted(CALLERS), expressLoad)),
          idle(idle, seconds));
    }

    private List<Cost> steps(
        Ledger polled, Ledger express, Ledger retried, Ledger lasting, Ledger idle) {
      double entity = polled.entityWriteUnits() / polled.events("schedule");
      double read = polled.taskUnits("read");
      double polls = polled.pollReadUnits();
      return List.of(
          step("schedule", entity + each(polled, "schedule"), 0),
          step("schedule, express", entity + each(express, "schedule_express"), 0),
          step("enqueue", each(polled, "release"), 0),
          step("claim", each(polled, "claim"), (read - polls) / polled.events("claim")),
          step("heartbeat", each(lasting, "heartbeat"), 0),
          step("check of a running task", each(lasting, "look_again"), 0),
          step("finish", each(polled, "succeed"), 0),
          step("retry", retry(retried), 0),
          step(
              "empty poll",
              0,
              Math.max(QUERY_READ_UNITS_MIN, idle.pollReadUnits() / idle.polls())));
    }

    private Cost step(String name, double writeUnits, double readUnits) {
      return Cost.of(prices, name, writeUnits, readUnits, 0);
    }

    /** Cost of the failure and of the steps up to the next attempt. */
    private static double retry(Ledger ledger) {
      return each(ledger, "fail_retriably") + each(ledger, "release") + each(ledger, "claim");
    }

    private static double each(Ledger ledger, String event) {
      return ledger.writeUnits(event) / ledger.events(event);
    }

    private List<Cost> tasks(
        Ledger polled,
        Ledger express,
        Ledger retried,
        Ledger lasting,
        Load polledLoad,
        Load expressLoad) {
      double polledWrites = polled.taskUnits("write") / polled.events("succeed");
      double expressWrites = express.taskUnits("write") / express.events("succeed");
      double reads =
          (express.taskUnits("read") - express.pollReadUnits()) / express.events("succeed");
      double lookedAfter = lasting.writeUnits("heartbeat") + lasting.writeUnits("look_again");
      double perLongSecond =
          lookedAfter / lasting.events("succeed") / (options.longTask().toMillis() / 1e3);
      return List.of(
          Cost.of(prices, "polled", polledWrites, reads, polledLoad.queueRequests()),
          Cost.of(prices, "express", expressWrites, reads, expressLoad.queueRequests()),
          Cost.of(
              prices,
              "express with 1 retry",
              expressWrites + retry(retried),
              2 * reads,
              expressLoad.queueRequests() + polledLoad.queueRequests()),
          Cost.of(
              prices,
              "express, 10 minutes long",
              expressWrites + perLongSecond * LONG.toSeconds(),
              reads,
              expressLoad.queueRequests()));
    }

    private Load load(String name, Ledger ledger) {
      var byOperation = new TreeMap<String, Double>();
      double all = 0;
      for (var operation : ledger.queueRequests().entrySet()) {
        double each = operation.getValue() / options.load();
        all += each;
        byOperation.put(operation.getKey(), Figures.round(each, 1_000));
      }
      return new Load(name, options.load(), byOperation, Figures.round(all, 1_000));
    }

    private Idle idle(Ledger ledger, double seconds) {
      double hours = seconds / 3_600;
      double requests = ledger.queueRequests().values().stream().mapToDouble(n -> n).sum() / hours;
      double polls = Math.max(QUERY_READ_UNITS_MIN * ledger.polls(), ledger.pollReadUnits());
      double reads = (ledger.units("read") - ledger.pollReadUnits() + polls) / hours;
      double writes = ledger.units("write") / hours;
      int each = LambdaDefinition.PRIORITIES_DEFAULT.size();
      return new Idle(
          Figures.round(seconds, 10),
          2 * each,
          2 * each,
          Figures.round(ledger.polls() / hours, 1),
          Figures.round(reads, 1),
          Figures.round(writes, 1),
          Figures.round(requests, 1),
          Figures.round(prices.dollarsPerMillion(writes, reads, requests) / 1e6, 1_000_000));
    }

    private interface Scheduling {
      /** Returns the number of tasks that it has scheduled. */
      int tasks();
    }

    private Ledger measured(String what, Scheduling scheduling) {
      var before = ledger();
      return settle(what, before, scheduling.tasks()).since(before);
    }

    /**
     * Waits until all of them have ended well. On an overloaded machine an end may be written and
     * not counted, for the answer to its write came too late: when nothing more is counted, the
     * service is queried for tasks that are left. That costs reads, so it is done after the
     * counting.
     */
    private Ledger settle(String what, Ledger before, int tasks) {
      progress.begin(what + ": run", tasks);
      var counted = ledger();
      long changedAt = clock.nanos();
      while (counted.since(before).events("succeed") < tasks
          && clock.since(changedAt).compareTo(NOTHING_COUNTED_FOR) < 0) {
        progress.step((int) counted.since(before).events("succeed"));
        Pause.until(clock.nanos() + CHECK_EVERY.toNanos(), clock);
        var now = ledger();
        if (now.events("succeed") > counted.events("succeed")) {
          changedAt = clock.nanos();
        }
        counted = now;
      }
      progress.end();
      long ended = counted.since(before).events("succeed");
      if (ended < tasks) {
        long left = unfinished(PLAIN) + unfinished(NoisyHandler.LAMBDA);
        if (left > 0) {
          throw new IllegalStateException(
              "%s: %d tasks have not ended, and none has for %s (expected: a machine that is less busy)"
                  .formatted(what, left, NOTHING_COUNTED_FOR));
        }
        progress.show("%s: the ends of %d tasks were not counted".formatted(what, tasks - ended));
      }
      return counted;
    }

    private long unfinished(String lambda) {
      var request = GetLambdaRequest.newBuilder().setLambda(lambda).build();
      return api.lambdas().getLambda(request).getLive().getPrioritiesList().stream()
          .mapToLong(LiveFigures.Priority::getPending)
          .sum();
    }

    private Ledger ledger() {
      var services = new ArrayList<String>();
      services.add(cluster.frontendUri());
      services.add(cluster.hscUri());
      services.add(cluster.storeConsumerUri());
      cluster.controllerUri().ifPresent(services::add);
      return Ledger.read(services);
    }

    private void register(Lambda.Dispatch dispatch) {
      api.lambdas()
          .registerLambda(
              Lambda.newBuilder()
                  .setName(PLAIN)
                  .setHistory(Lambda.History.NONE)
                  .setDispatch(dispatch)
                  .build());
    }

    private int schedule(String what, int tasks, int callers) {
      progress.begin(what + ": schedule", tasks);
      var each = IntStream.range(0, tasks).boxed().toList();
      Callers.call(
          callers,
          each,
          i -> api.tasks().schedule(request(instants.instant())),
          progress::step,
          clock);
      progress.end();
      return tasks;
    }

    /** Schedules tasks that all become due at one time, after the last is scheduled. */
    private int scheduleAhead() {
      var dueAt = instants.instant().plus(LOAD_AHEAD);
      for (int from = 0; from < options.load(); from += BATCH_MAX) {
        var batch = ScheduleBatchRequest.newBuilder().setLambda(PLAIN);
        for (int i = from; i < Math.min(from + BATCH_MAX, options.load()); i++) {
          batch.addTasks(request(dueAt));
        }
        var ignored = api.tasks().scheduleBatch(batch.build());
      }
      return options.load();
    }

    private ScheduleRequest request(Instant dueAt) {
      return ScheduleRequest.newBuilder()
          .setLambda(PLAIN)
          .setJson(Value.newBuilder().setStringValue("x".repeat(200)))
          .setScheduledAt(ProtoTimes.proto(dueAt))
          .build();
    }

    private int scheduleFailing() {
      var work = new NoisyHandler.Work(NoisyHandler.Work.Kind.FAILING_ONCE, 0, 0);
      other.schedule(SLOTS, instants.instant(), work);
      return SLOTS;
    }

    private int scheduleLong() {
      var work =
          new NoisyHandler.Work(NoisyHandler.Work.Kind.SLOW, options.longTask().toMillis(), 0);
      other.schedule(SLOTS, instants.instant(), work);
      return SLOTS;
    }
  }
}
