package dev.atf.cli.plan;

import dev.atf.cli.access.OneLambdaCommand;
import dev.atf.cli.access.Repetition;
import dev.atf.cli.task.ExplanationLines;
import dev.atf.cli.task.WaitOptions;
import dev.atf.local.ApiConnection;
import dev.atf.protocol.v1.ExplainJobRequest;
import dev.atf.protocol.v1.Job;
import dev.atf.protocol.v1.ListJobsRequest;
import dev.atf.protocol.v1.ListJobsResponse;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Commands that show jobs. */
final class JobReadCommands {
  private JobReadCommands() {}

  @Command(name = "get", description = "Show a job and the state of its steps.")
  static final class Get extends JobCommand.OfOne {
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
        // Also before a wait: an absent server is reported at once.
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
  static final class Explain extends JobCommand.OfOne {
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
}
