package dev.atf.e2e.support;

import dev.atf.executor.ExecutorConfig;
import dev.atf.executor.Outcome;
import dev.atf.executor.Worker;
import dev.atf.lab.execution.ExecutionLog;
import java.nio.file.Path;

/** Executor whose tasks end at once, and so come a hundred to a call; it logs their executions. */
public final class QuickWorker {
  public static final String LAMBDA = "quick";

  private QuickWorker() {}

  /**
   * @param args the directory of the {@link ExecutionLog}
   */
  public static void main(String[] args) {
    var log = ExecutionLog.in(Path.of(args[0]));
    System.exit(
        Worker.builder(ExecutorConfig.fromEnvironment())
            .handle(
                LAMBDA,
                byte[].class,
                log.<byte[]>around((payload, context) -> Outcome.success("done")))
            .run());
  }
}
