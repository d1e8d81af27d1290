package dev.atf.cli;

import java.util.concurrent.Callable;
import picocli.AutoComplete;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code atf completion}: prints the completion script for a shell. */
@Command(
    name = "completion",
    description = "Print a script with which a shell completes commands and options.",
    footer = {
      "%nRun this in a shell, or add it to the start-up file of the shell:",
      "  source <(./atf completion bash)"
    })
final class CompletionCommand implements Callable<Integer> {
  @Spec private CommandSpec spec;

  /** Supported shells. The same script serves both and detects which shell reads it. */
  enum Shell {
    bash,
    zsh
  }

  @Parameters(paramLabel = "SHELL", description = "${COMPLETION-CANDIDATES}.")
  @SuppressWarnings("unused") // one script for all
  private Shell shell;

  @Override
  public Integer call() {
    var out = spec.commandLine().getOut();
    out.print(AutoComplete.bash("atf", AtfCommand.commandLine()));
    out.flush();
    return 0;
  }
}
