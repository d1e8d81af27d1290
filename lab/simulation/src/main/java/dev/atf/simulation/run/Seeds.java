package dev.atf.simulation.run;

import dev.atf.simulation.world.FaultKind;
import dev.atf.simulation.world.WorldPlan;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** Supplier of the plans of consecutive seeds, for several threads. */
public final class Seeds implements Supplier<Optional<WorldPlan>> {
  private final AtomicLong next;
  private final long end;
  private final Optional<FaultKind> fault;
  private final AtomicBoolean over = new AtomicBoolean();

  /**
   * @param first the first seed
   * @param count number of seeds
   */
  public Seeds(long first, long count) {
    this(first, count, Optional.empty());
  }

  /**
   * @param fault kind of fault of every world: with even seeds beside those drawn, else alone
   */
  public Seeds(long first, long count, Optional<FaultKind> fault) {
    this.fault = fault;
    this.next = new AtomicLong(first);
    this.end = first + count;
  }

  /** Ends the supply. */
  public void end() {
    over.set(true);
  }

  @Override
  public Optional<WorldPlan> get() {
    if (over.get()) {
      return Optional.empty();
    }
    long seed = next.getAndIncrement();
    return seed < end ? Optional.of(plan(seed)) : Optional.empty();
  }

  private WorldPlan plan(long seed) {
    var drawn = WorldPlan.draw(seed);
    return fault.map(kind -> seed % 2 == 0 ? drawn.with(kind) : drawn.calmBut(kind)).orElse(drawn);
  }
}
