package dev.atf.lab.cli;

import dev.atf.cli.output.Bounds;
import dev.atf.lab.bench.FairnessWorkload;
import dev.atf.lab.bench.HandoverWorkload;
import dev.atf.lab.bench.PromptWorkload;
import dev.atf.lab.bench.workload.Contender;
import dev.atf.lab.bench.workload.DeliveryWorkload;
import dev.atf.lab.bench.workload.DrainWorkload;
import dev.atf.lab.bench.workload.PriorityWorkload;
import dev.atf.lab.bench.workload.ScheduleWorkload;
import dev.atf.lab.bench.workload.Workload;
import dev.atf.lab.cli.BenchRunCommand.Choice;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Amount of work of each workload, number of runs, and place of the data. */
@Command
final class WorkloadOptions {
  /** Number of keys, jobs and joins at a time in the workload of hand-overs. */
  static final int PLANS = 100;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec spec;

  @Option(
      names = "--runs",
      paramLabel = "N",
      defaultValue = "3",
      description = "Of each case; its figures are their medians (default: ${DEFAULT-VALUE}).")
  private int runs;

  @Option(
      names = "--threads",
      paramLabel = "N",
      defaultValue = "16",
      description = "That run handlers, of all lambdas together (default: ${DEFAULT-VALUE}).")
  private int threads;

  @Option(
      names = "--schedules",
      paramLabel = "N",
      description =
          "schedule: tasks for each number of clients, and in batches (default: 5000; beside peers"
              + " 10000).")
  private @Nullable Integer schedules;

  @Option(
      names = "--tasks",
      paramLabel = "N",
      description =
          "drain, waiting, floor: tasks due at once (default: 20000; beside peers 100000).")
  private @Nullable Integer tasks;

  @Option(
      names = "--waiting",
      paramLabel = "N",
      split = ",",
      defaultValue = "20000,200000,2000000",
      description = "waiting: future tasks beside them (default: ${DEFAULT-VALUE}).")
  private List<Integer> waiting = List.of();

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "200",
      description = "delivery: tasks a second (default: ${DEFAULT-VALUE}).")
  private int rate;

  @Option(
      names = "--duration",
      paramLabel = "D",
      description = "delivery and each case of prompt: how long (default: 20s; beside peers 6s).")
  private @Nullable Duration duration;

  @Option(
      names = "--backlog",
      paramLabel = "N",
      defaultValue = "10000",
      description =
          "priority, fairness: tasks of low priority, or of the noisy key, of 5 ms (default:"
              + " ${DEFAULT-VALUE}).")
  private int backlog;

  @Option(
      names = "--urgent",
      paramLabel = "N",
      defaultValue = "100",
      description =
          "priority, fairness: tasks of high priority, or of the quiet key (default:"
              + " ${DEFAULT-VALUE}).")
  private int urgent;

  @Option(
      names = "--express",
      paramLabel = "N",
      defaultValue = "1000",
      description = "express: tasks due at once, 50 a second (default: ${DEFAULT-VALUE}).")
  private int express;

  @Option(
      names = "--idle-lambdas",
      paramLabel = "N",
      defaultValue = "0",
      description =
          "idle: lambdas without executors, in addition to the three (default: ${DEFAULT-VALUE}).")
  private int idleLambdas;

  @Option(
      names = "--idle-tasks",
      paramLabel = "N",
      defaultValue = "0",
      description = "idle: tasks that wait for a later day (default: ${DEFAULT-VALUE}).")
  private int idleTasks;

  @Option(
      names = "--directory",
      paramLabel = "DIR",
      description = "On the disk that is to be measured (default: the temporary directory).")
  private @Nullable Path directory;

  /** Checks all options. */
  void require(Bounds bounds) {
    bounds.require("--runs", runs, 1, 100);
    bounds.require("--threads", threads, Contender.KINDS.size(), 256);
    if (schedules != null) {
      bounds.require("--schedules", schedules, 1, 10_000_000);
    }
    if (tasks != null) {
      bounds.require("--tasks", tasks, 1, 10_000_000);
    }
    for (int each : waiting) {
      bounds.require("--waiting", each, 0, 100_000_000);
    }
    bounds.require("--rate", rate, 1, 10_000);
    if (duration != null) {
      bounds.require("--duration (seconds)", duration.toSeconds(), 1, 3_600);
    }
    bounds.require("--backlog", backlog, 1, 10_000_000);
    bounds.require("--urgent", urgent, 1, 100_000);
    bounds.require("--express", express, 1, 1_000_000);
    bounds.require("--idle-lambdas", idleLambdas, 0, 1_000);
    bounds.require("--idle-tasks", idleTasks, 0, 10_000_000);
    if (directory != null && directory.toFile().isFile()) {
      throw new ParameterException(
          spec.commandLine(), "--directory: " + directory + " (expected: a directory)");
    }
  }

  int idleLambdas() {
    return idleLambdas;
  }

  int idleTasks() {
    return idleTasks;
  }

  int runs() {
    return runs;
  }

  int threads() {
    return threads;
  }

  Path directory() {
    return directory == null ? Path.of(System.getProperty("java.io.tmpdir")) : directory;
  }

  /**
   * Returns the workloads of a choice; none if it starts processes only.
   *
   * @param besidePeers with the amounts of a comparison, unless they were named: a drain of steady
   *     state, and what ends in time
   */
  Stream<Workload> workloads(Choice choice, boolean besidePeers) {
    var schedule = new ScheduleWorkload(named(schedules, besidePeers ? 10_000 : 5_000));
    int dueAtOnce = named(tasks, besidePeers ? 100_000 : 20_000);
    var lasting = named(duration, Duration.ofSeconds(besidePeers ? 3 : 20));
    return switch (choice) {
      case SCHEDULE -> Stream.of(schedule);
      case DRAIN -> Stream.of(new DrainWorkload(dueAtOnce));
      case WAITING -> Stream.of(new DrainWorkload(dueAtOnce, waiting.stream().sorted().toList()));
      case DELIVERY -> Stream.of(DeliveryWorkload.ahead(rate, lasting));
      case EXPRESS -> Stream.of(DeliveryWorkload.express(express));
      case PRIORITY -> Stream.of(new PriorityWorkload(backlog, urgent));
      case FAIRNESS -> Stream.of(new FairnessWorkload(backlog, urgent));
      case PROMPT -> Stream.of(new PromptWorkload(lasting));
      case HANDOVER -> Stream.of(new HandoverWorkload(PLANS));
      case FLOOR -> Stream.of(schedule, new DrainWorkload(dueAtOnce));
      case STARTUP, IDLE -> Stream.empty();
    };
  }

  private static <T> T named(@Nullable T option, T byDefault) {
    return option == null ? byDefault : option;
  }
}
