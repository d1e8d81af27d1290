package dev.atf.lab.bench;

import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import dev.atf.executor.ExecutorConfig;
import dev.atf.executor.Outcome;
import dev.atf.executor.TaskContext;
import dev.atf.executor.Worker;
import dev.atf.lab.bench.contender.AtfContender;
import dev.atf.lab.bench.workload.Callers;
import dev.atf.lab.bench.workload.Contender;
import dev.atf.lab.bench.workload.Figures;
import dev.atf.lab.bench.workload.Stage;
import dev.atf.lab.bench.workload.Workload;
import dev.atf.lab.execution.Execution;
import dev.atf.lab.execution.ExecutionLog;
import dev.atf.lab.execution.Executions;
import dev.atf.local.EngineKind;
import dev.atf.local.Pause;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.DeletePeriodicRequest;
import dev.atf.protocol.v1.Lambda;
import dev.atf.protocol.v1.PeriodicSchedule;
import dev.atf.protocol.v1.PeriodicTask;
import dev.atf.protocol.v1.PeriodicTask.Overlap;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.runtime.config.ConfigLoader;
import dev.atf.worker.ChildJvm;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Delay between the due time and the beginning of tasks that are not known a poll interval ahead:
 * delays and retries of 10 ms to 10 s, and the fires of periodic tasks.
 *
 * @param duration of each case
 */
public record PromptWorkload(Duration duration) implements Workload {
  private static final String LAMBDA = "bench-prompt";

  /** So few a second that tasks do not wait for one another, on either engine. */
  private static final int RATE = 10;

  private static final double MILLIS_MIN = 10;
  private static final double MILLIS_MAX = 10_000;

  /** Periodic tasks of a case, each of which fires once a second. */
  private static final int PERIODIC = 5;

  /** Starts the whole system with one lambda and one executor. */
  public record Starter(EngineKind engine, Duration pollInterval) implements Contender.Starter {
    @Override
    public String name() {
      return "atf " + engine;
    }

    @Override
    public Contender start(Contender.Setup setup) {
      var lambda = Lambda.newBuilder().setName(LAMBDA).setHistory(Lambda.History.NONE).build();
      var command = ChildJvm.running(Executor.class.getName(), setup.executions().toString());
      return AtfContender.start(engine, pollInterval, setup, List.of(lambda), command);
    }
  }

  @Override
  public String name() {
    return "prompt";
  }

  @Override
  public boolean suits(Contender contender) {
    return contender instanceof AtfContender;
  }

  @Override
  public void warmUp(Stage stage) {
    new PromptWorkload(duration.dividedBy(4)).cases().forEach(one -> one.run(stage));
  }

  @Override
  public List<? extends Case> cases() {
    return Stream.concat(
            Stream.of(new Once("delays", false), new Once("retries", true)),
            Stream.of(Overlap.SKIP, Overlap.QUEUE_ONE, Overlap.ALLOW)
                .map(overlap -> new Fires(overlap, duration)))
        .toList();
  }

  /** Case of tasks that run once after a delay, or twice with a delay in between. */
  final class Once implements Case {
    private final String kind;
    private final boolean retries;

    Once(String kind, boolean retries) {
      this.kind = kind;
      this.retries = retries;
    }

    @Override
    public String name() {
      return kind + " of 10 ms to 10 s";
    }

    @Override
    public Figures run(Stage stage) {
      var atf = (AtfContender) stage.contender();
      int count = (int) (RATE * duration.toSeconds());
      var dueAfter = new ConcurrentHashMap<String, Duration>();
      var dueAt = new ConcurrentHashMap<String, Instant>();
      var cpu = atf.cpu();
      long begun = stage.clock().nanos();
      Callers.atRate(
          RATE,
          "schedule",
          count,
          () -> {
            long number = stage.numbers(1);
            var name = kind + number;
            var delay = delay(number);
            dueAfter.put(name, delay);
            var at = stage.now().plus(retries ? Duration.ZERO : delay);
            dueAt.put(name, at);
            var unused = atf.api().tasks().schedule(task(name, at, delay));
          },
          stage.progress());
      var executions = stage.executions();
      var last = dueAfter.keySet().stream().map(this::last).toList();
      stage.await(name(), count, () -> begun(last, executions));
      var ended = new HashMap<String, Instant>();
      executions.all().stream()
          .filter(one -> one.endNanos().isPresent())
          .forEach(one -> ended.put(one.task(), one.ended()));
      var millis =
          dueAfter.entrySet().stream()
              .map(
                  one -> {
                    var name = one.getKey();
                    var due =
                        Objects.requireNonNull(retries ? ended.get(name) : dueAt.get(name))
                            .plus(retries ? one.getValue() : Duration.ZERO);
                    return executions.firstOf(last(name)).orElseThrow().millisAfter(due);
                  })
              .toList();
      return Figures.of(count, stage.clock().since(begun), millis, atf.cpu().minus(cpu));
    }

    private String last(String name) {
      return retries ? Executor.name(name, 2) : name;
    }

    private ScheduleRequest task(String name, Instant at, Duration delay) {
      return ScheduleRequest.newBuilder()
          .setLambda(LAMBDA)
          .setScheduledAt(ProtoTimes.proto(at))
          .setJson(work(name, retries ? delay.toMillis() : 0, false))
          .build();
    }
  }

  /** Case of periodic tasks with one overlap policy, whose tasks end at once. */
  record Fires(Overlap overlap, Duration duration) implements Case {
    @Override
    public String name() {
      return "periodic, every 1 s, " + overlap.name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    @Override
    public Figures run(Stage stage) {
      var atf = (AtfContender) stage.contender();
      var cpu = atf.cpu();
      long begun = stage.clock().nanos();
      long first = stage.numbers(PERIODIC);
      var names = IntStream.range(0, PERIODIC).mapToObj(i -> "fires-" + (first + i)).toList();
      // Spread over the second, so that they do not wait for one another.
      names.forEach(name -> create(atf, name, 1_000L / PERIODIC * names.indexOf(name)));
      Pause.until(begun + duration.toNanos(), stage.clock());
      names.forEach(
          name -> {
            var unused =
                atf.api()
                    .periodic()
                    .delete(
                        DeletePeriodicRequest.newBuilder().setLambda(LAMBDA).setName(name).build());
          });
      var executions = stage.executions();
      executions.more();
      var millis =
          executions.all().stream()
              .filter(one -> names.stream().anyMatch(name -> one.task().startsWith(name + "@")))
              .map(Fires::lateness)
              .toList();
      return Figures.of(millis.size(), stage.clock().since(begun), millis, atf.cpu().minus(cpu));
    }

    private void create(AtfContender atf, String name, long offsetMillis) {
      var unused =
          atf.api()
              .periodic()
              .create(
                  PeriodicTask.newBuilder()
                      .setLambda(LAMBDA)
                      .setName(name)
                      .setOverlap(overlap)
                      .setJson(work(name, 0, true))
                      .setSchedule(
                          PeriodicSchedule.newBuilder()
                              .setEvery(ProtoTimes.proto(Duration.ofSeconds(1)))
                              .setAnchor(ProtoTimes.proto(Instant.ofEpochMilli(offsetMillis))))
                      .build());
    }

    private static double lateness(Execution fire) {
      var dueAt = fire.task().substring(fire.task().indexOf('@') + 1);
      return fire.millisAfter(Instant.ofEpochMilli(Long.parseLong(dueAt)));
    }
  }

  /** Returns a delay that is always the same of the same number; short ones as often as long. */
  private static Duration delay(long number) {
    double exponent = new Random(number).nextDouble();
    return Duration.ofMillis(Math.round(MILLIS_MIN * Math.pow(MILLIS_MAX / MILLIS_MIN, exponent)));
  }

  private static int begun(List<String> tasks, Executions executions) {
    executions.more();
    return (int) tasks.stream().filter(task -> executions.firstOf(task).isPresent()).count();
  }

  private static Value work(String name, long retryAfter, boolean periodic) {
    var fields =
        Map.of(
            "name", Value.newBuilder().setStringValue(name).build(),
            "retryAfter", Value.newBuilder().setNumberValue((double) retryAfter).build(),
            "periodic", Value.newBuilder().setBoolValue(periodic).build());
    return Value.newBuilder().setStructValue(Struct.newBuilder().putAllFields(fields)).build();
  }

  /** The executor process of the benchmark's lambda. */
  public static final class Executor {
    private Executor() {}

    /**
     * Work of one task.
     *
     * @param name in the log of executions
     * @param retryAfter milliseconds after which its second attempt is due; 0: the first succeeds
     * @param periodic whether the time for which it was scheduled is part of its name in the log
     */
    public record Work(String name, long retryAfter, boolean periodic) {}

    /**
     * @param args directory of the {@link ExecutionLog}
     */
    public static void main(String[] args) {
      var config =
          new ConfigLoader(System.getenv(), ConfigLoader.NOT_SETTINGS)
              .load(ExecutorConfig.DEFAULTS, Optional.empty());
      var log = ExecutionLog.in(Path.of(args[0]));
      System.exit(
          Worker.builder(config)
              .handle(LAMBDA, Work.class, (work, context) -> handle(work, context, log))
              .run());
    }

    /** Returns the name of a fire, or of a second attempt, in the log. */
    static String name(String name, long suffix) {
      return name + "@" + suffix;
    }

    private static Outcome handle(Work work, TaskContext context, ExecutionLog log) {
      boolean fails = work.retryAfter() > 0 && context.attempt() == 1;
      var name =
          work.periodic()
              ? name(work.name(), context.scheduledAt().toEpochMilli())
              : context.attempt() == 1 ? work.name() : name(work.name(), context.attempt());
      log.began(name, context.fencingToken());
      log.ended(name, context.fencingToken());
      return fails ? Outcome.retryLater(Duration.ofMillis(work.retryAfter())) : Outcome.success();
    }
  }
}
