package dev.atf.plans.job;

import dev.atf.plans.job.definition.JobDefinition;
import dev.atf.plans.job.definition.JobGraph;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Current and desired state of a job and of each of its steps, which is the state of its plan.
 *
 * @param goal desired state
 * @param paused whether an operator has paused the job, so that nothing new is started
 * @param settled whether the goal stays after everything is reverted although rounds are left,
 *     because the job was cancelled
 * @param round number of the round, from 1
 * @param cause place of the step whose failure changed the goal; −1 if there is none
 * @param steps states of the steps in the order of the definition
 */
@RecordBuilder
public record JobState(
    JobStatus status,
    Goal goal,
    boolean paused,
    boolean settled,
    int round,
    int cause,
    List<StepState> steps)
    implements JobStateBuilder.With {
  static final int NO_CAUSE = -1;

  public JobState {
    steps = List.copyOf(steps);
  }

  public static JobState fresh(JobDefinition definition) {
    return fresh(definition.steps().stream().map(StepState::fresh).toList());
  }

  /** Returns the state of {@link #fresh} for a job without fan-outs. */
  static JobState plain(int steps) {
    return fresh(Collections.nCopies(steps, StepState.PLAIN));
  }

  private static JobState fresh(List<StepState> steps) {
    return new JobState(JobStatus.RUNNING, Goal.SUCCEEDED, false, false, 1, NO_CAUSE, steps);
  }

  public StepState step(int place) {
    return steps.get(place);
  }

  /** Returns the current task of a unit, or the next one if it has none. */
  public JobMember member(JobGraph graph, int place, int unit) {
    return member(graph, place, unit, step(place).units().get(unit), round);
  }

  static JobMember member(JobGraph graph, int place, int unit, UnitState state, int round) {
    var step = graph.step(place);
    var item = step.fansOut() ? Integer.valueOf(unit) : null;
    int undo = state.status() == StepStatus.COMPENSATING ? state.undos() : 0;
    return new JobMember(place, step.name(), round, Math.max(1, state.tries()), item, undo);
  }

  /** Returns the tasks that may be in progress. */
  public List<JobMember> inProgress(JobGraph graph) {
    var members = new ArrayList<JobMember>();
    for (int place = 0; place < steps.size(); place++) {
      var units = step(place).units();
      for (int unit = 0; unit < units.size(); unit++) {
        if (units.get(unit).status().inProgress()) {
          members.add(member(graph, place, unit));
        }
      }
    }
    return members;
  }

  /**
   * Returns the tasks whose results are the result of a step: one task, or one for each item in the
   * order of the items.
   */
  public List<JobMember> results(JobGraph graph, int place) {
    var units = step(place).units();
    return IntStream.range(0, units.size())
        .filter(unit -> units.get(unit).status() == StepStatus.SUCCEEDED)
        .mapToObj(unit -> member(graph, place, unit))
        .toList();
  }

  JobState with(int place, StepState state) {
    var changed = new ArrayList<>(steps);
    changed.set(place, state);
    return withSteps(changed);
  }
}
