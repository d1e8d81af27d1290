package dev.atf.cli.service;

import dev.atf.worker.builtin.BuiltinLambdas;
import dev.atf.worker.pool.ProcessRange;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Checks the number of executors of each lambda, and that this program can run them. */
@Command
final class ExecutorCounts {
  /** Maximum number of executor processes. A larger number on one machine is probably a mistake. */
  private static final int PROCESSES_MAX = 64;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  /**
   * Checks that executors of all these lambdas can be started.
   *
   * @param command command that starts executors of other lambdas; if empty, only built-in lambdas
   *     can run
   */
  void require(Map<String, ProcessRange> executors, List<String> command) {
    require(executors);
    executors
        .keySet()
        .forEach(
            lambda -> {
              if (command.isEmpty() && !BuiltinLambdas.NAMES.contains(lambda)) {
                throw new ParameterException(
                    spec.commandLine(),
                    "--executors: %s (expected: of %s; another lambda needs its owner's program: atf up or atf worker --executors %s=1 -- COMMAND)"
                        .formatted(lambda, BuiltinLambdas.NAMES, lambda));
              }
            });
  }

  private void require(Map<String, ProcessRange> executors) {
    executors.forEach(
        (lambda, processes) -> {
          if (processes.most() > PROCESSES_MAX) {
            throw new ParameterException(
                spec.commandLine(),
                "--executors: %s=%s (expected: 1 to %d processes)"
                    .formatted(lambda, processes, PROCESSES_MAX));
          }
        });
  }
}
