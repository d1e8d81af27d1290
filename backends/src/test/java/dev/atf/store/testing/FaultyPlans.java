package dev.atf.store.testing;

import dev.atf.plans.row.Plan;
import dev.atf.store.StoreOutcomeUnknownException;
import dev.atf.store.memory.plans.InMemoryPlans;
import dev.atf.store.plans.ForwardingPlans;
import dev.atf.store.plans.PlanResult;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;

/** In-memory plans that lose an answer if a test says so. */
public final class FaultyPlans extends ForwardingPlans {
  private final AtomicReference<Optional<Runnable>> afterLost =
      new AtomicReference<>(Optional.empty());

  public FaultyPlans(InMemoryPlans plans) {
    super(plans);
  }

  /** Applies the next put, but loses its answer. Others then do {@code act}. */
  public void loseNextAnswer(Runnable act) {
    afterLost.set(Optional.of(act));
  }

  @Override
  public PlanResult put(Plan plan) {
    var result = super.put(plan);
    var act = afterLost.getAndSet(Optional.empty());
    if (act.isEmpty()) {
      return result;
    }
    act.get().run();
    throw new StoreOutcomeUnknownException("timed out", new IllegalStateException("planted"));
  }
}
