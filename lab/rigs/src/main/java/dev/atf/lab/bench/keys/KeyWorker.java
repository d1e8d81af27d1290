package dev.atf.lab.bench.keys;

import dev.atf.executor.ExecutorConfig;
import dev.atf.executor.Outcome;
import dev.atf.executor.Worker;
import dev.atf.runtime.config.ConfigLoader;
import java.nio.file.Path;
import java.util.Optional;

/** The executor process of the benchmark's lambda. */
public final class KeyWorker {
  static final String LAMBDA = "bench-keys";

  private KeyWorker() {}

  /**
   * @param args path of the {@link KeyLog}
   */
  public static void main(String[] args) {
    var config =
        new ConfigLoader(System.getenv(), ConfigLoader.NOT_SETTINGS)
            .load(ExecutorConfig.DEFAULTS, Optional.empty());
    var log = new KeyLog(Path.of(args[0]));
    var writer = log.writer();
    System.exit(
        Worker.builder(config)
            .handle(LAMBDA, byte[].class, (payload, context) -> handle(payload, log, writer))
            .run());
  }

  private static Outcome handle(byte[] payload, KeyLog log, KeyLog.Writer writer) {
    var began = writer.now();
    var job = KeyJob.of(payload);
    var outcome =
        switch (job.fate()) {
          case SUCCEEDS -> Outcome.success();
          case FAILS_FATALLY -> Outcome.fatal("POISONED", "as it was scheduled");
          case FAILS_UNTIL_CURED ->
              log.isCured(job.phase())
                  ? Outcome.success()
                  : Outcome.retriable("ILL", "until it is cured");
        };
    writer.ended(job, outcome instanceof Outcome.Success, began);
    return outcome;
  }
}
