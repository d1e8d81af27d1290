package dev.atf.standalone.cli.service;

import dev.atf.executor.ExecutorConfig;
import dev.atf.executor.Worker;
import dev.atf.standalone.bench.IsolationBenchmark;
import dev.atf.standalone.bench.NoisyHandler;
import dev.atf.standalone.bench.NoisyWork;
import dev.atf.standalone.bench.NoopHandler;
import dev.atf.standalone.demo.JournalWriter;
import dev.atf.worker.builtin.BuiltinLambdas;
import dev.atf.worker.builtin.ExecutorMain;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code atf executor}: one executor of a built-in lambda. */
@Command(name = "executor", description = "Run an executor of a built-in lambda: command or http.")
public final class ExecutorCommand implements Callable<Integer> {
  @Mixin private ServiceCommands.Settings settings;

  @Option(
      names = "--journal",
      paramLabel = "DIR",
      description = "Write down there, as JSON lines, when each execution begins and ends.")
  private @Nullable Path journal;

  @Override
  public Integer call() {
    if (journal == null) {
      return ExecutorMain.run(settings.file());
    }
    var writer = JournalWriter.in(journal);
    var config = ExecutorConfig.load(settings.file());
    return BuiltinLambdas.addTo(Worker.builder(config), config, writer::around)
        .handle(NoopHandler.LAMBDA, byte[].class, writer.around(new NoopHandler()))
        .handle(
            IsolationBenchmark.NOISY_LAMBDA,
            NoisyWork.class,
            JournalWriter.in(journal.resolve(IsolationBenchmark.NOISY_JOURNAL))
                .around(new NoisyHandler()))
        .run();
  }
}
