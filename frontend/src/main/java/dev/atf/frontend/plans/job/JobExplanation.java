package dev.atf.frontend.plans.job;

import dev.atf.access.AccessControl;
import dev.atf.frontend.explain.Explanation;
import dev.atf.frontend.explain.StoreConsumerReports;
import dev.atf.frontend.explain.TaskExplanation;
import dev.atf.frontend.plans.UnreadablePlan;
import dev.atf.frontend.reason.ExplainCode;
import dev.atf.frontend.reason.Reason;
import dev.atf.frontend.rpc.ShellCommands;
import dev.atf.model.LambdaName;
import dev.atf.plans.job.Goal;
import dev.atf.plans.job.JobMember;
import dev.atf.plans.job.JobRow;
import dev.atf.plans.job.JobState;
import dev.atf.plans.job.JobStatus;
import dev.atf.plans.job.StepStatus;
import dev.atf.plans.job.definition.FanOut;
import dev.atf.plans.job.definition.JobGraph;
import dev.atf.plans.job.definition.StepDefinition;
import dev.atf.plans.row.Plan;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.Action;
import dev.atf.protocol.v1.ExplainJobResponse;
import dev.atf.store.plans.JobCodec;
import dev.atf.store.plans.JobSteps;
import dev.atf.store.plans.Plans;
import dev.atf.store.plans.UnreadablePlanException;
import io.grpc.StatusRuntimeException;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** Explains whether a job waits for a decision of an operator or for tasks of its steps. */
final class JobExplanation {
  /** Maximum number of tasks that are explained, each with a bounded number of reads. */
  private static final int TASKS_MAX = 5;

  private final Plans plans;
  private final TaskExplanation tasks;
  private final AccessControl access;
  private final StoreConsumerReports consumers;

  @Inject
  JobExplanation(
      Plans plans, TaskExplanation tasks, AccessControl access, StoreConsumerReports consumers) {
    this.plans = plans;
    this.tasks = tasks;
    this.access = access;
    this.consumers = consumers;
  }

  /** Explains a job. If this version cannot read its row, its status is unknown. */
  ExplainJobResponse explain(Plan job, Instant now) {
    var response = ExplainJobResponse.newBuilder();
    List<Reason> reasons;
    try {
      var row = JobCodec.read(job);
      reasons = reasons(job, row, JobGraph.of(JobSteps.find(plans, job, row.head())), now);
      response.setStatus(JobView.status(row.state().status()));
    } catch (UnreadablePlanException e) {
      reasons = List.of(UnreadablePlan.reason(e, "its state and its steps are unknown"));
    }
    var explanation = Explanation.of(reasons);
    return response.setSummary(explanation.summary()).addAllReasons(explanation.proto()).build();
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
    reasons.addAll(withoutItems(job, graph, state, true));
    if (!state.status().finished() && state.status() != JobStatus.HELD) {
      consumers.silent(now).ifPresent(reasons::add);
    }
    var members = members(row, graph);
    members.stream()
        .limit(TASKS_MAX)
        .forEach(member -> reasons.add(ofTask(job, graph, state, member, now)));
    var more = members.subList(Math.min(TASKS_MAX, members.size()), members.size());
    if (!more.isEmpty()) {
      long running = more.stream().filter(member -> member.status().inProgress()).count();
      reasons.add(
          reason(
              ExplainCode.JOB_GOES_ON,
              "%d more of its tasks have failed, and %d more have not ended"
                  .formatted(more.size() - running, running),
              ShellCommands.atf("job get", job.lambda(), job.name()) + " shows all of them"));
    }
    reasons.addAll(withoutItems(job, graph, state, false));
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
   * Returns the reasons of the steps that have no tasks, because the list of their items cannot be
   * used.
   *
   * @param first whether to return the steps that stop the job, or stopped it; otherwise the
   *     failures after which the job continues
   */
  private static List<Reason> withoutItems(
      Plan job, JobGraph graph, JobState state, boolean first) {
    var reasons = new ArrayList<Reason>();
    for (int place = 0; place < graph.size(); place++) {
      var step = state.step(place);
      if (step.hasNoItems() && first == (step.held() || state.status().finished())) {
        reasons.add(
            reason(
                ExplainCode.STEP_WITHOUT_ITEMS,
                "step %s of job %s of lambda %s %s, and has no tasks: %s"
                    .formatted(
                        graph.step(place).name(),
                        job.name(),
                        job.lambda(),
                        step.held() ? "is held" : "has failed",
                        JobView.reason(graph.step(place), step)),
                remedy(job, graph.step(place), state, step.held())));
      }
    }
    return reasons;
  }

  /** Returns the remedy for a step without items. */
  private static String remedy(Plan job, StepDefinition step, JobState state, boolean held) {
    var retry = ShellCommands.atf("job retry", job.lambda(), job.name());
    var skip = ShellCommands.atf("job skip", job.lambda(), job.name(), step.name());
    boolean ended = state.status().finished();
    if (!ended && state.goal() != Goal.SUCCEEDED) {
      return "wait until the job has ended, then retry it with " + retry;
    }
    boolean reverted = state.goal() == Goal.COMPENSATED;
    var again =
        step.fanOut() instanceof FanOut.ResultOf source
            ? "give step %s another input with %s, then run it again with %s"
                .formatted(
                    source.step(),
                    ShellCommands.atf(
                        "job patch --payload JSON", job.lambda(), job.name(), source.step()),
                    reverted
                        ? retry
                        : ShellCommands.atf(
                            "job retry --from", source.step(), job.lambda(), job.name()))
            : "";
    if (reverted) {
      return again.isEmpty() ? "submit a job with fewer items" : again;
    }
    if (held) {
      return (again.isEmpty() ? "" : again + "; or ") + "continue without the step with " + skip;
    }
    if (!ended || state.status() == JobStatus.SUCCEEDED) {
      return "the job %s without it".formatted(ended ? "has ended" : "continues")
          + (again.isEmpty() ? "" : "; to run it, " + again);
    }
    return (again.isEmpty() ? "" : again + "; or ")
        + "skip the step with %s, then retry the job with %s".formatted(skip, retry);
  }

  /** Task of a job, and the state of its unit. */
  private record Member(JobMember member, StepStatus status) {
    /** Returns the place among all tasks: what the job waits for comes first. */
    int importance(JobStatus job) {
      if (status.held()) {
        return 0;
      }
      return status.inProgress() == job.finished() ? 2 : 1;
    }
  }

  /**
   * Returns the tasks that have failed, wait for an operator, or have not ended. The tasks that
   * wait for an operator come first. As long as the job continues, tasks in progress come before
   * failed ones, because the job no longer waits for a failed one.
   */
  private static List<Member> members(JobRow row, JobGraph graph) {
    var state = row.state();
    var members = new ArrayList<Member>();
    for (int place = 0; place < graph.size(); place++) {
      if (state.step(place).hasNoItems()) {
        continue;
      }
      var units = state.step(place).units();
      for (int unit = 0; unit < units.size(); unit++) {
        var status = units.get(unit).status();
        if (status.held() || status == StepStatus.FAILED || status.inProgress()) {
          var member = state.member(graph, place, unit);
          members.add(
              new Member(
                  status == StepStatus.COMPENSATION_FAILED
                      ? member.reverting(units.get(unit).undos())
                      : member,
                  status));
        }
      }
    }
    members.sort(Comparator.comparingInt(member -> member.importance(state.status())));
    return members;
  }

  private Reason ofTask(Plan job, JobGraph graph, JobState state, Member one, Instant now) {
    var member = one.member();
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
          step + ": you are not allowed to read lambda " + lambda,
          "ask its owner to run %s".formatted(ShellCommands.atf("explain", taskId)));
    }
    try {
      var first = tasks.first(taskId, now);
      return new Reason(
          first.code(),
          step + ": " + first.message(),
          first.since(),
          first.until(),
          one.status().inProgress() || isDroppedAndHeld(first, one)
              ? first.remedy()
              : remedy(job, state, one));
    } catch (StatusRuntimeException e) {
      if (RpcErrors.reasonOf(e).filter(ErrorReason.TASK_NOT_FOUND::equals).isEmpty()) {
        throw e;
      }
      return one.status().inProgress()
          ? reason(
              ExplainCode.JOB_GOES_ON,
              step + ": its task is about to be created, or is no longer stored",
              "wait some seconds, then run %s again"
                  .formatted(ShellCommands.atf("job explain", job.lambda(), job.name())))
          : reason(
              ExplainCode.JOB_GOES_ON,
              step + ": it has failed, and its task is no longer stored",
              remedy(job, state, one));
    }
  }

  /** Returns whether the remedy of the task itself names the gate, and then the job. */
  private static boolean isDroppedAndHeld(Reason first, Member member) {
    return first.code() == ExplainCode.DROPPED && member.status().held();
  }

  /** Returns the remedy for a task that has failed or waits for an operator. */
  private static String remedy(Plan job, JobState state, Member failed) {
    var step = failed.member().step();
    var retry = ShellCommands.atf("job retry", job.lambda(), job.name());
    if (failed.status().held()) {
      return "retry it with %s, or skip its step with %s"
          .formatted(retry, ShellCommands.atf("job skip", job.lambda(), job.name(), step));
    }
    if (state.status() == JobStatus.SUCCEEDED
        || (state.goal() == Goal.SUCCEEDED && !state.status().finished())) {
      return "the job %s without it; to run the step and all steps after it again, use %s%s"
          .formatted(
              state.status().finished() ? "has ended" : "continues",
              ShellCommands.atf("job retry --from", step, job.lambda(), job.name()),
              state.status().finished() ? "" : " when none of them runs");
    }
    return state.status().finished()
        ? "retry the job with " + retry
        : "wait until the job has ended, then retry it with " + retry;
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
