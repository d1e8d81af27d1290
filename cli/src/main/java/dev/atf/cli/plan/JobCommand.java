package dev.atf.cli.plan;

import dev.atf.protocol.v1.GetJobRequest;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code atf job}: graphs of steps. */
@Command(
    name = "job",
    description = "Submit jobs of steps, see how they stand, and help them on.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      JobChangeCommands.Submit.class,
      JobReadCommands.Get.class,
      JobReadCommands.ListAll.class,
      JobChangeCommands.Cancel.class,
      JobChangeCommands.Hold.class,
      JobChangeCommands.Resume.class,
      JobChangeCommands.Retry.class,
      JobChangeCommands.Skip.class,
      JobChangeCommands.Patch.class
    })
public final class JobCommand implements Runnable {
  @Spec private CommandSpec spec;

  @Override
  public void run() {
    throw new ParameterException(spec.commandLine(), "Which command?");
  }

  /** Name of a job. */
  static final class Name {
    @Parameters(
        index = "0",
        paramLabel = "LAMBDA",
        description = "The lambda of the job's first step.")
    private String lambda;

    @Parameters(index = "1", paramLabel = "JOB", description = "The name of the job.")
    private String job;

    GetJobRequest request() {
      return GetJobRequest.newBuilder().setLambda(lambda).setJob(job).build();
    }

    String lambda() {
      return lambda;
    }

    String job() {
      return job;
    }
  }
}
