package dev.atf.frontend.plans.job;

import dev.atf.hints.Hints;
import dev.atf.model.LambdaName;
import dev.atf.plans.job.JobOperation;
import dev.atf.plans.job.JobRow;
import dev.atf.plans.job.definition.JobDefinition;
import dev.atf.plans.job.definition.JobGraph;
import dev.atf.plans.row.Plan;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.ExplainJobResponse;
import dev.atf.protocol.v1.Job;
import dev.atf.store.plans.JobCodec;
import dev.atf.store.plans.Plans;
import dev.atf.store.plans.UnreadablePlanException;
import dev.atf.validation.Violations;
import io.grpc.StatusRuntimeException;
import jakarta.inject.Inject;
import java.time.Instant;

/**
 * Reads jobs, and changes them for operators. If an operator and the supervisor write at the same
 * time, only one write succeeds.
 */
final class JobChange {
  /** Maximum number of tries. A supervisor writes a job at most a few times a second. */
  private static final int TRIES_MAX = 8;

  private final Plans plans;
  private final JobStore store;
  private final Hints hints;
  private final JobExplanation explanation;

  @Inject
  JobChange(Plans plans, JobStore store, Hints hints, JobExplanation explanation) {
    this.plans = plans;
    this.store = store;
    this.hints = hints;
    this.explanation = explanation;
  }

  /** Operation on a job that was just read. */
  interface Operation {
    JobOperation.Result apply(JobGraph graph, JobRow row);
  }

  /**
   * Returns a job with its steps.
   *
   * @throws StatusRuntimeException JOB_NOT_FOUND
   */
  Job read(LambdaName lambda, String name) {
    return view(find(lambda, name));
  }

  /**
   * Explains what a job waits for.
   *
   * @throws StatusRuntimeException JOB_NOT_FOUND
   */
  ExplainJobResponse explain(LambdaName lambda, String name, Instant now) {
    var plan = find(lambda, name);
    try {
      var row = JobCodec.read(plan);
      return explanation.explain(plan, row, graph(plan, row), now);
    } catch (UnreadablePlanException e) {
      return explanation.explain(e);
    }
  }

  /**
   * Applies an operation to a job.
   *
   * @return the job after the change, before its supervisor has checked it
   * @throws StatusRuntimeException JOB_NOT_FOUND; JOB_FINISHED, STEP_RUNNING, JOB_UNCHANGED;
   *     CHANGED_MEANWHILE
   */
  Job change(LambdaName lambda, String name, Operation operation, Instant now) {
    for (int tried = 0; tried < TRIES_MAX; tried++) {
      var plan = find(lambda, name);
      var row = JobCodec.read(plan);
      var result = operation.apply(graph(plan, row), row);
      if (result instanceof JobOperation.Result.Refused refused) {
        throw refused(name, refused);
      }
      var next = next(plan, row, (JobOperation.Result.Done) result, now);
      if (plans.put(next).stands(next)) {
        hints.written(next);
        return view(next);
      }
    }
    throw RpcErrors.of(
        ErrorReason.CHANGED_MEANWHILE, "job %s is being changed; try again".formatted(name));
  }

  private static Plan next(Plan plan, JobRow row, JobOperation.Result.Done done, Instant now) {
    var state = JobCodec.next(plan, row.with(done.state()));
    if (done.state().status().finished()) {
      return plan.next(state, plan.alarmAt());
    }
    // The alarm changes, so that a supervisor with long intervals checks the job immediately.
    return plan.next(state, now).withExpiresAt(null);
  }

  Plan find(LambdaName lambda, String name) {
    return plans
        .find(JobDefinition.idOf(lambda, name))
        .orElseThrow(
            () ->
                RpcErrors.of(
                    ErrorReason.JOB_NOT_FOUND, "lambda %s has no job %s".formatted(lambda, name)));
  }

  JobGraph graph(Plan plan, JobRow row) {
    return JobGraph.of(store.definition(plan, row));
  }

  /**
   * Returns the index of the step that a request names.
   *
   * @param field field of the request
   */
  static int place(JobGraph graph, String field, String step) {
    var violations = new Violations();
    var place = graph.place(step);
    if (place.isEmpty()) {
      violations.add(field, step, "the name of a step of this job");
    }
    violations.refuse();
    return place.orElseThrow();
  }

  private Job view(Plan plan) {
    var row = JobCodec.read(plan);
    return JobView.full(plan, row, graph(plan, row));
  }

  private static StatusRuntimeException refused(String name, JobOperation.Result.Refused refused) {
    var reason =
        switch (refused.reason()) {
          case JOB_FINISHED -> ErrorReason.JOB_FINISHED;
          case STEP_RUNNING -> ErrorReason.STEP_RUNNING;
          case NOTHING_TO_DO -> ErrorReason.JOB_UNCHANGED;
        };
    return RpcErrors.of(reason, "job " + name + ": " + refused.message());
  }
}
