package dev.atf.simulation.run;

import dev.atf.simulation.world.Plan;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/** The plans of seeds one after the other, for several threads. */
public final class Seeds implements Supplier<Optional<Plan>> {
  private final AtomicLong next;
  private final long end;
  private final AtomicBoolean over = new AtomicBoolean();

  /**
   * @param first the first seed
   * @param count how many there are
   */
  public Seeds(long first, long count) {
    this.next = new AtomicLong(first);
    this.end = first + count;
  }

  /** There are no more. */
  public void end() {
    over.set(true);
  }

  @Override
  public Optional<Plan> get() {
    if (over.get()) {
      return Optional.empty();
    }
    long seed = next.getAndIncrement();
    return seed < end ? Optional.of(Plan.draw(seed)) : Optional.empty();
  }
}
