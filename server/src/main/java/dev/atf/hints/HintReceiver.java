package dev.atf.hints;

import dev.atf.plans.hint.PlanHint;

/** Store consumer of this process. It receives hints from this process and from others. */
public interface HintReceiver {
  /** Receiver for a process that is not a store consumer. */
  HintReceiver NONE =
      new HintReceiver() {
        @Override
        public boolean due(DueHint hint) {
          return false;
        }

        @Override
        public void plan(PlanHint hint) {}
      };

  /**
   * Accepts a hint about a task, so that the task is released at its time.
   *
   * @return whether this consumer owns the list, so that no other consumer needs the hint
   */
  boolean due(DueHint hint);

  /** Accepts a hint about a plan. This consumer need not own the plan. */
  void plan(PlanHint hint);
}
