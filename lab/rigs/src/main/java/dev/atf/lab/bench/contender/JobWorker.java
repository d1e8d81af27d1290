package dev.atf.lab.bench.contender;

import dev.atf.executor.ExecutorConfig;
import dev.atf.executor.Outcome;
import dev.atf.executor.Worker;
import dev.atf.lab.bench.workload.Contender;
import dev.atf.lab.bench.workload.JobHandler;
import dev.atf.lab.execution.ExecutionLog;
import dev.atf.runtime.config.ConfigLoader;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Optional;

/** The executor process of one kind of jobs. */
public final class JobWorker {
  private JobWorker() {}

  /**
   * @param args directory of the {@link ExecutionLog}, and the number of threads of all kinds
   *     together, of which this process has its share
   */
  public static void main(String[] args) {
    var environment = new HashMap<>(System.getenv());
    int kind = Contender.KINDS.indexOf(environment.get("ATF_LAMBDA"));
    environment.put("ATF_THREADS", share(Integer.parseInt(args[1]), kind) + "");
    var config =
        new ConfigLoader(environment, ConfigLoader.NOT_SETTINGS)
            .load(ExecutorConfig.DEFAULTS, Optional.empty());
    var handler = new JobHandler(ExecutionLog.in(Path.of(args[0])));
    var worker = Worker.builder(config);
    Contender.KINDS.forEach(
        name ->
            worker.handle(
                name,
                byte[].class,
                (payload, context) -> {
                  handler.handle(payload);
                  return Outcome.success();
                }));
    System.exit(worker.run());
  }

  /** Returns the threads of one kind: of 16 threads 6, 5 and 5. */
  static int share(int threads, int kind) {
    int kinds = Contender.KINDS.size();
    return threads / kinds + (kind < threads % kinds ? 1 : 0);
  }
}
