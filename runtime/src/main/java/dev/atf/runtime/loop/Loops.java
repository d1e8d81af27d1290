package dev.atf.runtime.loop;

import io.micrometer.core.instrument.MeterRegistry;
import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.random.RandomGenerator;

/** Loops of one process. It starts and ends them, and reports whether all of them are alive. */
public final class Loops implements AutoCloseable {
  private final Threads threads;
  private final MonotonicClock clock;
  private final RandomGenerator random;
  private final MeterRegistry metrics;
  private final LoopSettings settings;
  private final List<Loop> loops = new CopyOnWriteArrayList<>();

  /**
   * Creates an empty set of loops.
   *
   * @param settings settings for loops that have no settings of their own
   */
  public Loops(
      Threads threads,
      MonotonicClock clock,
      RandomGenerator random,
      MeterRegistry metrics,
      LoopSettings settings) {
    this.threads = threads;
    this.clock = clock;
    this.random = random;
    this.metrics = metrics;
    this.settings = settings;
  }

  /** Creates loops with the default settings. */
  public Loops(MonotonicClock clock, RandomGenerator random, MeterRegistry metrics) {
    this(Threads.system(), clock, random, metrics, LoopSettings.DEFAULT);
  }

  public Loop start(String name, Step step) {
    return start(name, step, settings);
  }

  public Loop start(String name, Step step, LoopSettings settings) {
    var loop = new Loop(name, step, settings, threads, clock, random, metrics);
    if (step instanceof WakeableStep wakeable) {
      wakeable.whenEarlier(loop::wake);
    }
    // Started first: a loop that does not run yet would count as dead.
    loop.start();
    loops.add(loop);
    return loop;
  }

  /** Stops one loop before the others. */
  public void stop(Loop loop) {
    loops.remove(loop);
    loop.close();
  }

  /** Stops several loops at the same time. Each of them may have to be interrupted. */
  public void stopTogether(Collection<Loop> ending) {
    stopTogether(ending, Loop.INTERRUPT_AFTER);
  }

  /**
   * Stops several loops at the same time.
   *
   * @param interruptAfter time for which turns in progress may continue
   */
  public void stopTogether(Collection<Loop> ending, Duration interruptAfter) {
    long until = clock.nanos() + interruptAfter.toNanos();
    ending.forEach(Loop::requestStop);
    ending.forEach(loop -> loop.awaitEnd(until));
    loops.removeAll(ending);
  }

  public boolean allAlive() {
    return loops.stream().allMatch(Loop::isAlive);
  }

  /** Stops all loops in the reverse order of their start. */
  @Override
  public void close() {
    var ending = List.copyOf(loops);
    for (int i = ending.size() - 1; i >= 0; i--) {
      stop(ending.get(i));
    }
  }
}
