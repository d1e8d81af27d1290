package dev.atf.lab.journal;

import dev.atf.executor.ExecutorConfig;
import dev.atf.executor.Worker;
import dev.atf.runtime.config.ConfigException;
import dev.atf.worker.ExecutorJvm;
import dev.atf.worker.builtin.BuiltinLambdas;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Executor, as a process, of a built-in lambda or of one of the lab's own, {@code noop} and {@code
 * noisy}; records each execution in a journal. Argument: the journal's directory.
 */
public final class JournalingExecutor {
  /** Directory of the journal of the noisy lambda's executor, below that of the others. */
  public static final String NOISY_JOURNAL = "noisy";

  private JournalingExecutor() {}

  /**
   * Returns the command line that starts one on this program's class path.
   *
   * @param journal directory
   */
  public static List<String> command(Path journal) {
    return ExecutorJvm.running(JournalingExecutor.class.getName(), journal.toString());
  }

  public static void main(String[] args) {
    System.exit(run(Path.of(args[0])));
  }

  private static int run(Path journal) {
    try {
      return run(journal, ExecutorConfig.load(Optional.empty()));
    } catch (ConfigException e) {
      System.err.println("executor: " + e.getMessage());
      return Worker.exitCode(e).code();
    }
  }

  private static int run(Path journal, ExecutorConfig config) {
    var writer = JournalWriter.in(journal);
    return BuiltinLambdas.addTo(Worker.builder(config), config, writer::around)
        .handle(NoopHandler.LAMBDA, byte[].class, writer.around(new NoopHandler()))
        .handle(
            NoisyHandler.LAMBDA,
            NoisyWork.class,
            JournalWriter.in(journal.resolve(NOISY_JOURNAL)).around(new NoisyHandler()))
        .run();
  }
}
