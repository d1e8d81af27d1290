package dev.atf.cli.plan;

import dev.atf.cli.access.ApiOptions;
import dev.atf.cli.output.TextTable;
import dev.atf.cli.task.TaskOutput;
import dev.atf.protocol.v1.Job;
import dev.atf.protocol.v1.JobStatus;
import dev.atf.protocol.v1.JobStepState;
import dev.atf.protocol.v1.ListJobsResponse;
import dev.atf.protocol.v1.StepStatus;
import java.io.PrintWriter;
import java.util.HashMap;
import java.util.Map;

/** Jobs as text. */
final class JobOutput {
  private JobOutput() {}

  static void print(ApiOptions api, Job job) {
    head(api.out(), job);
    steps(job).print(api.out(), api.terminal());
    reasons(api.out(), job);
  }

  /** Returns the exit code of a command that waited for the end: 1 unless the job succeeded. */
  static int exitCode(Job job) {
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

  static TextTable list(ListJobsResponse answer) {
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
    return table;
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
  static void graph(PrintWriter out, Job job) {
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
  static String word(Enum<?> value) {
    return value.name().replaceFirst("^(JOB|GOAL|STEP)_", "");
  }
}
