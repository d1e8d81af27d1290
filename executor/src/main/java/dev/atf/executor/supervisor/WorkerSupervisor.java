package dev.atf.executor.supervisor;

import dev.atf.runtime.LoopSettings;
import dev.atf.runtime.Loops;
import dev.atf.runtime.MonotonicClock;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.random.RandomGenerator;

/**
 * The parent of the executors of a host. It fills the place of one that died, and kills one that
 * has outlived its deadline although it did not end itself (law 5): a stopped or swapped-out
 * process cannot watch its own clock, this one can.
 */
public final class WorkerSupervisor implements AutoCloseable {
  private final SupervisorConfig config;
  private final List<Child> children;
  private final MonotonicClock clock;
  private final Loops loops;
  private final CountDownLatch never = new CountDownLatch(1);

  /** What a supervisor takes from its surroundings; tests bring their own. */
  public record Surroundings(
      MonotonicClock clock,
      InstantSource instants,
      RandomGenerator random,
      MeterRegistry metrics,
      PrintStream out,
      PrintStream err) {

    /** The system's clocks and streams. */
    public static Surroundings system() {
      return new Surroundings(
          MonotonicClock.system(),
          InstantSource.system(),
          new SecureRandom(),
          new SimpleMeterRegistry(),
          System.out,
          System.err);
    }
  }

  /**
   * @param directory for the children's deadline files; made if it is missing, and of this
   *     supervisor alone. Memory-backed is best: a disk that hangs makes executors return their
   *     work
   */
  public WorkerSupervisor(
      List<WorkerSpec> specs, SupervisorConfig config, Path directory, Surroundings surroundings) {
    this.config = config;
    this.clock = surroundings.clock();
    this.loops = new Loops(surroundings.clock(), surroundings.random(), surroundings.metrics());
    this.children = fill(specs, config, makeDirectory(directory), surroundings);
    Gauge.builder("atf.supervisor.executors.missing", this, WorkerSupervisor::missing)
        .register(surroundings.metrics());
  }

  /** Starts the executors and the watch over them. */
  public void start() {
    loops.start("supervisor", this::look, LoopSettings.DEFAULT);
  }

  /** The executors that run now. */
  public List<ChildStatus> children() {
    return children.stream().map(Child::status).flatMap(Optional::stream).toList();
  }

  /** Whether the watch itself is at work. */
  public boolean isAlive() {
    return loops.allAlive();
  }

  /**
   * Asks all executors to end, waits for their drain, and kills those that are left. The watch over
   * deadlines goes on meanwhile.
   */
  public void stop() {
    children.forEach(Child::askToEnd);
    long from = clock.nanos();
    try {
      while (anyRunning() && clock.since(from).compareTo(config.drainTimeout()) < 0) {
        boolean ignored = never.await(config.lookEvery().toMillis(), TimeUnit.MILLISECONDS);
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    loops.close();
    children.forEach(Child::kill);
  }

  @Override
  public void close() {
    stop();
  }

  private Duration look() {
    children.forEach(child -> child.look(clock.nanos()));
    return config.lookEvery();
  }

  private boolean anyRunning() {
    return children.stream().anyMatch(Child::isRunning);
  }

  private double missing() {
    return children.stream().filter(child -> !child.isRunning()).count();
  }

  private static List<Child> fill(
      List<WorkerSpec> specs, SupervisorConfig config, Path directory, Surroundings surroundings) {
    var children = new ArrayList<Child>();
    for (var spec : specs) {
      for (int index = 0; index < spec.processes(); index++) {
        children.add(
            new Child(
                spec,
                index,
                config,
                directory,
                surroundings.instants(),
                surroundings.random(),
                surroundings.out(),
                surroundings.err()));
      }
    }
    return List.copyOf(children);
  }

  private static Path makeDirectory(Path directory) {
    try {
      return Files.createDirectories(directory.toAbsolutePath());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
