package dev.atf.lab.bench.workload;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/**
 * Jobs that are all in the system and become due at one instant. The system is up and idle until
 * then: neither its start nor the loading is measured.
 */
record DueBacklog(List<Job> jobs, Instant dueAt) {
  /** Time that exceeds the look-ahead of every system. */
  private static final Duration SLACK = Duration.ofSeconds(3);

  private static final int TRIES_MAX = 3;

  /**
   * Returns before any of them may begin. If the load took longer than the one before it led to
   * expect, its jobs are worked off, and others are loaded.
   */
  static DueBacklog load(Stage stage, int count, Duration takes) {
    for (int tries = 1; tries <= TRIES_MAX; tries++) {
      var expected = stage.loadTakes(count).multipliedBy(3).dividedBy(2);
      var mayBeginAt = stage.now().plus(expected).plus(SLACK);
      var dueAt =
          mayBeginAt.plus(stage.contender().startsEarlyMax()).truncatedTo(ChronoUnit.MILLIS);
      var jobs = stage.jobs(count, takes, dueAt);
      stage.load(jobs);
      if (stage.now().isBefore(mayBeginAt)) {
        return new DueBacklog(jobs, dueAt);
      }
      stage.progress().show("the load took longer than expected: once more");
      stage.awaitStarts(jobs);
    }
    throw new IllegalStateException("it could not be loaded before it was due");
  }

  /**
   * Measures from the instant at which they are due, or the first begins, until the last begins.
   */
  Figures drain(Stage stage) {
    stage.waitFor(dueAt.minus(stage.contender().startsEarlyMax()));
    var cpu = stage.contender().cpu();
    var executions = stage.awaitStarts(jobs);
    var used = stage.contender().cpu().minus(cpu);
    var millis = Job.millisUntilBegun(jobs, Job::dueAt, executions);
    var range = millis.stream().mapToDouble(Double::doubleValue).summaryStatistics();
    double took = range.getMax() - Math.min(0, range.getMin());
    return Figures.of(jobs.size(), Duration.ofNanos((long) (took * 1e6)), millis, used);
  }
}
