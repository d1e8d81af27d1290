package dev.atf.simulation.run;

import dev.atf.sim.time.Carriers;
import dev.atf.simulation.world.Ablation;
import dev.atf.simulation.world.World;
import dev.atf.simulation.world.WorldPlan;
import dev.atf.simulation.world.WorldReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Runner of many worlds, several at a time. Worlds are independent: their results do not depend on
 * how many run at a time.
 */
public final class Simulation implements AutoCloseable {
  private final ExecutorService threads;
  private final int width;

  /**
   * @param width worlds at a time
   */
  public Simulation(int width) {
    this.width = width;
    this.threads =
        Executors.newFixedThreadPool(
            width,
            work -> {
              var thread = new Thread(work, "atf-simulation");
              thread.setDaemon(true);
              return thread;
            });
  }

  /**
   * Runs the worlds of plans until there are no more.
   *
   * @param plans asked for the next by several threads; empty at the end
   * @param each called with the report of every world that has ended, one at a time
   */
  public void run(
      Supplier<Optional<WorldPlan>> plans, Ablation ablation, Consumer<WorldReport> each) {
    var workers = new ArrayList<Future<?>>();
    for (int i = 0; i < width; i++) {
      workers.add(threads.submit(() -> work(plans, ablation, oneAtATime(each))));
    }
    for (var worker : workers) {
      try {
        worker.get();
      } catch (ExecutionException e) {
        throw new IllegalStateException(e.getCause());
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException(e);
      }
    }
  }

  public void run(List<WorldPlan> plans, Ablation ablation, Consumer<WorldReport> each) {
    var left = new ConcurrentLinkedQueue<>(plans);
    run(() -> Optional.ofNullable(left.poll()), ablation, each);
  }

  private static Consumer<WorldReport> oneAtATime(Consumer<WorldReport> each) {
    return report -> {
      synchronized (each) {
        each.accept(report);
      }
    };
  }

  private static void work(
      Supplier<Optional<WorldPlan>> plans, Ablation ablation, Consumer<WorldReport> each) {
    try (var carriers = new Carriers()) {
      for (var plan = plans.get(); plan.isPresent(); plan = plans.get()) {
        each.accept(world(plan.get(), carriers, false, ablation));
      }
    }
  }

  /**
   * Runs one world.
   *
   * @param kept true if its report is to have a line for each event
   */
  public static WorldReport world(WorldPlan plan, boolean kept, Ablation ablation) {
    try (var carriers = new Carriers()) {
      return world(plan, carriers, kept, ablation);
    }
  }

  private static WorldReport world(
      WorldPlan plan, Carriers carriers, boolean kept, Ablation ablation) {
    try {
      return new World(plan, carriers, kept, ablation).run();
    } catch (RuntimeException e) {
      throw new IllegalStateException("world of seed " + plan.seed(), e);
    }
  }

  @Override
  public void close() {
    threads.shutdownNow();
  }
}
