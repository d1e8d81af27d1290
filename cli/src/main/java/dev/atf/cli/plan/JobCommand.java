package dev.atf.cli.plan;

import static dev.atf.cli.access.Argument.fixed;
import static dev.atf.cli.access.Argument.option;
import static dev.atf.cli.access.Argument.parameter;
import static dev.atf.cli.access.Call.call;

import dev.atf.cli.access.ApiCommand;
import dev.atf.cli.access.ApiOptions;
import dev.atf.cli.access.Argument;
import dev.atf.cli.access.CallCommand;
import dev.atf.cli.access.Repetition;
import dev.atf.cli.output.CommandGroup;
import dev.atf.cli.output.CommandTable;
import dev.atf.cli.output.JsonInput;
import dev.atf.cli.task.ExplanationLines;
import dev.atf.cli.task.WaitOptions;
import dev.atf.protocol.v1.GetJobRequest;
import dev.atf.protocol.v1.Job;
import dev.atf.protocol.v1.JobServiceGrpc;
import dev.atf.protocol.v1.ListJobsResponse;
import dev.atf.protocol.v1.PatchInputRequest;
import dev.atf.protocol.v1.SubmitJobRequest;
import dev.atf.protocol.v1.SubmitJobResponse;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code atf job}: commands about jobs, which are graphs of steps. */
@Command(name = "job", description = "Submit jobs, show their state, and change them.")
public final class JobCommand extends CommandGroup implements CommandTable {
  private static final Argument LAMBDA =
      parameter("LAMBDA", "The lambda of the job's first step.");
  private static final Argument JOB = parameter("JOB", "The name of the job.");
  private static final Argument STEP = parameter("STEP", "The name of the step.");

  @Override
  public List<?> commands() {
    return List.of(
        Submit.class,
        Get.class,
        call("explain", "Explain what a job waits for, or why it ended.")
            .with(LAMBDA, JOB)
            .calls(
                JobServiceGrpc::getExplainJobMethod,
                (api, answer) ->
                    ExplanationLines.print(
                        answer.getSummary(), answer.getReasonsList(), api.out())),
        call("list", "List the jobs whose first step belongs to a lambda.")
            .with(
                Argument.LAMBDA,
                option(
                        "--state=STATE",
                        "live: unfinished jobs, including held ones; rest: jobs that have ended"
                            + " (default: live).")
                    .orElse("live"),
                option("--page-token=T", "The token that an earlier page printed."))
            .calls(JobServiceGrpc::getListJobsMethod, JobCommand::printAll),
        call("cancel", "Cancel a job; steps that ran are not reverted.")
            .with(LAMBDA, JOB, option("--compensate", "Revert the steps that ran."))
            .calls(JobServiceGrpc::getCancelJobMethod, JobOutput::print),
        call("hold", "Start no further steps of a job; running tasks finish.")
            .with(LAMBDA, JOB)
            .calls(JobServiceGrpc::getHoldJobMethod, JobOutput::print),
        call("resume", "Continue a held job.")
            .with(LAMBDA, JOB, fixed("resume", true))
            .calls(JobServiceGrpc::getHoldJobMethod, JobOutput::print),
        call("retry", "Try failed steps again, or a step and all steps after it.")
            .with(
                LAMBDA,
                JOB,
                option("--from=STEP", "Run this step again, and all steps after it.")
                    .into("from_step"))
            .calls(JobServiceGrpc::getRetryJobMethod, JobOutput::print),
        call("skip", "Count a step as done; if its compensation is held, as reverted.")
            .with(LAMBDA, JOB, STEP)
            .calls(JobServiceGrpc::getSkipStepMethod, JobOutput::print),
        call("patch", "Replace the input of a step, from its next try on.")
            .with(
                LAMBDA,
                JOB,
                STEP,
                option("--payload=JSON", "The new input of its handler.").required(true)
                    .by(
                        (PatchInputRequest.Builder request, String json) ->
                            new JsonInput("--payload", json).payloadOf(request)))
            .calls(JobServiceGrpc::getPatchInputMethod, JobOutput::print));
  }

  private static void printAll(ApiOptions api, ListJobsResponse answer) {
    JobOutput.list(answer).print(api.out(), api.terminal());
    if (!answer.getNextPageToken().isEmpty()) {
      api.out().println("more: --page-token " + answer.getNextPageToken());
    }
  }

  @Command(name = "get", description = "Show a job and the state of its steps.")
  static final class Get extends CallCommand<GetJobRequest, Job> {
    @Mixin private Repetition repetition;
    @Mixin private WaitOptions wait;

    @Option(names = "--graph", description = "Print the graph in the format of Mermaid.")
    private boolean graph;

    Get() {
      super(JobServiceGrpc::getGetJobMethod, List.of(LAMBDA, JOB));
    }

    @Override
    public Integer call() {
      var request = request();
      if (!wait.asked()) {
        return repetition.run(api, connection -> show(answer(connection, request)));
      }
      try (var connection = api.connect()) {
        // This call also precedes a wait, so that an absent server is reported immediately.
        var unused = answer(connection, request);
        var job = JobWait.untilFinished(connection, request, wait.timeout());
        show(job);
        return JobOutput.exitCode(job);
      }
    }

    /** Prints the job; returns whether it may still change. */
    private boolean show(Job job) {
      if (graph && !api.json()) {
        JobOutput.graph(api.out(), job);
      } else {
        api.print(job, shown -> JobOutput.print(api, shown));
      }
      return !JobWait.isFinished(job.getStatus());
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
        api.print(job, shown -> JobOutput.print(api, shown));
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
}
