package dev.atf.plans.job;

import dev.atf.plans.job.definition.FailurePolicy;
import dev.atf.plans.job.definition.JobGraph;
import dev.atf.plans.job.definition.StepDefinition;
import java.util.ArrayList;
import java.util.BitSet;

/**
 * Operations of operators on a job. Each operation changes the job's state, and the supervisor acts
 * on the change.
 */
public final class JobOperation {
  /** Maximum number of tries of a step in one round. More tries would indicate another problem. */
  static final int TRIES_MAX = 1_000;

  /** Maximum number of rounds, including those that operators begin. */
  static final int ROUNDS_MAX = 99;

  private JobOperation() {}

  /** Result of an operation. */
  public sealed interface Result {
    record Done(JobState state) implements Result {}

    /**
     * The operation is refused.
     *
     * @param message message for people
     */
    record Refused(Refusal reason, String message) implements Result {}
  }

  /** Reason for which an operation is refused. */
  public enum Refusal {
    JOB_FINISHED,
    STEP_RUNNING,
    NOTHING_TO_DO
  }

  /**
   * Cancels a job that has not ended. A further cancellation is possible, and its {@code
   * compensate} replaces the earlier one.
   *
   * @param compensate whether steps that ran are reverted; otherwise their effects stay, and
   *     running steps are asked to stop
   */
  public static Result cancel(JobState state, boolean compensate) {
    if (state.status().finished()) {
      return finished(state);
    }
    var goal = compensate ? Goal.COMPENSATED : Goal.CANCELLED;
    return live(state.withGoal(goal).withSettled(true).withPaused(false));
  }

  /** Pauses or resumes a job. A paused job starts nothing new. */
  public static Result pause(JobState state, boolean paused) {
    if (state.status().finished()) {
      return finished(state);
    }
    return live(state.withPaused(paused));
  }

  /**
   * Retries failed work: held steps and held compensations. In a job that has ended without
   * success, everything that is not done is retried, in a new round if the job was reverted. The
   * job is resumed if it was paused.
   */
  public static Result retry(JobGraph graph, JobState state) {
    if (state.status() == JobStatus.SUCCEEDED) {
      return finished(state);
    }
    if (state.status() == JobStatus.COMPENSATED) {
      return state.round() == ROUNDS_MAX
          ? refused(Refusal.NOTHING_TO_DO, "it was tried " + ROUNDS_MAX + " times")
          : live(restarted(graph, state).withPaused(false));
    }
    if (state.status().finished()) {
      return forward(graph, state, new BitSet());
    }
    if (state.goal() == Goal.CANCELLED || state.goal() == Goal.FAILED) {
      return refused(Refusal.NOTHING_TO_DO, "it is being stopped: retry it when it has ended");
    }
    if (state.steps().stream().noneMatch(StepState::held)) {
      return refused(Refusal.NOTHING_TO_DO, "no step of it waits for an operator");
    }
    if (triedTooOften(state)) {
      return tooOften();
    }
    var steps = new ArrayList<StepState>();
    for (var step : state.steps()) {
      steps.add(
          step.each(
              unit ->
                  switch (unit.status()) {
                    case HELD -> unit.again();
                    case COMPENSATION_FAILED -> unit.to(StepStatus.CANCELLED);
                    default -> unit;
                  }));
    }
    return live(state.withSteps(steps).withPaused(false));
  }

  /** Repeats a step and all steps after it, and retries failures elsewhere. */
  public static Result retryFrom(JobGraph graph, JobState state, int place) {
    if (state.goal() == Goal.COMPENSATED) {
      return refused(
          Refusal.NOTHING_TO_DO,
          "its steps are reverted: it can be retried as a whole, when it has ended");
    }
    var affected = graph.from(place);
    var running =
        affected.stream().filter(each -> state.step(each).inProgress()).boxed().findFirst();
    if (running.isPresent() || (!goesForward(state) && !state.status().finished())) {
      return stepRunning(graph, running.orElse(place));
    }
    return forward(graph, state, affected);
  }

  /**
   * Skips a step: a pending, held or failed step counts as done, and a held compensation as
   * reverted.
   */
  public static Result skip(JobGraph graph, JobState state, int place) {
    var step = state.step(place);
    if (step.inProgress()) {
      return stepRunning(graph, place);
    }
    if (state.status() == JobStatus.SUCCEEDED || state.status() == JobStatus.COMPENSATED) {
      return finished(state);
    }
    var skipped =
        step.each(
            unit ->
                switch (unit.status()) {
                  case PENDING, HELD, FAILED, CANCELLED ->
                      state.goal() == Goal.COMPENSATED ? unit : unit.to(StepStatus.SKIPPED);
                  case COMPENSATION_FAILED -> unit.to(StepStatus.COMPENSATED);
                  default -> unit;
                });
    if (skipped.equals(step)) {
      return refused(
          Refusal.NOTHING_TO_DO, "step " + graph.step(place).name() + " is " + step.status());
    }
    var after = state.with(place, skipped);
    return state.status().finished() ? new Result.Done(after) : live(after);
  }

  /**
   * Replaces the input of a step from its next try on.
   *
   * @param patch name of the contents, which are already stored
   */
  public static Result patch(JobGraph graph, JobState state, int place, String patch) {
    if (state.step(place).inProgress()) {
      return stepRunning(graph, place);
    }
    var after = state.with(place, state.step(place).withPatch(patch));
    return state.status().finished() ? new Result.Done(after) : live(after);
  }

  /** Returns a step for a new round, as not run or not reverted. */
  static StepState restarted(StepDefinition step, StepState seen) {
    boolean skipped =
        !seen.units().isEmpty()
            && seen.units().stream()
                .allMatch(unit -> unit.status() == StepStatus.SKIPPED && !unit.ran());
    return skipped ? seen : StepState.fresh(step).withPatch(seen.patch());
  }

  static JobState restarted(JobGraph graph, JobState state) {
    var steps = new ArrayList<StepState>();
    for (int place = 0; place < state.steps().size(); place++) {
      steps.add(restarted(graph.step(place), state.step(place)));
    }
    return state
        .withSteps(steps)
        .withRound(state.round() + 1)
        .withGoal(Goal.SUCCEEDED)
        .withSettled(false);
  }

  private static Result forward(JobGraph graph, JobState state, BitSet again) {
    if (triedTooOften(state)) {
      return tooOften();
    }
    var steps = new ArrayList<StepState>();
    for (int place = 0; place < state.steps().size(); place++) {
      var step = graph.step(place);
      var seen = state.step(place);
      if (again.get(place)) {
        steps.add(seen.each(UnitState::again).uncounted(step));
      } else {
        boolean failureCounts = step.onFailure().then() == FailurePolicy.Then.CONTINUE;
        steps.add(
            seen.each(
                unit ->
                    switch (unit.status()) {
                      case FAILED -> failureCounts ? unit : unit.again();
                      case HELD, CANCELLED, COMPENSATED, COMPENSATION_FAILED -> unit.again();
                      default -> unit;
                    }));
      }
    }
    return live(
        state.withSteps(steps).withGoal(Goal.SUCCEEDED).withSettled(false).withPaused(false));
  }

  private static boolean goesForward(JobState state) {
    return state.goal() == Goal.SUCCEEDED;
  }

  private static boolean triedTooOften(JobState state) {
    return state.steps().stream()
        .flatMap(step -> step.units().stream())
        .anyMatch(unit -> unit.tries() >= TRIES_MAX || unit.undos() >= TRIES_MAX);
  }

  /** Returns a live state. The supervisor checks it and derives the status. */
  private static Result live(JobState state) {
    var status =
        switch (state.goal()) {
          case SUCCEEDED -> JobStatus.RUNNING;
          case COMPENSATED -> JobStatus.COMPENSATING;
          case CANCELLED, FAILED -> JobStatus.STOPPING;
        };
    return new Result.Done(state.withStatus(status));
  }

  private static Result finished(JobState state) {
    return refused(Refusal.JOB_FINISHED, "it is " + state.status());
  }

  private static Result stepRunning(JobGraph graph, int place) {
    return refused(Refusal.STEP_RUNNING, "step " + graph.step(place).name() + " is in progress");
  }

  private static Result tooOften() {
    return refused(Refusal.NOTHING_TO_DO, "a step of it was tried " + TRIES_MAX + " times");
  }

  private static Result refused(Refusal reason, String message) {
    return new Result.Refused(reason, message);
  }
}
