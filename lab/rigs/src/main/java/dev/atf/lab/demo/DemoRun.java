package dev.atf.lab.demo;

import dev.atf.cli.output.Progress;
import dev.atf.lab.bench.workload.Percentiles;
import dev.atf.lab.execution.Executions;
import dev.atf.lab.execution.LoggingExecutor;
import dev.atf.local.ApiConnection;
import dev.atf.local.LocalCluster;
import dev.atf.local.LocalClusterOptions;
import dev.atf.local.Pause;
import dev.atf.model.lambda.LeaseTimes;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.Task;
import dev.atf.protocol.v1.TaskStatus;
import dev.atf.runtime.TemporaryDirectory;
import dev.atf.runtime.config.ConfigException;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.worker.supervisor.ChildStatus;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The demonstration: digests files through the whole system, kills an executor in the middle, and
 * compares every result with a digest of its own.
 */
public final class DemoRun {
  /**
   * Lease times, shorter than the default, so that the killed executor's tasks come back in
   * seconds.
   */
  private static final LeaseTimes LEASE =
      new LeaseTimes(
          Duration.ofMillis(8_000),
          Duration.ofMillis(1_000),
          Duration.ofMillis(1_000),
          3,
          Duration.ofMillis(250),
          Duration.ofMillis(1_500));

  /** Longest time without an end of a task; then the rest counts as lost. */
  private static final Duration STALL_MAX = Duration.ofSeconds(90);

  private static final Duration PAUSE = Duration.ofMillis(100);

  private final DemoOptions options;
  private final Progress progress;
  private final MonotonicClock clock = MonotonicClock.system();
  private final Set<Long> seen = new HashSet<>();

  /** Times of death of executors that were seen, whoever ended them. */
  private final Map<Long, Long> deaths = new ConcurrentHashMap<>();

  private int killed;

  public DemoRun(DemoOptions options, Progress progress) {
    this.options = options;
    this.progress = progress;
  }

  /**
   * @throws ConfigException if there are no files
   */
  public DemoReport run() {
    return run(TemporaryDirectory.make("atf-demo-").untilExit());
  }

  private DemoReport run(Path directory) {
    progress.show("reading the input");
    var tasks = tasks(DemoFiles.below(options.directory()));
    if (tasks.isEmpty()) {
      throw new ConfigException(
          options.directory() + " has no files that can be read: there is nothing to do");
    }
    var logs = directory.resolve("executions");
    progress.show("starting the system in " + directory);
    try (var cluster = LocalCluster.start(clusterOptions(directory, logs));
        var api = ApiConnection.open(cluster.frontendUri(), Duration.ofSeconds(20))) {
      long begun = clock.nanos();
      progress.begin("schedule", tasks.size());
      var scheduled = new DemoScheduler(api).schedule(tasks, progress::step);
      progress.begin("run", scheduled.size());
      var watch = new DemoWatch(api, scheduled);
      watch(watch, cluster, scheduled.size());
      double seconds = clock.since(begun).toMillis() / 1000.0;
      progress.end();
      cluster.stopExecutors();
      return report(scheduled, watch, Executions.read(logs), seconds);
    }
  }

  private void watch(DemoWatch watch, LocalCluster cluster, int scheduled) {
    long lastFinish = clock.nanos();
    while (!watch.done() && clock.since(lastFinish).compareTo(STALL_MAX) < 0) {
      cluster.executors().forEach(executor -> noteDeath(executor.pid()));
      if (watch.round()) {
        lastFinish = clock.nanos();
        progress.step(watch.finished().size());
      }
      Pause.until(clock.nanos() + PAUSE.toNanos(), clock);
      boolean halfWay = watch.finished().size() >= scheduled / 3;
      if (killed == 0 && halfWay) {
        kill(watch, cluster, watch.finished().size() >= scheduled / 2);
      }
    }
  }

  /** Kills an executor that runs a task; if {@code atLast} and none is seen, any executor. */
  private void kill(DemoWatch watch, LocalCluster cluster, boolean atLast) {
    var executors = cluster.executors().stream().map(ChildStatus::pid).toList();
    Optional<Long> victim = watch.running().flatMap(task -> owner(task, executors));
    if (victim.isEmpty() && atLast) {
      victim = executors.stream().findFirst();
    }
    victim.ifPresent(
        pid -> {
          noteDeath(pid);
          kill(pid);
          killed++;
          progress.show("killed -9 executor process " + pid);
        });
  }

  /** Notes when an executor dies. */
  private void noteDeath(long pid) {
    if (seen.add(pid)) {
      var unused =
          ProcessHandle.of(pid)
              .map(ProcessHandle::onExit)
              .orElseGet(() -> CompletableFuture.completedFuture(null))
              .thenRun(() -> deaths.put(pid, clock.nanos()));
    }
  }

  private static void kill(long pid) {
    ProcessHandle.of(pid)
        .ifPresent(
            process -> {
              process.destroyForcibly();
              process.onExit().join();
            });
  }

  private static Optional<Long> owner(Task task, Collection<Long> executors) {
    return executors.stream()
        .filter(pid -> task.getExecutorId().matches(".*[^0-9]" + pid + "[^0-9].*"))
        .findFirst();
  }

  private DemoReport report(
      Map<String, DemoTask> scheduled, DemoWatch watch, Executions executions, double seconds) {
    int verified = 0;
    int retried = 0;
    var delivery = new ArrayList<Double>();
    for (var entry : scheduled.entrySet()) {
      var task = watch.finished().get(entry.getKey());
      var start = executions.firstOf(entry.getKey());
      if (task != null && start.isPresent()) {
        verified += DemoFiles.sha256(entry.getValue().file()).equals(digestIn(task)) ? 1 : 0;
        retried += task.getAttempt() > 1 ? 1 : 0;
        delivery.add(start.get().millisAfter(due(task)));
      }
    }
    return new DemoReport(
        scheduled.size(),
        (int) watch.count(TaskStatus.SUCCESS),
        (int) (watch.count(TaskStatus.FATAL_FAILURE) + watch.count(TaskStatus.CANCELLED)),
        watch.unfinishedCount(),
        killed,
        executions.overlaps(deaths),
        retried,
        verified,
        Percentiles.of(delivery),
        Math.round(scheduled.size() / seconds * 10) / 10.0);
  }

  private static Instant due(Task task) {
    return ProtoTimes.java(task.getScheduledAt());
  }

  /** Returns the output of the task's process: {@code <digest> <file>}. */
  private static String digestIn(Task task) {
    var result =
        task.getResultJson()
            .getStructValue()
            .getFieldsOrDefault("stdout", com.google.protobuf.Value.getDefaultInstance());
    var printed = result.getStringValue();
    // sha256sum begins the line with a backslash when it had to escape the file's name.
    var line = printed.startsWith("\\") ? printed.substring(1) : printed;
    return line.length() >= 64 ? line.substring(0, 64) : "";
  }

  private List<DemoTask> tasks(List<Path> files) {
    var tasks = new ArrayList<DemoTask>();
    for (var file : files.subList(0, Math.min(files.size(), options.filesMax()))) {
      tasks.add(new DemoTask(tasks.size(), file));
    }
    return tasks;
  }

  private LocalClusterOptions clusterOptions(Path directory, Path logs) {
    return LocalClusterOptions.builder()
        .data(directory.resolve("data"))
        .executors(Map.of("command", options.executors()))
        .threads(options.threads())
        .lease(LEASE)
        .builtinCommand(LoggingExecutor.command(logs))
        .engine(options.engine())
        .build();
  }
}
