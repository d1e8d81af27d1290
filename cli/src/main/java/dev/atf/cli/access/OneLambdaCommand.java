package dev.atf.cli.access;

import picocli.CommandLine.Parameters;

/** Command about one lambda. */
public abstract class OneLambdaCommand extends ApiCommand {
  @Parameters(index = "0", paramLabel = "LAMBDA", description = "The name of the lambda.")
  protected String lambda;
}
