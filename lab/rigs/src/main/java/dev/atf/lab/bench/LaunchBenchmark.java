package dev.atf.lab.bench;

import com.fasterxml.jackson.annotation.JsonInclude;
import dev.atf.cli.output.Progress;
import dev.atf.client.AtfClient;
import dev.atf.client.BatchOutcome;
import dev.atf.client.TaskSpec;
import dev.atf.embedded.Atf;
import dev.atf.executor.Outcome;
import dev.atf.lab.bench.workload.Contender;
import dev.atf.protocol.v1.Lambda;
import dev.atf.runtime.TemporaryDirectory;
import dev.atf.runtime.loop.MonotonicClock;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;

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

  private static final int BATCH = 500;

  private static final Duration LATER = Duration.ofDays(7);
  private static final Duration LOAD_CALL_MAX = Duration.ofMinutes(1);

  /**
   * Start of a process.
   *
   * @param name of the command, or of a point that it reached
   * @param seconds from the start of the process, the script among it
   */
  public record Start(String name, double seconds, List<Double> runs) {}

  /**
   * Use of an {@code atf up} in which no task is due, its executors included.
   *
   * @param processes that were counted
   * @param corePercent processor time in percent of one core
   * @param mebibytes resident memory; a page that several processes share counts once
   */
  public record Idle(int processes, double corePercent, long mebibytes, double seconds) {}

  /**
   * Measurements of processes.
   *
   * @param starts medians of the starts; empty if they were not measured
   * @param idle one if it was measured
   */
  public record Report(
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Start> starts,
      @JsonInclude(JsonInclude.Include.NON_EMPTY) List<Idle> idle) {

    /** Prints lines for people. */
    public void print(PrintWriter out) {
      for (var start : starts) {
        out.printf("%-34s %6.2f s  (median of %s)%n", start.name(), start.seconds(), start.runs());
      }
      idle.forEach(
          use ->
              out.printf(
                  "idle for %.0f s: %d processes, %.2f %% of a core, %d MiB resident%n",
                  use.seconds(), use.processes(), use.corePercent(), use.mebibytes()));
      out.flush();
    }
  }

  /** Measures the starts. */
  public List<Start> starts() throws InterruptedException {
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

  /**
   * Measures an idle system.
   *
   * @param lambdas registered without executors, in addition to those of {@code atf up}
   * @param tasks that wait for a later day
   */
  public Idle idle(int lambdas, int tasks) throws InterruptedException {
    try (var directory = TemporaryDirectory.make("atf-bench-");
        var up = UpProcess.start(atf, directory.path())) {
      up.await("executor ready", EXECUTORS);
      load(uri(directory), lambdas, tasks);
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
      return new Idle(
          processes.size(),
          Math.round(used / seconds * 10_000) / 100.0,
          kibibytes / 1_024,
          Math.round(seconds * 10) / 10.0);
    }
  }

  /** Registers lambdas, and schedules tasks of theirs; without lambdas, of a built-in one. */
  private void load(String uri, int lambdas, int tasks) {
    try (var client = AtfClient.builder(uri).callTimeout(LOAD_CALL_MAX).build()) {
      var names = IntStream.range(0, lambdas).mapToObj("idle-%04d"::formatted).toList();
      names.forEach(name -> client.registerLambda(Lambda.newBuilder().setName(name).build()));
      var of = names.isEmpty() ? List.of("command") : names;
      for (int from = 0; from < tasks; from += BATCH) {
        var lambda = of.get(from / BATCH % of.size());
        var task = TaskSpec.of(lambda, Map.of("argv", List.of("true"))).delay(LATER);
        int count = Math.min(BATCH, tasks - from);
        for (var outcome : client.scheduleBatch(Collections.nCopies(count, task))) {
          if (outcome instanceof BatchOutcome.Refused refused) {
            throw refused.error();
          }
        }
      }
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

  /** Returns the proportional set size of a process, as Linux reports it; 0 on other systems. */
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

  private static Start start(Map.Entry<String, List<Double>> entry) {
    var sorted = entry.getValue().stream().sorted().toList();
    return new Start(entry.getKey(), sorted.get(sorted.size() / 2), sorted);
  }

  /** Program that has ATF as a library, and ends when its first task has run. */
  public static final class LibraryProgram {
    private static final String LAMBDA = "hello";

    private LibraryProgram() {}

    /**
     * @param args the directory of its tasks
     */
    public static void main(String[] args) throws Exception {
      var begun = new CountDownLatch(1);
      try (var atf =
          Atf.at(Path.of(args[0]))
              .handle(
                  LAMBDA,
                  String.class,
                  (payload, context) -> {
                    begun.countDown();
                    return Outcome.success(payload);
                  })
              .open()) {
        var task = atf.client().schedule(TaskSpec.of(LAMBDA, "world"));
        if (!begun.await(1, TimeUnit.MINUTES)) {
          throw new IllegalStateException("the task has not begun");
        }
        System.out.println("first task begins");
        var unused = atf.client().await(task.taskId(), Duration.ofMinutes(1));
      }
    }
  }

  /** {@code atf up} as a process with three executors, on free ports. */
  private static final class UpProcess implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Duration STOP_TIME = Duration.ofSeconds(60);
    private static final long LOOK_MILLIS = 10;

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
     * Waits until its log contains a text.
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
        TimeUnit.MILLISECONDS.sleep(LOOK_MILLIS);
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
      return Contender.cpuOf(processes().stream());
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
}
