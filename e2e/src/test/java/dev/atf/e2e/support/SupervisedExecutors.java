package dev.atf.e2e.support;

import dev.atf.executor.supervisor.ChildStatus;
import dev.atf.executor.supervisor.SupervisorConfig;
import dev.atf.executor.supervisor.WorkerSpec;
import dev.atf.executor.supervisor.WorkerSupervisor;
import dev.atf.executor.supervisor.WorkerSupervisor.Surroundings;
import dev.atf.model.LeaseTimes;
import dev.atf.runtime.MonotonicClock;
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
import org.awaitility.Awaitility;

/**
 * Executor processes of one lambda under a worker supervisor in the test's JVM: those that die are
 * started again, those that outlive their deadline are killed.
 */
public final class SupervisedExecutors implements AutoCloseable {
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

  /** Returns when each of them has said that it is ready. */
  public SupervisedExecutors awaitReady() {
    Awaitility.await(count + " executors")
        .atMost(Duration.ofSeconds(90))
        .until(() -> output().split(LoneExecutor.READY, -1).length > count);
    return this;
  }

  /** What they have said so far. */
  public String output() {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public static SupervisedExecutors start(
      TestCluster cluster,
      EffectSink sink,
      String lambda,
      int count,
      int threads,
      LeaseTimes heartbeats) {
    try {
      var log = Files.createTempFile(cluster.logs(), "executors-" + lambda + "-", ".log");
      var output = new PrintStream(Files.newOutputStream(log), true, StandardCharsets.UTF_8);
      var command = JavaProcess.commandLine(EffectsWorker.class.getName(), sink.uri(), lambda);
      var supervisor =
          new WorkerSupervisor(
              List.of(
                  new WorkerSpec(
                      lambda,
                      count,
                      command,
                      cluster.executorSettings(threads, heartbeats).variables())),
              config(heartbeats),
              Files.createTempDirectory(cluster.logs(), "deadlines-"),
              new Surroundings(
                  MonotonicClock.system(),
                  InstantSource.system(),
                  new SecureRandom(),
                  new SimpleMeterRegistry(),
                  output,
                  output));
      supervisor.start();
      return new SupervisedExecutors(supervisor, count, log, output);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** As by default, but a death in one test does not keep the next one waiting. */
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

  /** How often a place had to be filled again. */
  public int restarts() {
    return supervisor.children().stream().mapToInt(ChildStatus::restarts).sum();
  }

  @Override
  public void close() {
    supervisor.close();
    output.close();
  }
}
