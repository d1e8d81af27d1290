package dev.atf.cli.plan;

import dev.atf.cli.access.ApiCommand;
import dev.atf.cli.output.JsonInput;
import dev.atf.cli.task.WaitOptions;
import dev.atf.protocol.v1.CancelJobRequest;
import dev.atf.protocol.v1.GetJobRequest;
import dev.atf.protocol.v1.HoldJobRequest;
import dev.atf.protocol.v1.Job;
import dev.atf.protocol.v1.JobServiceGrpc.JobServiceBlockingStub;
import dev.atf.protocol.v1.PatchInputRequest;
import dev.atf.protocol.v1.RetryJobRequest;
import dev.atf.protocol.v1.SkipStepRequest;
import dev.atf.protocol.v1.SubmitJobRequest;
import dev.atf.protocol.v1.SubmitJobResponse;
import java.nio.file.Path;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Commands that submit, cancel and unblock jobs. */
final class JobChangeCommands {
  private JobChangeCommands() {}

  @Command(
      name = "submit",
      description = "Submit a job; returns when the whole job is durable.",
      footer = {
        "%nThe file is JSON as in POST /v1/jobs:",
        "  {\"name\":\"night-1\",\"steps\":[{\"name\":\"a\",\"lambda\":\"resize\"},",
        "    {\"name\":\"b\",\"lambda\":\"resize\",\"after\":[\"a\"]}]}"
      })
  static final class Submit extends ApiCommand {
    @Mixin private WaitOptions wait;

    @Parameters(paramLabel = "FILE", description = "A file with the job.")
    private Path file;

    @Override
    public Integer call() {
      try (var connection = api.connect()) {
        var answer = connection.jobs().submitJob(parse());
        if (!wait.asked()) {
          api.print(answer, this::print);
          return 0;
        }
        var request =
            GetJobRequest.newBuilder().setLambda(answer.getLambda()).setJob(answer.getJob());
        var job = JobWait.untilFinished(connection, request.build(), wait.timeout());
        JobOutput.print(api, job);
        return JobOutput.exitCode(job);
      }
    }

    private void print(SubmitJobResponse answer) {
      var before = answer.getCreated() ? "" : "; it was submitted before";
      api.out().printf("job %s of %s%s%n", answer.getJob(), answer.getLambda(), before);
    }

    private SubmitJobRequest parse() {
      return JsonInput.ofFile(file).into(SubmitJobRequest.newBuilder()).build();
    }
  }

  /** Command that changes one job and prints it as it is then. */
  abstract static class Change extends JobCommand.OfOne {
    abstract Job change(JobServiceBlockingStub jobs);

    @Override
    public final Integer call() {
      try (var connection = api.connect()) {
        JobOutput.print(api, change(connection.jobs()));
        return 0;
      }
    }
  }

  /** Change of one step. */
  abstract static class StepChange extends Change {
    @Parameters(index = "2", paramLabel = "STEP", description = "The name of the step.")
    String step;
  }

  @Command(name = "cancel", description = "Cancel a job; steps that ran are not reverted.")
  static final class Cancel extends Change {
    @Option(names = "--compensate", description = "Revert the steps that ran.")
    private boolean compensate;

    @Override
    Job change(JobServiceBlockingStub jobs) {
      var request = CancelJobRequest.newBuilder().setLambda(lambda).setJob(job);
      return jobs.cancelJob(request.setCompensate(compensate).build());
    }
  }

  @Command(name = "hold", description = "Start no further steps of a job; running tasks finish.")
  static final class Hold extends Change {
    @Override
    Job change(JobServiceBlockingStub jobs) {
      return jobs.holdJob(HoldJobRequest.newBuilder().setLambda(lambda).setJob(job).build());
    }
  }

  @Command(name = "resume", description = "Continue a held job.")
  static final class Resume extends Change {
    @Override
    Job change(JobServiceBlockingStub jobs) {
      var request = HoldJobRequest.newBuilder().setLambda(lambda).setJob(job);
      return jobs.holdJob(request.setResume(true).build());
    }
  }

  @Command(
      name = "retry",
      description = "Try failed steps again, or a step and all steps after it.")
  static final class Retry extends Change {
    @Option(
        names = "--from",
        paramLabel = "STEP",
        description = "Run this step again, and all steps after it.")
    private String from = "";

    @Override
    Job change(JobServiceBlockingStub jobs) {
      var request = RetryJobRequest.newBuilder().setLambda(lambda).setJob(job);
      return jobs.retryJob(request.setFromStep(from).build());
    }
  }

  @Command(
      name = "skip",
      description = "Count a step as done; if its compensation is held, as reverted.")
  static final class Skip extends StepChange {
    @Override
    Job change(JobServiceBlockingStub jobs) {
      var request = SkipStepRequest.newBuilder().setLambda(lambda).setJob(job);
      return jobs.skipStep(request.setStep(step).build());
    }
  }

  @Command(name = "patch", description = "Replace the input of a step, from its next try on.")
  static final class Patch extends StepChange {
    @Option(
        names = "--payload",
        paramLabel = "JSON",
        required = true,
        description = "The new input of its handler.")
    private String payload;

    @Override
    Job change(JobServiceBlockingStub jobs) {
      var request = PatchInputRequest.newBuilder().setLambda(lambda).setJob(job).setStep(step);
      new JsonInput("--payload", payload).payloadOf(request);
      return jobs.patchInput(request.build());
    }
  }
}
