package dev.atf.lab.bench.keys;

import dev.atf.executor.ExecutorConfig;
import dev.atf.executor.Outcome;
import dev.atf.executor.Worker;
import dev.atf.lab.bench.workload.Job;
import dev.atf.lab.execution.ExecutionLog;
import dev.atf.runtime.config.ConfigLoader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The executor process of the benchmark's lambda. Its jobs behave as they say. */
public final class KeyWorker {
  static final String LAMBDA = "bench-keys";

  private KeyWorker() {}

  /**
   * @param args directory of the {@link ExecutionLog}
   */
  public static void main(String[] args) {
    var config =
        new ConfigLoader(System.getenv(), ConfigLoader.NOT_SETTINGS)
            .load(ExecutorConfig.DEFAULTS, Optional.empty());
    var directory = Path.of(args[0]);
    var log = ExecutionLog.in(directory);
    System.exit(
        Worker.builder(config)
            .handle(
                LAMBDA,
                byte[].class,
                (payload, context) -> handle(payload, context.fencingToken(), log, directory))
            .run());
  }

  private static Outcome handle(byte[] payload, long epoch, ExecutionLog log, Path directory) {
    var job = Job.Input.of(payload);
    log.began(job.task(), epoch);
    var outcome =
        switch (job.behaviour()) {
          case SUCCEEDS -> Outcome.success();
          case FAILS_FATALLY -> Outcome.fatal("POISONED", "as it was scheduled");
          case FAILS_UNTIL_CURED ->
              Files.exists(cured(directory, job.number()))
                  ? Outcome.success()
                  : Outcome.retriable("ILL", "until it is cured");
        };
    log.ended(job.task(), epoch, outcome instanceof Outcome.Success);
    return outcome;
  }

  /**
   * Lets a job that fails until it is cured succeed from now on.
   *
   * @param directory of the executions
   */
  static void cure(Path directory, long number) {
    try {
      Files.createFile(cured(directory, number));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path cured(Path directory, long number) {
    return directory.resolve("cured-" + number);
  }
}
