package dev.atf.cli.task;

import dev.atf.cli.access.ApiCommand;
import picocli.CommandLine.Parameters;

/** Command about one task. */
abstract class OneTaskCommand extends ApiCommand {
  @Parameters(paramLabel = "TASK", description = "The id that schedule printed.")
  String taskId;
}
