package dev.atf.images;

import dev.atf.local.Pause;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.testtime.TestTimeouts;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;

/**
 * Process of a deployable, run as in its container: the entry command of its Dockerfile, in the
 * layout, with the variables of a deployment and no others.
 */
final class ContainerProcess implements AutoCloseable {
  /** Time limit of a start: several start at one time, and a machine may be slow. */
  private static final Duration HEALTHY_MAX = TestTimeouts.STALL;

  private final Deployable deployable;
  private final Map<String, String> environment;
  private final Process process;
  private final Path log;

  private ContainerProcess(
      Deployable deployable, Map<String, String> environment, Process process, Path log) {
    this.deployable = deployable;
    this.environment = environment;
    this.process = process;
    this.log = log;
  }

  static ContainerProcess start(Deployable deployable, Path logs, Map<String, String> variables)
      throws IOException {
    var environment = new TreeMap<>(variables);
    environment.put(
        "PATH",
        Path.of(System.getProperty("java.home"), "bin")
            + File.pathSeparator
            + System.getenv("PATH"));
    var log = logs.resolve(deployable + ".log");
    var command = deployable.dockerfile().last("ENTRYPOINT").command();
    var started =
        builder(deployable, environment, command)
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    return new ContainerProcess(deployable, environment, started, log);
  }

  /** Returns whether the command of the Dockerfile's HEALTHCHECK succeeds. */
  boolean isHealthy() {
    var check = deployable.dockerfile().last("HEALTHCHECK").command();
    try {
      var asked =
          builder(deployable, environment, check)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start();
      return asked.waitFor(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS)
          && asked.exitValue() == 0;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  void awaitHealthy() {
    boolean looked =
        Pause.until(() -> !process.isAlive() || isHealthy(), HEALTHY_MAX, MonotonicClock.system());
    if (!looked || !process.isAlive()) {
      throw new IllegalStateException(deployable + " did not become healthy:\n" + output());
    }
  }

  /**
   * Sends the stop signal of its Dockerfile, SIGTERM.
   *
   * @return the exit code
   * @throws IllegalStateException if it has not ended in time
   */
  int stop() throws InterruptedException {
    process.destroy();
    return exitCode();
  }

  /**
   * Waits for its end.
   *
   * @throws IllegalStateException if it has not ended in time
   */
  int exitCode() throws InterruptedException {
    if (!process.waitFor(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS)) {
      throw new IllegalStateException(
          deployable + " did not end within " + TestTimeouts.STALL + ":\n" + output());
    }
    return process.exitValue();
  }

  List<ProcessHandle> descendants() {
    return process.descendants().toList();
  }

  String output() {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public void close() {
    process.descendants().forEach(ProcessHandle::destroyForcibly);
    process.destroyForcibly();
  }

  private static ProcessBuilder builder(
      Deployable deployable, Map<String, String> environment, List<String> command) {
    var builder =
        new ProcessBuilder(new ArrayList<>(command)).directory(deployable.layout().toFile());
    builder.environment().clear();
    builder.environment().putAll(environment);
    return builder;
  }
}
