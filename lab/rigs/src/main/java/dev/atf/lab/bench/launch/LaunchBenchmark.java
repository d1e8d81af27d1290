package dev.atf.lab.bench.launch;

import dev.atf.cli.output.Progress;
import dev.atf.runtime.TemporaryDirectory;
import dev.atf.runtime.loop.MonotonicClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Measures how long commands and {@code atf up} take to start, and what {@code atf up} uses while
 * it has nothing to do.
 *
 * @param atf the script
 * @param runs of each start; the figures are their medians
 * @param idleFor how long an idle system is watched
 */
public record LaunchBenchmark(Path atf, int runs, Duration idleFor, Progress progress) {
  private static final int EXECUTORS = 3;

  private static final MonotonicClock CLOCK = MonotonicClock.system();

  /** Time until an idle system has settled: compilation and first polls. */
  private static final Duration SETTLE = Duration.ofSeconds(60);

  /** Measures the starts. */
  public List<LaunchReport.Start> starts() throws InterruptedException {
    var seconds = new LinkedHashMap<String, List<Double>>();
    for (int run = 1; run <= runs; run++) {
      progress.show("startup: run %d of %d".formatted(run, runs));
      try (var directory = TemporaryDirectory.make("atf-bench-");
          var up = UpProcess.start(atf, directory.path())) {
        add(seconds, "atf up: ready", up.await("atf: ready at", 1));
        add(seconds, "atf up: first executor ready", up.await("executor ready", 1));
        add(seconds, "atf up: all executors ready", up.await("executor ready", EXECUTORS));
        add(seconds, "atf --help", command("--help"));
        add(seconds, "atf lambda list", command("lambda", "list", "--server", uri(directory)));
      }
      try (var directory = TemporaryDirectory.make("atf-bench-")) {
        add(seconds, "library: first task begins", library(directory.path()));
      }
    }
    return seconds.entrySet().stream().map(LaunchBenchmark::start).toList();
  }

  /** Measures an idle system. */
  public LaunchReport.Idle idle() throws InterruptedException {
    try (var directory = TemporaryDirectory.make("atf-bench-");
        var up = UpProcess.start(atf, directory.path())) {
      up.await("executor ready", EXECUTORS);
      progress.show("idle: settling for " + SETTLE.toSeconds() + " s");
      TimeUnit.NANOSECONDS.sleep(SETTLE.toNanos());
      progress.show("idle: watching for " + idleFor.toSeconds() + " s");
      var before = up.cpu();
      long from = CLOCK.nanos();
      TimeUnit.NANOSECONDS.sleep(idleFor.toNanos());
      double seconds = (CLOCK.nanos() - from) / 1e9;
      double used = up.cpu().minus(before).toNanos() / 1e9;
      var processes = up.processes();
      long kibibytes = processes.stream().mapToLong(LaunchBenchmark::residentKibibytes).sum();
      return new LaunchReport.Idle(
          processes.size(),
          Math.round(used / seconds * 10_000) / 100.0,
          kibibytes / 1_024,
          Math.round(seconds * 10) / 10.0);
    }
  }

  /** Starts a program as its author does, without options for the JVM. */
  private static double library(Path directory) throws InterruptedException {
    var java = ProcessHandle.current().info().command().orElse("java");
    var command =
        List.of(
            java,
            "-cp",
            System.getProperty("java.class.path"),
            LibraryProgram.class.getName(),
            directory.toString());
    long from = CLOCK.nanos();
    try {
      var program =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      double took;
      try (var output = program.inputReader()) {
        var line = output.readLine();
        took = (CLOCK.nanos() - from) / 1e9;
        if (line == null) {
          throw new IllegalStateException(command + " ended without a task");
        }
      }
      if (program.waitFor() != 0) {
        throw new IllegalStateException(command + " ended with " + program.exitValue());
      }
      return took;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private double command(String... words) throws InterruptedException {
    var command = new ArrayList<>(List.of(atf.toString()));
    command.addAll(List.of(words));
    long from = CLOCK.nanos();
    try {
      int exitCode =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor();
      if (exitCode != 0) {
        throw new IllegalStateException(command + " ended with " + exitCode);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return (CLOCK.nanos() - from) / 1e9;
  }

  private static String uri(TemporaryDirectory directory) {
    try (var lines = Files.lines(directory.path().resolve("log"))) {
      return lines
          .filter(line -> line.startsWith("atf: ready at "))
          .map(line -> line.split(" ", -1)[3])
          .findFirst()
          .orElseThrow();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the proportional share of a process, which Linux tells; 0 elsewhere. */
  private static long residentKibibytes(ProcessHandle process) {
    try (var lines = Files.lines(Path.of("/proc/" + process.pid() + "/smaps_rollup"))) {
      return lines
          .filter(line -> line.startsWith("Pss:"))
          .mapToLong(line -> Long.parseLong(line.replaceAll("\\D", "")))
          .sum();
    } catch (IOException e) {
      return 0;
    }
  }

  private static void add(Map<String, List<Double>> seconds, String name, double took) {
    seconds.computeIfAbsent(name, first -> new ArrayList<>()).add(Math.round(took * 100) / 100.0);
  }

  private static LaunchReport.Start start(Map.Entry<String, List<Double>> entry) {
    var sorted = entry.getValue().stream().sorted().toList();
    return new LaunchReport.Start(entry.getKey(), sorted.get(sorted.size() / 2), sorted);
  }
}
