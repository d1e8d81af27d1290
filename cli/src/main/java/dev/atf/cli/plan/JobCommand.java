package dev.atf.cli.plan;

import dev.atf.cli.access.ApiCommand;
import dev.atf.cli.output.CommandGroup;
import dev.atf.protocol.v1.GetJobRequest;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code atf job}: graphs of steps. */
@Command(
    name = "job",
    description = "Submit jobs, show their state, and change them.",
    subcommands = {
      JobChangeCommands.Submit.class,
      JobReadCommands.Get.class,
      JobReadCommands.Explain.class,
      JobReadCommands.ListAll.class,
      JobChangeCommands.Cancel.class,
      JobChangeCommands.Hold.class,
      JobChangeCommands.Resume.class,
      JobChangeCommands.Retry.class,
      JobChangeCommands.Skip.class,
      JobChangeCommands.Patch.class
    })
public final class JobCommand extends CommandGroup {
  /** Command about one job. */
  abstract static class OfOne extends ApiCommand {
    @Parameters(
        index = "0",
        paramLabel = "LAMBDA",
        description = "The lambda of the job's first step.")
    String lambda;

    @Parameters(index = "1", paramLabel = "JOB", description = "The name of the job.")
    String job;

    GetJobRequest request() {
      return GetJobRequest.newBuilder().setLambda(lambda).setJob(job).build();
    }
  }
}
