package dev.atf.cli.task;

import dev.atf.cli.access.ApiCommand;
import picocli.CommandLine.Parameters;

/** Command about one task. */
public abstract class OneTaskCommand extends ApiCommand {
  @Parameters(paramLabel = "TASK", description = "The id that schedule printed.")
  protected String taskId;
}
