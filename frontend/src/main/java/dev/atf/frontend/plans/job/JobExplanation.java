package dev.atf.frontend.plans.job;

import dev.atf.access.AccessControl;
import dev.atf.frontend.explain.Explanation;
import dev.atf.frontend.explain.TaskExplanation;
import dev.atf.frontend.reason.ExplainCode;
import dev.atf.frontend.reason.Reason;
import dev.atf.frontend.rpc.ShellCommands;
import dev.atf.model.LambdaName;
import dev.atf.plans.job.JobMember;
import dev.atf.plans.job.JobRow;
import dev.atf.plans.job.JobStatus;
import dev.atf.plans.job.StepStatus;
import dev.atf.plans.job.UnitState;
import dev.atf.plans.job.definition.JobGraph;
import dev.atf.plans.job.definition.StepDefinition;
import dev.atf.plans.row.Plan;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.Action;
import dev.atf.protocol.v1.ExplainJobResponse;
import io.grpc.StatusRuntimeException;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Explains whether a job waits for a decision of an operator or for tasks of its steps. */
final class JobExplanation {
  /** Maximum number of tasks that are explained, each with a bounded number of reads. */
  private static final int TASKS_MAX = 5;

  private final TaskExplanation tasks;
  private final AccessControl access;

  @Inject
  JobExplanation(TaskExplanation tasks, AccessControl access) {
    this.tasks = tasks;
    this.access = access;
  }

  ExplainJobResponse explain(Plan job, JobRow row, JobGraph graph, Instant now) {
    var explanation = Explanation.of(reasons(job, row, graph, now));
    return ExplainJobResponse.newBuilder()
        .setSummary(explanation.summary())
        .addAllReasons(explanation.proto())
        .setStatus(JobView.status(row.state().status()))
        .build();
  }

  private List<Reason> reasons(Plan job, JobRow row, JobGraph graph, Instant now) {
    var state = row.state();
    var reasons = new ArrayList<Reason>();
    if (state.paused() && !state.status().finished()) {
      reasons.add(
          reason(
              ExplainCode.JOB_HELD,
              "an operator holds job %s of lambda %s: it starts no further tasks"
                  .formatted(job.name(), job.lambda()),
              "resume it with " + ShellCommands.atf("job resume", job.lambda(), job.name())));
    }
    if (state.status().finished()) {
      reasons.add(ended(job, row, graph));
    }
    var attention = new ArrayList<JobMember>();
    attention.addAll(members(row, graph, true));
    attention.addAll(members(row, graph, false));
    attention.stream()
        .limit(TASKS_MAX)
        .forEach(member -> reasons.add(ofTask(job, graph, member, now)));
    int more = attention.size() - TASKS_MAX;
    if (more > 0) {
      reasons.add(
          reason(
              ExplainCode.JOB_GOES_ON,
              "%d more of its tasks have failed, or have not ended".formatted(more),
              ShellCommands.atf("job get", job.lambda(), job.name()) + " shows all of them"));
    }
    if (reasons.isEmpty()) {
      reasons.add(
          reason(
              ExplainCode.JOB_GOES_ON,
              "job %s of lambda %s is %s, and its next tasks are about to be created"
                  .formatted(job.name(), job.lambda(), state.status()),
              "wait some seconds, then try again"));
    }
    return reasons;
  }

  private static Reason ended(Plan job, JobRow row, JobGraph graph) {
    var state = row.state();
    boolean succeeded = state.status() == JobStatus.SUCCEEDED;
    return reason(
        ExplainCode.JOB_ENDED,
        "job %s of lambda %s has ended, and is %s%s"
            .formatted(
                job.name(),
                job.lambda(),
                state.status(),
                state.cause() < 0
                    ? ""
                    : ", because step %s failed".formatted(graph.step(state.cause()).name())),
        succeeded
            ? "nothing"
            : "retry it with " + ShellCommands.atf("job retry", job.lambda(), job.name()));
  }

  /**
   * Returns the failed tasks that wait for an operator or made the job fail; if there are none, the
   * tasks in progress.
   */
  private static List<JobMember> members(JobRow row, JobGraph graph, boolean failed) {
    var state = row.state();
    var members = new ArrayList<JobMember>();
    for (int place = 0; place < graph.size(); place++) {
      var units = state.step(place).units();
      for (int unit = 0; unit < units.size(); unit++) {
        if (failed ? isFailed(units.get(unit)) : units.get(unit).status().inProgress()) {
          var member = state.member(graph, place, unit);
          members.add(
              units.get(unit).status() == StepStatus.COMPENSATION_FAILED
                  ? member.reverting(units.get(unit).undos())
                  : member);
        }
      }
    }
    return members;
  }

  private static boolean isFailed(UnitState unit) {
    return unit.status().held() || unit.status() == StepStatus.FAILED;
  }

  private Reason ofTask(Plan job, JobGraph graph, JobMember member, Instant now) {
    var taskId = member.taskOf(job.id());
    var step =
        "%sstep %s%s (task %s)"
            .formatted(
                member.reverts() ? "reverting " : "",
                member.step(),
                member.item() == null ? "" : ", item " + member.item(),
                taskId);
    var lambda = lambdaOf(graph.step(member.place()), member);
    if (!access.allows(Action.READ, lambda.value())) {
      return reason(
          ExplainCode.JOB_GOES_ON,
          step + ": you may not read lambda " + lambda,
          "ask its owner to run %s".formatted(ShellCommands.atf("explain", taskId)));
    }
    try {
      var first = tasks.first(taskId, now);
      return new Reason(
          first.code(),
          step + ": " + first.message(),
          first.since(),
          first.until(),
          first.remedy());
    } catch (StatusRuntimeException e) {
      if (RpcErrors.reasonOf(e).filter(ErrorReason.TASK_NOT_FOUND::equals).isEmpty()) {
        throw e;
      }
      return reason(
          ExplainCode.JOB_GOES_ON,
          step + ": its task is about to be created, or is no longer stored",
          "wait");
    }
  }

  private static LambdaName lambdaOf(StepDefinition step, JobMember member) {
    var compensation = step.compensation();
    return member.reverts() && compensation != null
        ? compensation.work().lambda()
        : step.work().lambda();
  }

  private static Reason reason(ExplainCode code, String message, String remedy) {
    return new Reason(code, message, null, null, remedy);
  }
}
