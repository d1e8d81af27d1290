package dev.atf.lab.processes;

import dev.atf.local.Pause;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.worker.ChildJvm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;

/** A JVM, usually with this one's class path, whose output is written to a file. */
public final class JavaProcess implements AutoCloseable {
  /** Time limit of a start: many start at one time, and a machine may be slow. */
  private static final Duration READY_MAX = Duration.ofMinutes(5);

  /** Time limit of an exit: finds a process that hangs, not a slow one. */
  private static final Duration EXIT_MAX = Duration.ofMinutes(5);

  private final String name;
  private final Process process;
  private final Path log;

  private JavaProcess(String name, Process process, Path log) {
    this.name = name;
    this.process = process;
    this.log = log;
  }

  /** Starts a main class with this JVM's class path. */
  public static JavaProcess start(
      String name, Path logs, Map<String, String> settings, String mainClass, String... arguments) {
    return start(name, logs, settings, ChildJvm.running(mainClass, arguments));
  }

  /** Starts a command that becomes a JVM, such as {@code ./atf} of another build. */
  public static JavaProcess start(
      String name, Path logs, Map<String, String> settings, List<String> command) {
    try {
      var log = Files.createTempFile(logs, name + "-", ".log");
      var builder =
          new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile());
      builder.environment().putAll(settings);
      return new JavaProcess(name, builder.start(), log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public long pid() {
    return process.pid();
  }

  /** Returns the processes that it has started, and their descendants. */
  public List<ProcessHandle> descendants() {
    return process.descendants().toList();
  }

  public boolean isAlive() {
    return process.isAlive();
  }

  /** Sends SIGKILL; returns when the process is dead. */
  public void kill9() {
    process.destroyForcibly();
    awaitExit();
  }

  /** Sends SIGKILL to it and to all that it has started; returns when it is dead. */
  public void killAll() {
    var descendants = descendants();
    kill9();
    descendants.forEach(ProcessHandle::destroyForcibly);
  }

  /** Sends SIGTERM; returns the exit code. */
  public int terminate() {
    process.destroy();
    return awaitExit();
  }

  public int awaitExit() {
    try {
      if (!process.waitFor(EXIT_MAX.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly();
        throw new IllegalStateException(
            "%s did not end within %s; its output:%n%s".formatted(name, EXIT_MAX, output()));
      }
      return process.exitValue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  /** Returns when its output contains this text. */
  public JavaProcess awaitOutput(String text) {
    return awaitThat(() -> output().contains(text), "say " + text);
  }

  /** Returns when the condition is true; fails if the process ends before. */
  JavaProcess awaitThat(BooleanSupplier condition, String what) {
    boolean looked =
        Pause.until(
            () -> !isAlive() || condition.getAsBoolean(), READY_MAX, MonotonicClock.system());
    if (!looked || !isAlive()) {
      throw new IllegalStateException(this + " did not " + what + ":\n" + output());
    }
    return this;
  }

  public String output() {
    try {
      return Files.readString(log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @Override
  public String toString() {
    return name + "[" + pid() + "]";
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
