package dev.atf.lab.bench;

import com.google.protobuf.ByteString;
import dev.atf.lab.bench.contender.AtfContender;
import dev.atf.lab.bench.workload.Callers;
import dev.atf.lab.bench.workload.Contender;
import dev.atf.lab.bench.workload.Figures;
import dev.atf.lab.bench.workload.Job;
import dev.atf.lab.bench.workload.Stage;
import dev.atf.lab.bench.workload.Workload;
import dev.atf.protocol.v1.Lambda;
import dev.atf.protocol.v1.ScheduleBatchRequest;
import dev.atf.protocol.v1.ScheduleRequest;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.LongStream;

/**
 * Waiting time of tasks of one fairness key, which are due at once, while the tasks of another key
 * of the same lambda and priority are worked off.
 *
 * @param backlog tasks of the noisy key
 * @param quiet tasks of the other one, at a rate at which they do not hinder each other
 */
public record FairnessWorkload(int backlog, int quiet) implements Workload {
  /** Settings of the lambda, which fairness keys share. */
  public static final Lambda SETTINGS =
      Lambda.newBuilder().setFairness(Lambda.Fairness.getDefaultInstance()).build();

  private static final String LAMBDA = Contender.KINDS.get(0);
  private static final int RATE = 5;
  private static final int LOADERS = 4;
  private static final int WARM_UP = 2_000;

  /** Run time of the backlog's tasks. */
  private static final Duration TAKES = Duration.ofMillis(5);

  @Override
  public String name() {
    return "fairness";
  }

  @Override
  public boolean suits(Contender contender) {
    return contender instanceof AtfContender;
  }

  @Override
  public void warmUp(Stage stage) {
    new Beside(Math.min(backlog, WARM_UP), 10).run(stage);
  }

  @Override
  public List<Beside> cases() {
    return List.of(new Beside(backlog, quiet));
  }

  /** Case with all tasks. */
  record Beside(int backlog, int quiet) implements Case {
    @Override
    public String name() {
      return "%d of a quiet key beside %,d of a noisy one".formatted(quiet, backlog);
    }

    @Override
    public Figures run(Stage stage) {
      var cpu = stage.contender().cpu();
      long begun = stage.clock().nanos();
      var jobs = new ArrayList<>(load(stage));
      var last = jobs.get(jobs.size() - 1);
      Map<Job, Instant> calledAt = new ConcurrentHashMap<>();
      Callers.atRate(RATE, "quiet", quiet, () -> schedule(stage, calledAt), stage.progress());
      jobs.addAll(calledAt.keySet());
      var executions = stage.awaitStarts(jobs);
      var used = stage.contender().cpu().minus(cpu);
      var lastCall = calledAt.values().stream().max(Instant::compareTo).orElseThrow();
      if (last.firstIn(executions).orElseThrow().began().isBefore(lastCall)) {
        stage.progress().show("the backlog was over before the last task of the quiet key");
      }
      return Figures.of(
          jobs.size(),
          stage.clock().since(begun),
          Job.millisUntilBegun(calledAt.keySet(), calledAt::get, executions),
          used);
    }

    /** Schedules the noisy key's tasks, due at once, as quickly as possible. */
    private List<Job> load(Stage stage) {
      var dueAt = stage.now().truncatedTo(ChronoUnit.MILLIS);
      long first = stage.numbers(backlog);
      var jobs =
          LongStream.range(first, first + backlog)
              .mapToObj(number -> new Job(number, LAMBDA, false, TAKES, dueAt))
              .toList();
      var batches = Stage.batches(jobs, Contender.BATCH_MAX);
      stage.progress().begin("load", batches.size());
      var unused =
          Callers.call(
              LOADERS,
              batches,
              batch -> scheduleAll(stage, batch),
              stage.progress()::step,
              stage.clock());
      stage.progress().end();
      return jobs;
    }

    private static void scheduleAll(Stage stage, List<Job> jobs) {
      var request = ScheduleBatchRequest.newBuilder().setLambda(LAMBDA);
      jobs.forEach(job -> request.addTasks(task(job, "noisy")));
      var answer = ((AtfContender) stage.contender()).api().tasks().scheduleBatch(request.build());
      if (answer.getResultsList().stream().anyMatch(result -> !result.getCreated())) {
        throw new IllegalStateException("a task was not scheduled: " + answer.getResults(0));
      }
    }

    private static void schedule(Stage stage, Map<Job, Instant> calledAt) {
      var now = stage.now();
      var job = new Job(stage.numbers(1), LAMBDA, false, Duration.ZERO, now);
      calledAt.put(job, now);
      var unused =
          ((AtfContender) stage.contender()).api().tasks().schedule(task(job, "quiet").build());
    }

    private static ScheduleRequest.Builder task(Job job, String key) {
      return ScheduleRequest.newBuilder()
          .setLambda(LAMBDA)
          .setData(ByteString.copyFrom(job.payload()))
          .setFairnessKey(key);
    }
  }
}
