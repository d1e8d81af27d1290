package dev.atf.simulation.check;

import dev.atf.model.Association;
import dev.atf.model.plan.Plan;
import java.time.Instant;
import java.util.Collection;

/** One law. It is told everything in its order, and says so when something breaks it. */
public interface Rule {
  /** What it says, in a few words. */
  String name();

  default void created(Instant at, Association task, Verdict verdict) {}

  default void changed(Change change, Verdict verdict) {}

  default void promised(Promise promise, Verdict verdict) {}

  default void began(Instant at, Execution execution, Verdict verdict) {}

  /** It returned, or its process was killed. */
  default void ended(Instant at, Execution execution, Verdict verdict) {}

  default void planWritten(Instant at, Plan plan, Verdict verdict) {}

  /** The faults stopped long ago, and nothing more is to come. */
  default void atTheEnd(Instant at, Collection<Association> tasks, Verdict verdict) {}

  /** Where a rule says that it was broken. */
  interface Verdict {
    void broken(Rule rule, String how);
  }
}
