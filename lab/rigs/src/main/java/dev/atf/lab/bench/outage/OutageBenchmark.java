package dev.atf.lab.bench.outage;

import dev.atf.cli.output.Progress;
import dev.atf.client.AtfClient;
import dev.atf.client.BatchOutcome;
import dev.atf.client.TaskSpec;
import dev.atf.lab.processes.SupervisedExecutors;
import dev.atf.local.EngineKind;
import dev.atf.local.Pause;
import dev.atf.model.lambda.LeaseTimes;
import dev.atf.model.rate.Ramp;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.Lambda;
import dev.atf.protocol.v1.Task;
import dev.atf.protocol.v1.TaskStatus;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.worker.ChildJvm;
import dev.atf.worker.supervisor.WorkerSpec;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;

/**
 * Has many tasks meet an outage of a dependency, kills each process of the services and one of each
 * kind of executors in it, and measures what becomes of the tasks.
 */
public final class OutageBenchmark {
  private static final String PROBE = "probe";
  private static final int BATCH = 200;
  private static final int TRIES_MAX = 10;
  private static final Duration CALL_MAX = Duration.ofMinutes(1);
  private static final int WARM_UP_MAX = 500;
  private static final int PROBES_MAX = 1_000;
  private static final Duration DONE_MAX = Duration.ofMinutes(15);

  /**
   * Size of an outage, and the system that meets it.
   *
   * @param engine embedded: with all services in one process; DynamoDB Local: with each in its own
   * @param tasks that are scheduled at its beginning
   * @param outage from the beginning until the dependency is back
   * @param executors processes of the lambda
   * @param threads of each
   * @param lease long enough for the start of processes beside it
   * @param slowness how many times longer than on a quiet machine services wait for each other
   */
  public record Options(
      EngineKind engine,
      int tasks,
      Duration outage,
      int executors,
      int threads,
      LeaseTimes lease,
      double slowness) {
    /** Lease times that outlast the start of killed processes on two cores. */
    public static final LeaseTimes LEASE =
        new LeaseTimes(
            Duration.ofSeconds(16),
            Duration.ofSeconds(1),
            Duration.ofSeconds(3),
            3,
            Duration.ofMillis(250),
            Duration.ofSeconds(4));
  }

  private final Options options;
  private final Progress progress;
  private final MonotonicClock clock = MonotonicClock.system();

  public OutageBenchmark(Options options, Progress progress) {
    this.options = options;
    this.progress = progress;
  }

  /**
   * @param logs directory of the processes' output
   */
  public Report run(Path logs) {
    var lease = options.lease();
    progress.show("starting the services");
    try (var dependency = new Dependency(clock);
        var services = start(logs);
        var client = client(services)) {
      register(client, OutageWorker.LAMBDA, lease, 10);
      register(client, PROBE, lease, PROBES_MAX);
      try (var workers =
              executors(services, logs, dependency, OutageWorker.LAMBDA, options.executors());
          var probes = executors(services, logs, dependency, PROBE, 1)) {
        workers.awaitReady();
        probes.awaitReady();
        return new Run(services, client, dependency, List.of(workers, probes)).report();
      }
    }
  }

  private Services start(Path logs) {
    return switch (options.engine()) {
      case EMBEDDED -> Services.Shared.start(logs, options);
      case DYNAMODB_LOCAL ->
          Services.Separate.start(logs, List.of(OutageWorker.LAMBDA, PROBE), options);
      case AWS -> throw new IllegalArgumentException("an engine of this machine is expected");
    };
  }

  /** Returns a client that outlasts the restart of its frontend. */
  private static AtfClient client(Services services) {
    return AtfClient.builder(services.frontend()).callTimeout(CALL_MAX).triesMax(TRIES_MAX).build();
  }

  private SupervisedExecutors executors(
      Services services, Path logs, Dependency dependency, String lambda, int count) {
    int threads = lambda.equals(PROBE) ? 1 : options.threads();
    return SupervisedExecutors.start(
        logs,
        new WorkerSpec(
            lambda,
            count,
            ChildJvm.running(OutageWorker.class.getName(), String.valueOf(dependency.port())),
            services.executorSettings(threads, options.lease()).variables()),
        options.lease());
  }

  private static void register(AtfClient client, String name, LeaseTimes lease, int attempts) {
    client.registerLambda(
        Lambda.newBuilder()
            .setName(name)
            .addPriorities("normal")
            .setLeaseTimeout(ProtoTimes.proto(lease.lease()))
            .setRetry(
                Lambda.Retry.newBuilder()
                    .setMaxAttempts(attempts)
                    .setInitialBackoff(ProtoTimes.proto(Duration.ofMillis(200))))
            .build());
  }

  /** Run on a running cluster. */
  private final class Run {
    private final Services services;
    private final AtfClient client;
    private final Dependency dependency;
    private final List<SupervisedExecutors> executors;
    private int kills;

    Run(
        Services services,
        AtfClient client,
        Dependency dependency,
        List<SupervisedExecutors> executors) {
      this.services = services;
      this.client = client;
      this.dependency = dependency;
      this.executors = executors;
    }

    Report report() {
      progress.show("warming up");
      var warm = schedule("warm", Math.min(options.tasks(), WARM_UP_MAX));
      awaitServed(warm);

      dependency.leave();
      long left = clock.nanos();
      var tasks = schedule("task", options.tasks());
      killOneOfEach(left);
      sleepUntil(left, options.outage());
      int arrivalsBefore = dependency.arrivals().size();
      dependency.comeBack();
      long back = clock.nanos();
      progress.show("the dependency is back");
      awaitServed(tasks);

      var arrivals = dependency.arrivals().subList(arrivalsBefore, dependency.arrivals().size());
      return report(tasks, Duration.ofNanos(back - left), back, arrivals);
    }

    private Report report(List<String> tasks, Duration outage, long back, List<Long> arrivals) {
      progress.begin("reading the tasks", tasks.size());
      int extra = 0;
      int lost = 0;
      int blocked = 0;
      for (var taskId : tasks) {
        var task = ended(taskId);
        lost += task.getStatus() == TaskStatus.SUCCESS ? 0 : 1;
        extra += Math.max(0, task.getAttempt() - 1 - endedByKills(task));
        blocked += wasBlocked(task) ? 1 : 0;
        progress.step(1);
      }
      return new Report(
          options.engine().toString(),
          tasks.size(),
          outage.toMillis() / 1000.0,
          blocked,
          kills,
          extra,
          lost,
          dependency.together(),
          overRamp(arrivals),
          dependency.tests(),
          seconds(arrivals.get(arrivals.size() - 1) - back),
          peak(arrivals),
          Runtime.getRuntime().availableProcessors(),
          Runtime.version().toString());
    }

    private Task ended(String taskId) {
      try {
        return client.await(taskId, DONE_MAX).task();
      } catch (Exception e) {
        throw new IllegalStateException("taskId=" + taskId + " has not ended", e);
      }
    }

    private List<String> schedule(String name, int count) {
      progress.begin("scheduling", count);
      var ids = new ArrayList<String>();
      for (int from = 0; from < count; from += BATCH) {
        var specs = new ArrayList<TaskSpec>();
        for (int n = from; n < Math.min(count, from + BATCH); n++) {
          specs.add(TaskSpec.of(OutageWorker.LAMBDA).idempotencyKey(name + "-" + n));
        }
        for (var outcome : client.scheduleBatch(specs)) {
          if (outcome instanceof BatchOutcome.Refused refused) {
            throw refused.error();
          }
          ids.add(((BatchOutcome.Scheduled) outcome).task().taskId());
        }
        progress.step(specs.size());
      }
      return ids;
    }

    private void awaitServed(List<String> tasks) {
      boolean all = Pause.until(() -> dependency.served().containsAll(tasks), DONE_MAX, clock);
      if (!all) {
        var missing = new ArrayList<>(tasks);
        missing.removeAll(dependency.served());
        throw new IllegalStateException(
            missing.size()
                + " tasks were not served in "
                + DONE_MAX
                + "; one: "
                + client.get(missing.get(0)).task());
      }
    }

    /** Spreads the kills over the outage. */
    private void killOneOfEach(long left) {
      var processes = services.processes();
      var each = options.outage().dividedBy(processes.size() + executors.size() + 1L);
      for (var process : processes) {
        sleepUntil(left, each.multipliedBy(kills + 1L));
        progress.show("kill -9 of the " + process.name());
        process.killAndRestart();
        kills++;
      }
      for (var some : executors) {
        sleepUntil(left, each.multipliedBy(kills + 1L));
        progress.show("kill -9 of an executor");
        ProcessHandle.of(some.pids().get(0)).ifPresent(ProcessHandle::destroyForcibly);
        kills++;
      }
    }

    private void sleepUntil(long from, Duration after) {
      Pause.until(from + after.toNanos(), clock);
    }
  }

  private static boolean wasBlocked(Task task) {
    return task.getHistoryList().stream()
        .anyMatch(entry -> entry.getStatus() == TaskStatus.BLOCKED);
  }

  private static int endedByKills(Task task) {
    return (int)
        task.getHistoryList().stream()
            .filter(entry -> entry.getStatus() == TaskStatus.RETRIABLE_FAILURE)
            .filter(
                entry ->
                    entry.getDetail().contains("LEASE_EXPIRED")
                        || entry.getDetail().contains("EXECUTOR_DIED"))
            .count();
  }

  /**
   * Returns how many executions were ahead of the ramp at the worst time. It begins, at the
   * earliest, when the one task that tries the dependency has been served.
   */
  private static long overRamp(List<Long> arrivals) {
    long begun = arrivals.get(0);
    long worst = Long.MIN_VALUE;
    for (int i = 1; i < arrivals.size(); i++) {
      long allowed = 1 + Ramp.OF_CONDITIONS.total(Duration.ofNanos(arrivals.get(i) - begun));
      worst = Math.max(worst, i + 1 - allowed);
    }
    return worst;
  }

  private static long peak(List<Long> arrivals) {
    var inSecond = new HashMap<Long, Long>();
    arrivals.forEach(at -> inSecond.merge((at - arrivals.get(0)) / 1_000_000_000L, 1L, Long::sum));
    return inSecond.values().stream().mapToLong(Long::longValue).max().orElse(0);
  }

  private static double seconds(long nanos) {
    return Math.round(nanos / 1e8) / 10.0;
  }

  /**
   * Effects of an outage on the tasks that met it.
   *
   * @param engine that kept the tasks
   * @param blocked tasks that waited for the dependency when it came back
   * @param kills processes that were killed while it was away
   * @param extraAttempts attempts beyond the first that no kill explains
   * @param lost tasks that did not succeed
   * @param together executions that began while another one of their task was served
   * @param overRamp executions that arrived before the ramp allowed them, at the worst time
   * @param tests connections of tests that found the dependency there
   * @param doneAfterSeconds from its return until the last task was served
   * @param peakPerSecond most executions in one second after its return
   */
  public record Report(
      String engine,
      int tasks,
      double outageSeconds,
      int blocked,
      int kills,
      int extraAttempts,
      int lost,
      int together,
      long overRamp,
      int tests,
      double doneAfterSeconds,
      long peakPerSecond,
      int processors,
      String java) {

    /** Returns whether nothing was lost, repeated, run twice at once or over the ramp. */
    public boolean isClean() {
      return extraAttempts == 0 && lost == 0 && together == 0 && overRamp <= 0;
    }

    /** Prints lines for people. */
    public void print(PrintWriter out) {
      out.printf(
          "outage: %,d tasks, the dependency away for %.0f s, %d processes killed in it, %,d tasks"
              + " blocked at its return%n",
          tasks, outageSeconds, kills, blocked);
      out.printf(
          "extra attempts %d, lost %d, twice at once %d, over the ramp %d%n",
          extraAttempts, lost, together, Math.max(0, overRamp));
      out.printf(
          "all done %.1f s after its return, at most %,d in a second, after %d tests%n",
          doneAfterSeconds, peakPerSecond, tests);
      out.printf("engine %s, %d processors, Java %s%n", engine, processors, java);
      out.flush();
    }
  }
}
