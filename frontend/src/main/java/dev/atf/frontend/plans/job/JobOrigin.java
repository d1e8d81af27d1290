package dev.atf.frontend.plans.job;

import dev.atf.frontend.origin.OriginKind;
import dev.atf.frontend.origin.OriginReasons;
import dev.atf.frontend.origin.Refusal;
import dev.atf.frontend.plans.PlanNames;
import dev.atf.frontend.plans.UnreadablePlan;
import dev.atf.frontend.reason.ExplainCode;
import dev.atf.frontend.reason.Reason;
import dev.atf.frontend.rpc.BatchCalls;
import dev.atf.frontend.rpc.IndexPages;
import dev.atf.frontend.rpc.ShellCommands;
import dev.atf.model.LambdaName;
import dev.atf.model.check.Limits;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.origin.Origin;
import dev.atf.model.task.Association;
import dev.atf.plans.job.JobMember;
import dev.atf.plans.job.JobStatus;
import dev.atf.plans.job.definition.StepDefinition;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import dev.atf.plans.row.PlanList;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.Task;
import dev.atf.protocol.v1.TaskOfJob;
import dev.atf.runtime.rpc.CallEnd;
import dev.atf.store.LambdaRegistry;
import dev.atf.store.plans.JobCodec;
import dev.atf.store.plans.JobSteps;
import dev.atf.store.plans.PlanPage;
import dev.atf.store.plans.Plans;
import dev.atf.store.plans.UnreadablePlanException;
import io.grpc.StatusRuntimeException;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Origin of the tasks of jobs. */
public final class JobOrigin implements OriginKind {
  private static final Logger log = LoggerFactory.getLogger(JobOrigin.class);

  private final Plans plans;
  private final LambdaRegistry registry;
  private final BatchCalls batchCalls;

  @Inject
  JobOrigin(Plans plans, LambdaRegistry registry, BatchCalls batchCalls) {
    this.plans = plans;
    this.registry = registry;
    this.batchCalls = batchCalls;
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
  public Optional<Refusal> refuseRedrive(Association dead, LambdaDefinition lambda) {
    var job = job(dead);
    return Optional.of(
        new Refusal(
            ErrorReason.TASK_OF_JOB,
            "task %s belongs to job %s: %s"
                .formatted(dead.taskId(), PlanNames.of(origin(dead), job), retry(job))));
  }

  @Override
  public Optional<Refusal> refuseResubmission(Association ended) {
    var job = job(ended);
    return Optional.of(
        new Refusal(
            ErrorReason.TASK_OF_JOB,
            "task %s belongs to job %s, without which it has no input: %s"
                .formatted(ended.taskId(), PlanNames.of(origin(ended), job), retry(job))));
  }

  @Override
  public Optional<Refusal> refuseCancellation(Association unfinished) {
    var member = JobMember.parse(origin(unfinished).member());
    return member.reverts()
        ? job(unfinished)
            .map(
                job ->
                    new Refusal(
                        ErrorReason.JOB_COMPENSATING,
                        "task %s reverts step %s of job %s of lambda %s, which would stay partly reverted: wait until it ends, or stop reverting the job with %s"
                            .formatted(
                                unfinished.taskId(),
                                member.step(),
                                job.name(),
                                job.lambda(),
                                ShellCommands.atf("job cancel", job.lambda(), job.name()))))
        : Optional.empty();
  }

  private static Origin origin(Association task) {
    return Objects.requireNonNull(task.header().origin());
  }

  /** Returns the job of a task; empty if it is no longer stored. */
  private Optional<Plan> job(Association task) {
    return plans.find(PlanId.of(origin(task)));
  }

  private static String retry(Optional<Plan> job) {
    return job.map(
            known ->
                "retry it through its job with "
                    + ShellCommands.atf("job retry", known.lambda(), known.name()))
        .orElse("schedule a new task if it must run");
  }

  @Override
  public OriginReasons explain(Association task, Optional<LambdaDefinition> lambda, Instant now) {
    var job = job(task);
    try {
      return reasons(origin(task), job, job.map(plan -> JobCodec.read(plan).state().status()));
    } catch (UnreadablePlanException e) {
      var remedy = UnreadablePlan.remedy(e.plan());
      return new OriginReasons(
          Optional.empty(),
          Optional.of(remedy),
          reasons(origin(task), job, Optional.empty())
              .origin()
              .map(
                  step ->
                      new Reason(
                          step.code(),
                          step.message() + "; " + UnreadablePlan.message(e),
                          null,
                          null,
                          remedy)));
    }
  }

  /**
   * Returns the reasons of a task.
   *
   * @param job job of the task; empty if it is no longer stored
   * @param status status of the job
   */
  public static OriginReasons reasons(
      Origin origin, Optional<Plan> job, Optional<JobStatus> status) {
    var member = JobMember.parse(origin.member());
    var item = member.item();
    var step =
        "it %s step %s%s of job %s (round %d, try %d)%s"
            .formatted(
                member.reverts() ? "reverts" : "is",
                member.step(),
                item == null ? "" : ", item " + item + ",",
                PlanNames.of(origin, job),
                member.round(),
                member.tries(),
                status.map(it -> "; the job is " + it).orElse(""));
    var remedy =
        job.map(known -> remedy(known, member, status))
            .orElse("its job is no longer stored: schedule a new task if it must run");
    return new OriginReasons(
        Optional.empty(),
        Optional.of(remedy),
        Optional.of(
            new Reason(ExplainCode.STEP_OF_JOB, step, null, null)
                .withRemedy(
                    job.map(
                            known ->
                                ShellCommands.atf("job explain", known.lambda(), known.name())
                                    + " shows what the job waits for")
                        .orElse("nothing: its job is no longer stored"))));
  }

  /** Returns the remedy for a task of a job that has not succeeded. */
  private static String remedy(Plan job, JobMember member, Optional<JobStatus> status) {
    var retry = ShellCommands.atf("job retry", job.lambda(), job.name());
    var explain = ShellCommands.atf("job explain", job.lambda(), job.name());
    if (status.isEmpty()) {
      return "retry its job with " + retry;
    }
    return switch (status.get()) {
      case HELD ->
          "its job is held until an operator decides: retry the job with %s, or skip the step with %s"
              .formatted(
                  retry, ShellCommands.atf("job skip", job.lambda(), job.name(), member.step()));
      case RUNNING, COMPENSATING, STOPPING ->
          "its job continues, and is %s now: see %s".formatted(status.get(), explain);
      case FAILED, COMPENSATED, CANCELLED ->
          "its job has ended and is %s: retry it with %s".formatted(status.get(), retry);
      case SUCCEEDED -> "nothing: its job has succeeded without it";
    };
  }

  @Override
  public Optional<String> useOf(LambdaDefinition lambda) {
    return jobWith(lambda.name())
        .map(
            job ->
                "has steps in job %s of lambda %s (expected: no steps in a job that has not ended; cancel the job)"
                    .formatted(job.name(), job.lambda()));
  }

  /**
   * Finds a job that would wait indefinitely without a lambda: a live job with a step or
   * compensation of this lambda, even if that step is done, because it may be retried.
   *
   * <p>A job is only in the lists of the lambda of its first step, so all live jobs of the cluster
   * are read with their definitions. This is expensive, but the call is made once in a lambda's
   * life. An entry of each job for each of its lambdas would cost three write units every time.
   *
   * @throws StatusRuntimeException TIMED_OUT if the call ended before the last one was read
   */
  private Optional<Plan> jobWith(LambdaName name) {
    var end = CallEnd.current();
    for (var lambda : registry.list()) {
      for (var list : PlanList.live(lambda, PlanKind.JOB)) {
        var found = jobWith(name, list, end);
        if (found.isPresent()) {
          return found;
        }
      }
    }
    return Optional.empty();
  }

  private Optional<Plan> jobWith(LambdaName name, PlanList list, CallEnd end) {
    Optional<PlanPage.Mark> after = Optional.empty();
    do {
      if (end.isOver()) {
        throw RpcErrors.of(ErrorReason.TIMED_OUT, "the call timed out; not all jobs were read");
      }
      var page = plans.read(list, IndexPages.ALWAYS, Limits.PAGE_SIZE_MAX, after);
      var ids = page.entries().stream().map(PlanPage.Mark::id).toList();
      var found =
          batchCalls.each(ids, end, id -> needs(id, name)).stream().flatMap(Optional::stream);
      var first = found.findFirst();
      if (first.isPresent()) {
        return first;
      }
      after = page.next();
    } while (after.isPresent());
    return Optional.empty();
  }

  private Optional<Plan> needs(PlanId id, LambdaName name) {
    return plans.find(id).filter(plan -> plan.alarmAt() != null && steps(plan, name));
  }

  private boolean steps(Plan plan, LambdaName name) {
    try {
      return JobSteps.find(plans, plan, JobCodec.read(plan).head()).steps().stream()
          .flatMap(StepDefinition::lambdas)
          .anyMatch(name::equals);
    } catch (IllegalArgumentException e) {
      log.warn("job={} of lambda={} has no definition any more", plan.name(), plan.lambda(), e);
      return false;
    }
  }
}
