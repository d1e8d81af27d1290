package dev.atf.plans.job;

/** Runs backward: reverts steps that ran by their compensating lambdas. */
record JobReverts(JobWork work) {
  /**
   * Reverts in the reverse order of the graph; independent steps in parallel.
   *
   * @return whether a new round has begun
   */
  boolean revert() {
    var order = work.graph.order();
    var reverted = new boolean[work.steps.size()];
    for (int i = order.size() - 1; i >= 0; i--) {
      int place = order.get(i);
      boolean free = work.graph.after(place).stream().allMatch(after -> reverted[after]);
      work.cancelUnstarted(place);
      if (free) {
        revertUnits(place);
      }
      reverted[place] = free && work.steps.get(place).reverted();
    }
    for (var each : reverted) {
      if (!each) {
        return false;
      }
    }
    if (work.state.settled() || work.lastRound() || work.state.paused()) {
      return false;
    }
    beginAnew();
    return true;
  }

  private void revertUnits(int place) {
    boolean nothingToDo = work.graph.step(place).compensation() == null;
    for (int unit = 0; unit < work.steps.get(place).units().size(); unit++) {
      var seen = work.steps.get(place).units().get(unit);
      if (seen.toRevert()) {
        if (nothingToDo) {
          work.set(place, unit, seen.to(StepStatus.COMPENSATED));
        } else if (work.mayStart()) {
          work.set(place, unit, seen.undoing());
        }
      }
    }
  }

  private void beginAnew() {
    work.state = JobOperation.anew(work.graph, work.state.withSteps(work.steps));
    work.steps.clear();
    work.steps.addAll(work.state.steps());
  }
}
