package dev.atf.lab.bench;

import com.google.protobuf.Struct;
import com.google.protobuf.Value;
import dev.atf.executor.ChildTask;
import dev.atf.executor.ExecutorConfig;
import dev.atf.executor.OnChildFailure;
import dev.atf.executor.Outcome;
import dev.atf.executor.TaskContext;
import dev.atf.executor.Worker;
import dev.atf.lab.bench.contender.AtfContender;
import dev.atf.lab.bench.workload.Contender;
import dev.atf.lab.bench.workload.Figures;
import dev.atf.lab.bench.workload.Stage;
import dev.atf.lab.bench.workload.Workload;
import dev.atf.lab.execution.ExecutionLog;
import dev.atf.local.EngineKind;
import dev.atf.protocol.v1.JobStep;
import dev.atf.protocol.v1.Lambda;
import dev.atf.protocol.v1.ScheduleBatchRequest;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.protocol.v1.SubmitJobRequest;
import dev.atf.runtime.config.ConfigLoader;
import dev.atf.worker.ChildJvm;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/**
 * Workload of plans, many at a time, whose tasks follow one another. Measures the time from the end
 * of a handler to the beginning of the next one of its ordering key, of its job, or after all
 * children. Tasks take 0.5 to 1.5 s, so that hand-overs do not come all at once, and there is a
 * thread for each.
 */
public final class HandoverWorkload implements Workload {
  private static final String LAMBDA = "bench-handover";
  private static final int CHAIN = 5;
  private static final int CHILDREN = 2;
  private static final int TAKES_MIN = 500;
  private static final int TAKES_MORE = 1_000;

  /** Further time of the first tasks: all plans have begun before the first hand-over. */
  private static final int FIRST_MORE = 3_000;

  private final int plans;

  /**
   * @param plans at a time
   */
  public HandoverWorkload(int plans) {
    this.plans = plans;
  }

  /** Starts the whole system with one lambda, and one executor with a thread for each task. */
  public record Starter(EngineKind engine, Duration pollInterval, int plans)
      implements Contender.Starter {
    @Override
    public String name() {
      return "atf " + engine;
    }

    @Override
    public Contender start(Contender.Setup setup) {
      var lambda = Lambda.newBuilder().setName(LAMBDA).setHistory(Lambda.History.NONE).build();
      var command = ChildJvm.running(Executor.class.getName(), setup.executions().toString());
      var wide = new Contender.Setup(setup.directory(), setup.executions(), plans * CHILDREN);
      return AtfContender.start(engine, pollInterval, wide, List.of(lambda), command);
    }
  }

  /** Kind of hand-over. */
  private enum Kind {
    KEY,
    STEP,
    JOIN
  }

  /** Two tasks, of which the second begins when the first, or the last of several, has ended. */
  private record Handover(List<String> before, String after) {}

  @Override
  public String name() {
    return "handover";
  }

  @Override
  public boolean suits(Contender contender) {
    return contender instanceof AtfContender;
  }

  @Override
  public void warmUp(Stage stage) {
    cases().forEach(one -> one.run(stage));
  }

  @Override
  public List<Plans> cases() {
    return List.of(new Plans(Kind.KEY), new Plans(Kind.STEP), new Plans(Kind.JOIN));
  }

  /**
   * Returns how long a task takes, in milliseconds: always the same of the same name.
   *
   * @param first of its plan
   */
  static int takes(String name, boolean first) {
    int spread = Math.floorMod(name.hashCode() * 0x9E37_79B9, TAKES_MORE);
    return (first ? FIRST_MORE : 0) + TAKES_MIN + spread;
  }

  /** Case of plans of one kind. */
  final class Plans implements Case {
    private final Kind kind;

    Plans(Kind kind) {
      this.kind = kind;
    }

    @Override
    public String name() {
      return switch (kind) {
        case KEY -> plans + " keys";
        case STEP -> plans + " jobs";
        case JOIN -> plans + " joins";
      };
    }

    @Override
    public Figures run(Stage stage) {
      var atf = (AtfContender) stage.contender();
      var cpu = atf.cpu();
      long begun = stage.clock().nanos();
      long first = stage.numbers(plans);
      var handovers = new ArrayList<Handover>();
      for (long number = first; number < first + plans; number++) {
        handovers.addAll(start(atf, kind.name().toLowerCase(Locale.ROOT) + number));
      }
      var executions = stage.executions();
      stage.await(
          name(),
          handovers.size(),
          () -> {
            executions.more();
            return (int)
                handovers.stream()
                    .filter(one -> executions.firstOf(one.after()).isPresent())
                    .count();
          });
      var ended = new HashMap<String, Long>();
      executions.all().forEach(one -> one.endNanos().ifPresent(end -> ended.put(one.task(), end)));
      var millis =
          handovers.stream()
              .map(
                  one -> {
                    long last = one.before().stream().mapToLong(ended::get).max().orElseThrow();
                    return (executions.firstOf(one.after()).orElseThrow().beganNanos() - last)
                        / 1e6;
                  })
              .toList();
      return Figures.of(handovers.size(), stage.clock().since(begun), millis, atf.cpu().minus(cpu));
    }

    private List<Handover> start(AtfContender atf, String plan) {
      var chain = IntStream.range(0, CHAIN).mapToObj(i -> plan + "-" + i).toList();
      switch (kind) {
        case KEY -> {
          var batch = ScheduleBatchRequest.newBuilder().setLambda(LAMBDA);
          chain.forEach(
              task ->
                  batch.addTasks(
                      ScheduleRequest.newBuilder()
                          .setOrderingKey(plan)
                          .setJson(work(task, task.equals(chain.get(0)), 0))));
          var unused = atf.api().tasks().scheduleBatch(batch.build());
        }
        case STEP -> {
          var job = SubmitJobRequest.newBuilder();
          for (int i = 0; i < CHAIN; i++) {
            var step =
                JobStep.newBuilder()
                    .setName("step-" + i)
                    .setLambda(LAMBDA)
                    .setJson(work(chain.get(i), i == 0, 0));
            if (i > 0) {
              step.addAfter("step-" + (i - 1));
            }
            job.addSteps(step);
          }
          var unused = atf.api().jobs().submitJob(job.build());
        }
        case JOIN -> {
          var unused =
              atf.api()
                  .tasks()
                  .schedule(
                      ScheduleRequest.newBuilder()
                          .setLambda(LAMBDA)
                          .setJson(work(plan, false, CHILDREN))
                          .build());
          var children = IntStream.range(0, CHILDREN).mapToObj(i -> plan + "/" + i).toList();
          return List.of(new Handover(children, plan + "/then"));
        }
      }
      return IntStream.range(1, CHAIN)
          .mapToObj(i -> new Handover(List.of(chain.get(i - 1)), chain.get(i)))
          .toList();
    }
  }

  private static Value work(String name, boolean first, int children) {
    var fields =
        Struct.newBuilder()
            .putFields("name", Value.newBuilder().setStringValue(name).build())
            .putFields("takes", number(takes(name, first)))
            .putFields("children", number(children));
    return Value.newBuilder().setStructValue(fields).build();
  }

  private static Value number(int value) {
    return Value.newBuilder().setNumberValue(value).build();
  }

  /** The executor process of the benchmark's lambda. */
  public static final class Executor {
    private Executor() {}

    /**
     * Work of one task.
     *
     * @param name in the log of executions
     * @param takes milliseconds
     * @param children that it schedules, called NAME/0, NAME/1…, with NAME/then after all of them
     */
    public record Work(String name, int takes, int children) {}

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

    private static Outcome handle(Work work, TaskContext context, ExecutionLog log) {
      log.began(work.name(), context.fencingToken());
      LockSupport.parkNanos(Duration.ofMillis(work.takes()).toNanos());
      if (work.children() > 0) {
        var children =
            IntStream.range(0, work.children())
                .mapToObj(i -> child(work.name() + "/" + i))
                .toList();
        context.scheduleThen(children, child(work.name() + "/then"), OnChildFailure.STOP);
      }
      log.ended(work.name(), context.fencingToken());
      return Outcome.success();
    }

    private static ChildTask child(String name) {
      return ChildTask.of(LAMBDA, new Work(name, takes(name, true), 0));
    }
  }
}
