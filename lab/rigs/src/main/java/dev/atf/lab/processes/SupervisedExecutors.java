package dev.atf.lab.processes;

import dev.atf.local.Pause;
import dev.atf.model.lambda.LeaseTimes;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.worker.ChildJvm;
import dev.atf.worker.supervisor.ChildStatus;
import dev.atf.worker.supervisor.SupervisorConfig;
import dev.atf.worker.supervisor.WorkerSpec;
import dev.atf.worker.supervisor.WorkerSupervisor;
import dev.atf.worker.supervisor.WorkerSupervisor.Surroundings;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;

/**
 * Executor processes of one lambda under a worker supervisor in this process: dead ones are
 * restarted, and ones that outlive their deadline are killed.
 */
public final class SupervisedExecutors implements AutoCloseable {
  /** Output of an executor that is ready. */
  public static final String READY = "executor ready";

  private static final Duration READY_MAX = Duration.ofMinutes(5);

  private final WorkerSupervisor supervisor;
  private final int count;
  private final Path log;
  private final PrintStream output;

  private SupervisedExecutors(
      WorkerSupervisor supervisor, int count, Path log, PrintStream output) {
    this.supervisor = supervisor;
    this.count = count;
    this.log = log;
    this.output = output;
  }

  /** Returns when each of them has reported that it is ready. */
  public SupervisedExecutors awaitReady() {
    boolean ready =
        Pause.until(
            () -> output().split(READY, -1).length > count, READY_MAX, MonotonicClock.system());
    if (!ready) {
      throw new IllegalStateException("not %d executors:%n%s".formatted(count, output()));
    }
    return this;
  }

  /** Returns their output so far. */
  public String output() {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * @param main of the worker's class, and its arguments
   */
  public static SupervisedExecutors start(
      ProcessCluster cluster,
      String lambda,
      int count,
      int threads,
      LeaseTimes heartbeats,
      Class<?> main,
      String... arguments) {
    return start(
        cluster.logs(),
        new WorkerSpec(
            lambda,
            count,
            ChildJvm.running(main.getName(), arguments),
            cluster.executorSettings(threads, heartbeats).variables()),
        heartbeats);
  }

  /**
   * @param logs directory of their output
   * @param executors a fixed number of them
   */
  public static SupervisedExecutors start(Path logs, WorkerSpec executors, LeaseTimes heartbeats) {
    try {
      var log = Files.createTempFile(logs, "executors-" + executors.lambda() + "-", ".log");
      var output = new PrintStream(Files.newOutputStream(log), true, StandardCharsets.UTF_8);
      var supervisor =
          new WorkerSupervisor(
              List.of(executors),
              config(heartbeats),
              Files.createTempDirectory(logs, "deadlines-"),
              new Surroundings(
                  MonotonicClock.system(),
                  InstantSource.system(),
                  new SecureRandom(),
                  new SimpleMeterRegistry(),
                  output,
                  output));
      supervisor.start();
      return new SupervisedExecutors(supervisor, executors.processes().most(), log, output);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the default settings, but without a long delay after a death in an earlier test. */
  private static SupervisorConfig config(LeaseTimes lease) {
    var usual = SupervisorConfig.DEFAULTS;
    return new SupervisorConfig(
        usual.lookEvery(),
        usual.killMargin(),
        usual.restartBackoffMin(),
        Duration.ofSeconds(1),
        usual.steadyAfter(),
        usual.drainTimeout(),
        lease.stopTime(),
        usual.readyWithin());
  }

  public List<Long> pids() {
    return supervisor.children().stream().map(ChildStatus::pid).toList();
  }

  /** Returns the number of restarts. */
  public int restarts() {
    return supervisor.children().stream().mapToInt(ChildStatus::restarts).sum();
  }

  /** Replaces them one after another, each when its successor is ready; returns at once. */
  public void roll() {
    supervisor.rollingRestart();
  }

  public boolean isRolling() {
    return supervisor.isRollingRestart();
  }

  @Override
  public void close() {
    supervisor.close();
    output.close();
  }
}
