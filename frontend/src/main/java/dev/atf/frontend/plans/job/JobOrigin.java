package dev.atf.frontend.plans.job;

import dev.atf.frontend.explain.ExplainCode;
import dev.atf.frontend.explain.Explanation.Reason;
import dev.atf.frontend.explain.OriginReasons;
import dev.atf.frontend.plans.PlanNames;
import dev.atf.frontend.rpc.ShellCommands;
import dev.atf.frontend.task.OriginKind;
import dev.atf.frontend.task.TaskChange.Next;
import dev.atf.model.Association;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.origin.Origin;
import dev.atf.plans.job.JobMember;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.v1.Task;
import dev.atf.protocol.v1.TaskOfJob;
import dev.atf.store.plans.Plans;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/** Origin of the tasks of jobs. */
public final class JobOrigin implements OriginKind {
  private final Plans plans;
  private final JobsWithSteps jobs;

  @Inject
  JobOrigin(Plans plans, JobsWithSteps jobs) {
    this.plans = plans;
    this.jobs = jobs;
  }

  @Override
  public String name() {
    return PlanKind.JOB.tag();
  }

  @Override
  public void show(Origin origin, Task.Builder task) {
    var member = JobMember.parse(origin.member());
    task.setJob(
        TaskOfJob.newBuilder()
            .setJobId(origin.owner())
            .setStep(member.step())
            .setMember(origin.member())
            .setCompensates(member.reverts()));
  }

  @Override
  public void showOwner(Origin origin, Task.Builder task) {
    plans
        .find(PlanId.of(origin))
        .ifPresent(job -> task.getJobBuilder().setLambda(job.lambda().value()).setName(job.name()));
  }

  @Override
  public Optional<Next.Refuse> refuseRedrive(Association dead) {
    return Optional.of(
        new Next.Refuse(
            ErrorReason.TASK_OF_JOB,
            "task %s is a step of a job: RetryJob tries that step again".formatted(dead.taskId())));
  }

  @Override
  public Optional<Next.Refuse> refuseResubmission(Association ended) {
    return Optional.of(
        new Next.Refuse(
            ErrorReason.TASK_OF_JOB,
            "task %s is a step of a job, without which it would not have its input: RetryJob"
                .formatted(ended.taskId())));
  }

  @Override
  public OriginReasons explain(Association task, Optional<LambdaDefinition> lambda, Instant now) {
    var origin = Objects.requireNonNull(task.header().origin());
    return reasons(origin, plans.find(PlanId.of(origin)));
  }

  /**
   * @param job empty if it is forgotten
   */
  public static OriginReasons reasons(Origin origin, Optional<Plan> job) {
    var member = JobMember.parse(origin.member());
    var item = member.item();
    var step =
        "it %s step %s%s of job %s (round %d, try %d)"
            .formatted(
                member.reverts() ? "reverts" : "is",
                member.step(),
                item == null ? "" : ", item " + item + ",",
                PlanNames.of(origin, job),
                member.round(),
                member.tries());
    var remedy =
        job.map(
                known ->
                    "try its job again with "
                        + ShellCommands.atf("job retry", known.lambda(), known.name()))
            .orElse("its job is forgotten: schedule it anew if it must run");
    return new OriginReasons(
        Optional.empty(),
        Optional.of(remedy),
        Optional.of(new Reason(ExplainCode.STEP_OF_JOB, step, null, null)));
  }

  @Override
  public Optional<String> useOf(LambdaDefinition lambda) {
    return jobs.any(lambda.name())
        .map(
            job ->
                "has steps in job %s of lambda %s (expected: in none that has not ended; cancel it)"
                    .formatted(job.name(), job.lambda()));
  }
}
