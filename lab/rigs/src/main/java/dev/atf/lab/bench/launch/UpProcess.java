package dev.atf.lab.bench.launch;

import dev.atf.lab.bench.contender.ProcessTimes;
import dev.atf.runtime.loop.MonotonicClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** {@code atf up} as a process with three executors, on free ports. */
final class UpProcess implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static final Duration STOP_TIME = Duration.ofSeconds(60);
  private static final long CHECK_MILLIS = 10;

  private static final MonotonicClock CLOCK = MonotonicClock.system();

  private final long startedAt = CLOCK.nanos();
  private final Process process;
  private final Path log;

  private UpProcess(Process process, Path log) {
    this.process = process;
    this.log = log;
  }

  /**
   * @param atf the script
   * @param directory of its own, for its data and its log
   */
  static UpProcess start(Path atf, Path directory) {
    try {
      var log = directory.resolve("log");
      var data = directory.resolve("data").toString();
      var command =
          List.of(
              atf.toString(),
              "up",
              "--data",
              data,
              "--port",
              "0",
              "--hsc-port",
              "0",
              "--controller-port",
              "0");
      var builder = new ProcessBuilder(command).redirectErrorStream(true);
      return new UpProcess(builder.redirectOutput(log.toFile()).start(), log);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /**
   * Waits until a text stands in its log.
   *
   * @param count number of lines that have it
   * @return seconds from its start
   */
  double await(String text, int count) throws InterruptedException {
    while (lines(text) < count) {
      var took = Duration.ofNanos(CLOCK.nanos() - startedAt);
      if (!process.isAlive() || took.compareTo(PATIENCE) > 0) {
        throw new IllegalStateException("atf up did not say \"" + text + "\": " + log);
      }
      TimeUnit.MILLISECONDS.sleep(CHECK_MILLIS);
    }
    return (CLOCK.nanos() - startedAt) / 1e9;
  }

  private long lines(String text) {
    try (var lines = Files.lines(log)) {
      return lines.filter(line -> line.contains(text)).count();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the process and all below it. */
  List<ProcessHandle> processes() {
    return Stream.concat(Stream.of(process.toHandle()), process.descendants()).toList();
  }

  Duration cpu() {
    return ProcessTimes.of(processes().stream());
  }

  @Override
  public void close() {
    process.destroy();
    try {
      if (!process.waitFor(STOP_TIME.toSeconds(), TimeUnit.SECONDS)) {
        process.destroyForcibly();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
