package dev.atf.plans.job;

import dev.atf.plans.job.definition.JobGraph;
import java.util.ArrayList;
import java.util.List;

/** Working data of one decision about a job: the graph, the facts, and the growing state. */
final class JobWork {
  final JobGraph graph;
  final JobFacts facts;
  final List<StepState> steps;
  JobState state;

  /** Set if a step could start, but has to wait for the next decision. */
  boolean more;

  private int starts;

  JobWork(JobGraph graph, JobState before, JobFacts facts) {
    this.graph = graph;
    this.facts = facts;
    this.state = before;
    this.steps = new ArrayList<>(before.steps());
  }

  boolean underWay() {
    return steps.stream().anyMatch(StepState::underWay);
  }

  boolean lastRound() {
    return state.round() >= graph.definition().rounds();
  }

  boolean mayStart() {
    if (state.paused()) {
      return false;
    }
    if (starts == JobDecision.STARTS_MAX) {
      more = true;
      return false;
    }
    starts++;
    return true;
  }

  void cancelUnstarted(int place) {
    steps.set(
        place,
        steps
            .get(place)
            .each(
                unit ->
                    unit.status() == StepStatus.PENDING ? unit.to(StepStatus.CANCELLED) : unit));
  }

  JobMember member(int place, int unit) {
    return JobState.member(graph, place, unit, steps.get(place).units().get(unit), state.round());
  }

  void set(int place, int unit, UnitState value) {
    steps.set(place, steps.get(place).with(unit, value));
  }
}
