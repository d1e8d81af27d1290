package dev.atf.lab.demo;

import dev.atf.cli.output.Progress;
import dev.atf.lab.bench.workload.Callers;
import dev.atf.lab.bench.workload.Percentiles;
import dev.atf.lab.execution.Executions;
import dev.atf.lab.execution.LoggingExecutor;
import dev.atf.local.ApiConnection;
import dev.atf.local.EngineKind;
import dev.atf.local.LocalCluster;
import dev.atf.local.LocalClusterOptions;
import dev.atf.local.Pause;
import dev.atf.model.lambda.LeaseTimes;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.ScheduleBatchRequest;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

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

  /**
   * Settings of a run.
   *
   * @param directory of the files to digest
   * @param executors processes of the lambda {@code command}
   * @param threads of each executor
   * @param filesMax maximal number of files; more are left out
   * @param engine engine that stores the tasks
   */
  public record Options(
      Path directory, int executors, int threads, int filesMax, EngineKind engine) {}

  private final Options options;
  private final Progress progress;
  private final MonotonicClock clock = MonotonicClock.system();
  private final Set<Long> seen = new HashSet<>();

  /** Observed times of death of executors, for any cause. */
  private final Map<Long, Long> deaths = new ConcurrentHashMap<>();

  private int killed;

  public DemoRun(Options options, Progress progress) {
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
    var tasks = DemoTask.ofFiles(options.directory(), options.filesMax());
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
      var scheduled = new Scheduler(api).schedule(tasks, progress::step);
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
        verified += entry.getValue().sha256().equals(digestIn(task)) ? 1 : 0;
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

  /**
   * Schedules the demonstration's tasks: every other chunk by ScheduleBatch, the rest one by one.
   */
  private static final class Scheduler {
    private static final int CHUNK = 20;
    private static final int CALLERS = 4;

    private final ApiConnection api;
    private final Map<DemoTask, String> taskIds = new ConcurrentHashMap<>();

    Scheduler(ApiConnection api) {
      this.api = api;
    }

    /** Returns the tasks by their ids, in their order, once all are acknowledged. */
    Map<String, DemoTask> schedule(List<DemoTask> tasks, IntConsumer progress) {
      var chunks =
          IntStream.iterate(0, from -> from < tasks.size(), from -> from + CHUNK)
              .mapToObj(from -> tasks.subList(from, Math.min(tasks.size(), from + CHUNK)))
              .toList();
      var unused =
          Callers.call(
              CALLERS,
              chunks,
              this::schedule,
              called -> progress.accept(taskIds.size()),
              MonotonicClock.system());
      var scheduled = new LinkedHashMap<String, DemoTask>();
      tasks.forEach(task -> scheduled.put(Objects.requireNonNull(taskIds.get(task)), task));
      return scheduled;
    }

    private void schedule(List<DemoTask> chunk) {
      if (chunk.get(0).index() / CHUNK % 2 == 0) {
        inOneCall(chunk);
      } else {
        chunk.forEach(task -> taskIds.put(task, api.tasks().schedule(task.request()).getTaskId()));
      }
    }

    private void inOneCall(List<DemoTask> chunk) {
      var request = ScheduleBatchRequest.newBuilder().setLambda("command");
      chunk.forEach(task -> request.addTasks(task.request()));
      var results = api.tasks().scheduleBatch(request.build()).getResultsList();
      for (int i = 0; i < chunk.size(); i++) {
        if (results.get(i).hasError()) {
          throw new IllegalStateException(results.get(i).getError().getMessage());
        }
        taskIds.put(chunk.get(i), results.get(i).getTaskId());
      }
    }
  }
}
