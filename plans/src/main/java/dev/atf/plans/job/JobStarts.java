package dev.atf.plans.job;

import dev.atf.plans.job.definition.FailurePolicy.Then;
import dev.atf.plans.job.definition.FanOut;
import dev.atf.plans.job.definition.JobDefinition;
import java.util.Optional;

/** Runs forward: starts the steps whose predecessors are done. */
record JobStarts(JobWork work) {
  /** Returns whether a list could not be read, which is a failure. */
  boolean start() {
    for (int place : work.graph.order()) {
      if (work.graph.before(place).stream().allMatch(this::done)) {
        if (!work.steps.get(place).expanded() && !work.state.paused() && pending(place)) {
          expand(place);
          if (work.steps.get(place).any(StepStatus.FAILED)) {
            return true;
          }
        }
        if (work.steps.get(place).expanded()) {
          startUnits(place);
        }
      }
    }
    return false;
  }

  private boolean pending(int place) {
    return work.steps.get(place).any(StepStatus.PENDING);
  }

  private void startUnits(int place) {
    for (int unit = 0; unit < work.steps.get(place).units().size(); unit++) {
      var seen = work.steps.get(place).units().get(unit);
      if (seen.status() == StepStatus.PENDING && work.mayStart()) {
        work.set(place, unit, seen.started());
      }
    }
  }

  /** Returns whether all steps are done. */
  boolean allDone() {
    for (int place = 0; place < work.steps.size(); place++) {
      if (!done(place)) {
        return false;
      }
    }
    return true;
  }

  /** Returns whether the steps that come after it may start. */
  private boolean done(int place) {
    var step = work.steps.get(place);
    if (!step.expanded() && pending(place)) {
      return false;
    }
    boolean failureCounts = work.graph.step(place).onFailure().then() == Then.CONTINUE;
    return step.units().stream()
        .allMatch(
            unit ->
                unit.status() == StepStatus.SUCCEEDED
                    || unit.status() == StepStatus.SKIPPED
                    || (unit.status() == StepStatus.FAILED && failureCounts));
  }

  private void expand(int place) {
    int others = 0;
    for (int i = 0; i < work.steps.size(); i++) {
      boolean counted = work.graph.step(i).fansOut() && work.steps.get(i).expanded();
      others += counted ? work.steps.get(i).units().size() : 0;
    }
    var count = count(work.graph.step(place).fanOut());
    if (count.isEmpty() || count.get() + others > JobDefinition.ITEMS_MAX) {
      var failed = JobEnds.failed(work.graph.step(place));
      work.steps.set(place, work.steps.get(place).each(unit -> unit.failed(failed, false)));
      return;
    }
    work.steps.set(place, work.steps.get(place).expandedTo(count.get()));
  }

  private Optional<Integer> count(FanOut fanOut) {
    if (fanOut instanceof FanOut.Items items) {
      return Optional.of(items.count());
    }
    if (!(fanOut instanceof FanOut.ResultOf source)) {
      return Optional.of(1);
    }
    int from = work.graph.place(source.step()).orElseThrow();
    if (!work.steps.get(from).any(StepStatus.SUCCEEDED)) {
      return Optional.of(0);
    }
    var items = work.facts.items(work.member(from, 0));
    return items.isPresent() && items.getAsInt() <= JobDefinition.ITEMS_MAX
        ? Optional.of(items.getAsInt())
        : Optional.empty();
  }
}
