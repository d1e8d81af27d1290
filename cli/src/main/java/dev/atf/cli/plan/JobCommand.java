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
import dev.atf.cli.output.EndWait;
import dev.atf.cli.output.JsonInput;
import dev.atf.cli.output.TextTable;
import dev.atf.cli.task.ExplanationLines;
import dev.atf.cli.task.TaskOutput;
import dev.atf.cli.task.WaitOptions;
import dev.atf.local.ApiConnection;
import dev.atf.protocol.v1.GetJobRequest;
import dev.atf.protocol.v1.Job;
import dev.atf.protocol.v1.JobServiceGrpc;
import dev.atf.protocol.v1.JobStatus;
import dev.atf.protocol.v1.JobStepState;
import dev.atf.protocol.v1.ListJobsResponse;
import dev.atf.protocol.v1.PatchInputRequest;
import dev.atf.protocol.v1.StepStatus;
import dev.atf.protocol.v1.SubmitJobRequest;
import dev.atf.protocol.v1.SubmitJobResponse;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code atf job}: commands about jobs, which are graphs of steps. */
@Command(name = "job", description = "Submit jobs, show their state, and change them.")
public final class JobCommand extends CommandGroup implements CommandTable {
  private static final Set<JobStatus> FINISHED =
      Set.of(
          JobStatus.JOB_SUCCEEDED,
          JobStatus.JOB_FAILED,
          JobStatus.JOB_COMPENSATED,
          JobStatus.JOB_CANCELLED);

  private static final Argument LAMBDA = parameter("LAMBDA", "The lambda of the job's first step.");
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
                    .orElse("live"))
            .lists(
                JobServiceGrpc::getListJobsMethod, (api, request, answer) -> printAll(api, answer)),
        call("cancel", "Cancel a job; steps that ran are not reverted.")
            .with(LAMBDA, JOB, option("--compensate", "Revert the steps that ran."))
            .calls(JobServiceGrpc::getCancelJobMethod, JobCommand::print),
        call("hold", "Start no further steps of a job; running tasks finish.")
            .with(LAMBDA, JOB)
            .calls(JobServiceGrpc::getHoldJobMethod, JobCommand::print),
        call("resume", "Continue a held job.")
            .with(LAMBDA, JOB, fixed("resume", true))
            .calls(JobServiceGrpc::getHoldJobMethod, JobCommand::print),
        call("retry", "Try failed steps again, or a step and all steps after it.")
            .with(
                LAMBDA,
                JOB,
                option("--from=STEP", "Run this step again, and all steps after it.")
                    .into("from_step"))
            .calls(JobServiceGrpc::getRetryJobMethod, JobCommand::print),
        call("skip", "Count a step as done; if its compensation is held, as reverted.")
            .with(LAMBDA, JOB, STEP)
            .calls(JobServiceGrpc::getSkipStepMethod, JobCommand::print),
        call("patch", "Replace the input of a step, from its next try on.")
            .with(
                LAMBDA,
                JOB,
                STEP,
                option("--payload=JSON", "The new input of its handler.")
                    .required(true)
                    .by(
                        (PatchInputRequest.Builder request, String json) ->
                            new JsonInput("--payload", json).payloadOf(request)))
            .calls(JobServiceGrpc::getPatchInputMethod, JobCommand::print));
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
        var job = untilFinished(connection, request, wait.timeout());
        show(job);
        return exitCode(job);
      }
    }

    /** Prints the job; returns whether it may still change. */
    private boolean show(Job job) {
      if (graph) {
        graph(api.out(), job);
      } else {
        api.print(job, shown -> JobCommand.print(api, shown));
      }
      return !isFinished(job.getStatus());
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
        var job = untilFinished(connection, request.build(), wait.timeout());
        api.print(job, shown -> JobCommand.print(api, shown));
        return exitCode(job);
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

  /** Waits like {@link EndWait#untilFinished}. A held job has not ended. */
  private static Job untilFinished(ApiConnection api, GetJobRequest request, Duration timeout) {
    return new EndWait<>(
            () -> api.jobs().getJob(request),
            job -> isFinished(job.getStatus()),
            job -> job.getJob() + " is still " + word(job.getStatus()))
        .untilFinished(timeout);
  }

  private static boolean isFinished(JobStatus status) {
    return FINISHED.contains(status);
  }

  private static void print(ApiOptions api, Job job) {
    head(api.out(), job);
    steps(job).print(api.out(), api.terminal());
    reasons(api.out(), job);
  }

  /** Returns the exit code of a command that waited for the end: 1 unless the job succeeded. */
  private static int exitCode(Job job) {
    return job.getStatus() == JobStatus.JOB_SUCCEEDED ? 0 : 1;
  }

  private static void head(PrintWriter out, Job job) {
    out.printf(
        "job %s of %s is %s; goal %s; round %d of %d%s%s%n",
        job.getJob(),
        job.getLambda(),
        word(job.getStatus()),
        word(job.getGoal()),
        job.getRound(),
        job.getRounds(),
        job.getHeldByOperator() ? "; held by an operator" : "",
        job.getCause().isEmpty() ? "" : "; because of step " + job.getCause());
  }

  private static void printAll(ApiOptions api, ListJobsResponse answer) {
    var table = new TextTable("JOB", "STATUS", "GOAL", "ROUND", "STEPS", "CREATED");
    for (var job : answer.getJobsList()) {
      table.add(
          job.getJob(),
          job.getUnreadable().isEmpty()
              ? word(job.getStatus())
              : "cannot be read: " + TaskOutput.oneLine(job.getUnreadable()),
          word(job.getGoal()),
          job.getRound() + "/" + job.getRounds(),
          "" + job.getStepCount(),
          TaskOutput.time(job.getCreatedAt()));
    }
    table.print(api.out(), api.terminal());
  }

  /** Prints why those steps have failed that have no failed task. */
  private static void reasons(PrintWriter out, Job job) {
    for (var step : job.getStepsList()) {
      if (!step.getReason().isEmpty()) {
        out.printf("step %s: %s%n", step.getName(), TaskOutput.printable(step.getReason()));
      }
    }
  }

  private static TextTable steps(Job job) {
    var table = new TextTable("STEP", "STATUS", "TRIES", "LAMBDA", "AFTER", "TASK");
    for (var step : job.getStepsList()) {
      boolean one = step.hasUnit();
      table.add(
          step.getName(),
          word(step.getStatus()) + items(step),
          one ? "" + step.getUnit().getTries() : "",
          step.getLambda(),
          String.join(" ", step.getAfterList()),
          one ? task(step) : "");
    }
    return table;
  }

  /** Prints the job as a Mermaid graph with the state of each step below its name. */
  private static void graph(PrintWriter out, Job job) {
    out.println("flowchart TD");
    Map<String, Integer> places = new HashMap<>();
    for (var step : job.getStepsList()) {
      int place = places.size();
      places.put(step.getName(), place);
      out.printf(
          "  s%d[\"%s<br>%s%s\"]%n", place, step.getName(), word(step.getStatus()), items(step));
    }
    for (var step : job.getStepsList()) {
      for (var before : step.getAfterList()) {
        out.printf("  s%d --> s%d%n", places.get(before), places.get(step.getName()));
      }
    }
  }

  private static String task(JobStepState step) {
    return step.getUnit().getCompensationTaskId().isEmpty()
        ? step.getUnit().getTaskId()
        : step.getUnit().getCompensationTaskId();
  }

  private static String items(JobStepState step) {
    if (step.getItemsCount() == 0) {
      return "";
    }
    long done =
        step.getItemsList().stream()
            .filter(item -> item.getStatus() == StepStatus.STEP_SUCCEEDED)
            .count();
    return " " + done + "/" + step.getItemsCount();
  }

  /** Returns the name without the prefix that makes the name unique in the protocol. */
  private static String word(Enum<?> value) {
    return value.name().replaceFirst("^(JOB|GOAL|STEP)_", "");
  }
}
