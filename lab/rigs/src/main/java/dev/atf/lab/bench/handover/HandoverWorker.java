package dev.atf.lab.bench.handover;

import dev.atf.executor.ChildTask;
import dev.atf.executor.ExecutorConfig;
import dev.atf.executor.OnChildFailure;
import dev.atf.executor.Outcome;
import dev.atf.executor.TaskContext;
import dev.atf.executor.Worker;
import dev.atf.lab.execution.ExecutionLog;
import dev.atf.runtime.config.ConfigLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

/** The executor process of the benchmark's lambda. */
public final class HandoverWorker {
  static final String LAMBDA = "bench-handover";

  private HandoverWorker() {}

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
          IntStream.range(0, work.children()).mapToObj(i -> child(work.name() + "/" + i)).toList();
      context.scheduleThen(children, child(work.name() + "/then"), OnChildFailure.STOP);
    }
    log.ended(work.name(), context.fencingToken(), true);
    return Outcome.success();
  }

  private static ChildTask child(String name) {
    return ChildTask.of(LAMBDA, new Work(name, HandoverWorkload.takes(name, true), 0));
  }
}
