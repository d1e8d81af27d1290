package dev.atf.lab.bench.prompt;

import dev.atf.executor.ExecutorConfig;
import dev.atf.executor.Outcome;
import dev.atf.executor.TaskContext;
import dev.atf.executor.Worker;
import dev.atf.lab.execution.ExecutionLog;
import dev.atf.runtime.config.ConfigLoader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/** The executor process of the benchmark's lambda. */
public final class PromptWorker {
  static final String LAMBDA = "bench-prompt";

  private PromptWorker() {}

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
    log.ended(name, context.fencingToken(), !fails);
    return fails ? Outcome.retryLater(Duration.ofMillis(work.retryAfter())) : Outcome.success();
  }
}
