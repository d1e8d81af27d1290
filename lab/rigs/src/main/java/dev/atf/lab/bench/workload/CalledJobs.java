package dev.atf.lab.bench.workload;

import dev.atf.lab.execution.Executions;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** Jobs that are due when they are scheduled, with the time of each call. Safe for many threads. */
final class CalledJobs {
  private final Map<Job, Instant> calledAt = new ConcurrentHashMap<>();

  void schedule(Stage stage, boolean urgent) {
    var now = stage.now();
    var job = stage.job(urgent, Duration.ZERO, now.truncatedTo(ChronoUnit.MILLIS));
    calledAt.put(job, now);
    stage.contender().schedule(job);
  }

  List<Job> jobs() {
    return List.copyOf(calledAt.keySet());
  }

  Instant lastCall() {
    return calledAt.values().stream().max(Instant::compareTo).orElseThrow();
  }

  /** Returns the time from each call until the handler began. */
  List<Double> millisUntilBegun(Executions executions) {
    return Job.millisUntilBegun(calledAt.keySet(), calledAt::get, executions);
  }
}
