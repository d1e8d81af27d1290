package dev.atf.lab.bench.workload;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;

/**
 * Jobs that are due at once and do nothing, measured from that instant until the last of them
 * begins; by themselves, or while more and more jobs wait for a later day.
 *
 * @param tasks of all kinds together
 * @param waiting number of waiting jobs of each case, ascending; empty: one case without any
 */
public record DrainWorkload(int tasks, List<Integer> waiting) implements Workload {
  /** After that many tasks nearly everything is compiled. */
  private static final int WARM_UP_MAX = 30_000;

  private static final Duration LATER = Duration.ofDays(7);

  /** Makes a workload without waiting jobs. */
  public DrainWorkload(int tasks) {
    this(tasks, List.of());
  }

  @Override
  public String name() {
    return waiting.isEmpty() ? "drain" : "waiting";
  }

  @Override
  public void warmUp(Stage stage) {
    new All(tasks + " due at once", Math.max(1, Math.min(tasks / 2, WARM_UP_MAX)), 0).run(stage);
  }

  @Override
  public List<All> cases() {
    if (waiting.isEmpty()) {
      return List.of(new All(tasks + " due at once", tasks, 0));
    }
    var cases = new ArrayList<All>();
    int before = 0;
    for (int now : waiting) {
      cases.add(new All("%d due at once, %d waiting".formatted(tasks, now), tasks, now - before));
      before = now;
    }
    return cases;
  }

  /**
   * Case with all jobs.
   *
   * @param moreWaiting jobs that wait, in addition to those of the case before
   */
  record All(String name, int tasks, int moreWaiting) implements Case {
    @Override
    public void prepare(Stage stage) {
      stage.load(stage.jobs(moreWaiting, Duration.ZERO, stage.now().plus(LATER)));
    }

    @Override
    public Figures run(Stage stage) {
      return Backlog.load(stage, tasks, Duration.ZERO).drain(stage);
    }
  }

  /**
   * Jobs that are all in the system and become due at one instant. The system is up and idle until
   * then: neither its start nor the loading is measured.
   */
  record Backlog(List<Job> jobs, Instant dueAt) {
    /** Time that exceeds the look-ahead of every system. */
    private static final Duration SLACK = Duration.ofSeconds(3);

    private static final int TRIES_MAX = 3;

    /**
     * Returns before any of them may begin. If the load took longer than the one before it led to
     * expect, its jobs are worked off, and others are loaded.
     */
    static Backlog load(Stage stage, int count, Duration takes) {
      for (int tries = 1; tries <= TRIES_MAX; tries++) {
        var expected = stage.loadTakes(count).multipliedBy(3).dividedBy(2);
        var mayBeginAt = stage.now().plus(expected).plus(SLACK);
        var dueAt =
            mayBeginAt.plus(stage.contender().startsEarlyMax()).truncatedTo(ChronoUnit.MILLIS);
        var jobs = stage.jobs(count, takes, dueAt);
        stage.load(jobs);
        if (stage.now().isBefore(mayBeginAt)) {
          return new Backlog(jobs, dueAt);
        }
        stage.progress().show("the load took longer than expected: once more");
        var unused = stage.awaitStarts(jobs);
      }
      throw new IllegalStateException("it could not be loaded before it was due");
    }

    /**
     * Measures from the instant at which they are due, or the first begins, until the last begins.
     */
    private Figures drain(Stage stage) {
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
}
