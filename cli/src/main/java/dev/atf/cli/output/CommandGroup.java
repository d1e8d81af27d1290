package dev.atf.cli.output;

import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Command that only groups subcommands. Running it without a subcommand is an error of usage. */
@Command(synopsisSubcommandLabel = "COMMAND")
public abstract class CommandGroup implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public final void run() {
    throw new ParameterException(spec.commandLine(), "Which command?");
  }
}
