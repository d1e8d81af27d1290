package dev.atf.plans.job;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Derives the actions that bring the tasks of a job in line with its state. */
record JobActions(JobWork work) {
  private static final Duration DELAY_MAX = Duration.ofMinutes(5);

  List<JobAction> all() {
    var actions = new ArrayList<JobAction>();
    for (int place = 0; place < work.steps.size(); place++) {
      for (int unit = 0; unit < work.steps.get(place).units().size(); unit++) {
        var seen = work.steps.get(place).units().get(unit);
        if (seen.status().underWay()) {
          action(seen, work.member(place, unit)).ifPresent(actions::add);
        }
      }
    }
    return actions;
  }

  private Optional<JobAction> action(UnitState unit, JobMember member) {
    var task = work.facts.task(member);
    if (unit.status() == StepStatus.COMPENSATING || work.state.goal() == Goal.SUCCEEDED) {
      return task.isPresent()
          ? Optional.empty()
          : Optional.of(new JobAction.Create(member, delay(unit)));
    }
    if (task.isEmpty()) {
      return Optional.of(new JobAction.Fence(member));
    }
    return task.get().cancelRequested() || task.get().status().finished()
        ? Optional.empty()
        : Optional.of(new JobAction.Cancel(member));
  }

  /** Returns a delay that doubles with each failure. */
  private static Duration delay(UnitState unit) {
    if (unit.status() == StepStatus.COMPENSATING || unit.failures() == 0) {
      return Duration.ZERO;
    }
    var delay = Duration.ofSeconds(1L << Math.min(unit.failures() - 1, 20));
    return delay.compareTo(DELAY_MAX) < 0 ? delay : DELAY_MAX;
  }
}
