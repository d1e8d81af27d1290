package dev.atf.hints;

import dev.atf.plans.hint.PlanHint;

/** The store consumer of this process, for hints from itself and from other processes. */
public interface HintReceiver {
  /** For a process that is no store consumer. */
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
   * Takes a task that is due soon, so that it is released at its time.
   *
   * @return whether this consumer owns the list, so that no other consumer needs the hint
   */
  boolean due(DueHint hint);

  /** Takes a hint about a plan, which this consumer may own. */
  void plan(PlanHint hint);
}
