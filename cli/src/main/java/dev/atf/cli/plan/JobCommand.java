package dev.atf.cli.plan;

import dev.atf.cli.access.ApiCommand;
import dev.atf.cli.access.OneLambdaCommand;
import dev.atf.cli.access.Repetition;
import dev.atf.cli.output.CommandGroup;
import dev.atf.cli.output.JsonInput;
import dev.atf.cli.task.ExplanationLines;
import dev.atf.cli.task.WaitOptions;
import dev.atf.local.ApiConnection;
import dev.atf.protocol.v1.CancelJobRequest;
import dev.atf.protocol.v1.ExplainJobRequest;
import dev.atf.protocol.v1.GetJobRequest;
import dev.atf.protocol.v1.HoldJobRequest;
import dev.atf.protocol.v1.Job;
import dev.atf.protocol.v1.JobServiceGrpc.JobServiceBlockingStub;
import dev.atf.protocol.v1.ListJobsRequest;
import dev.atf.protocol.v1.ListJobsResponse;
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

/** {@code atf job}: commands about jobs, which are graphs of steps. */
@Command(
    name = "job",
    description = "Submit jobs, show their state, and change them.",
    subcommands = {
      JobCommand.Submit.class,
      JobCommand.Get.class,
      JobCommand.Explain.class,
      JobCommand.ListAll.class,
      JobCommand.Cancel.class,
      JobCommand.Hold.class,
      JobCommand.Resume.class,
      JobCommand.Retry.class,
      JobCommand.Skip.class,
      JobCommand.Patch.class
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

  @Command(name = "get", description = "Show a job and the state of its steps.")
  static final class Get extends OfOne {
    @Mixin private Repetition repetition;
    @Mixin private WaitOptions wait;

    @Option(names = "--graph", description = "Print the graph in the format of Mermaid.")
    private boolean graph;

    @Override
    public Integer call() {
      if (!wait.asked()) {
        return repetition.run(api, connection -> show(read(connection)));
      }
      try (var connection = api.connect()) {
        // This call also precedes a wait, so that an absent server is reported immediately.
        var unused = read(connection);
        var job = JobWait.untilFinished(connection, request(), wait.timeout());
        show(job);
        return JobOutput.exitCode(job);
      }
    }

    private Job read(ApiConnection connection) {
      return connection.jobs().getJob(request());
    }

    /** Prints a job; returns whether it may still change. */
    private boolean show(Job job) {
      if (graph && !api.json()) {
        JobOutput.graph(api.out(), job);
      } else {
        JobOutput.print(api, job);
      }
      return !JobWait.isFinished(job.getStatus());
    }
  }

  @Command(name = "explain", description = "Explain what a job waits for, or why it ended.")
  static final class Explain extends OfOne {
    @Override
    public Integer call() {
      var request = ExplainJobRequest.newBuilder().setLambda(lambda).setJob(job).build();
      return api.answer(
          connection -> connection.jobs().explainJob(request),
          answer ->
              ExplanationLines.print(answer.getSummary(), answer.getReasonsList(), api.out()));
    }
  }

  @Command(name = "list", description = "List the jobs whose first step belongs to a lambda.")
  static final class ListAll extends OneLambdaCommand {
    @Option(
        names = "--state",
        paramLabel = "STATE",
        description =
            "live: unfinished jobs, including held ones; rest: jobs that have ended (default:"
                + " live).")
    private String state = "live";

    @Option(
        names = "--page-token",
        paramLabel = "T",
        description = "The token that an earlier page printed.")
    private String pageToken = "";

    @Override
    public Integer call() {
      var request =
          ListJobsRequest.newBuilder().setLambda(lambda).setState(state).setPageToken(pageToken);
      return api.answer(connection -> connection.jobs().listJobs(request.build()), this::print);
    }

    private void print(ListJobsResponse answer) {
      JobOutput.list(answer).print(api.out(), api.terminal());
      if (!answer.getNextPageToken().isEmpty()) {
        api.out().println("more: --page-token " + answer.getNextPageToken());
      }
    }
  }

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

  /** Command that changes one job and prints its new state. */
  abstract static class Change extends OfOne {
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
