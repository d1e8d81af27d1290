package dev.atf.lab.bench.workload;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Delay between the due time and the beginning of jobs that are scheduled some seconds ahead.
 *
 * @param rate jobs a second
 * @param duration time for which they are scheduled
 */
public record DeliveryWorkload(int rate, Duration duration) implements Workload {
  private static final Duration AHEAD = Duration.ofSeconds(5);

  @Override
  public String name() {
    return "delivery";
  }

  @Override
  public void warmUp(Stage stage) {
    new Ahead(rate, duration.dividedBy(2)).run(stage);
  }

  @Override
  public List<Ahead> cases() {
    return List.of(new Ahead(rate, duration));
  }

  /** Case with this rate. */
  record Ahead(int rate, Duration duration) implements Case {
    @Override
    public String name() {
      return "%d/s, due %d s ahead".formatted(rate, AHEAD.toSeconds());
    }

    @Override
    public Figures run(Stage stage) {
      int count = (int) (rate * duration.toMillis() / 1_000);
      var jobs = new ConcurrentLinkedQueue<Job>();
      var cpu = stage.contender().cpu();
      long begun = stage.clock().nanos();
      new Pacer(rate, stage.progress())
          .call(
              "schedule",
              count,
              () -> {
                var dueAt = stage.now().plus(AHEAD).truncatedTo(ChronoUnit.MILLIS);
                var job = stage.job(false, Duration.ZERO, dueAt);
                stage.contender().schedule(job);
                jobs.add(job);
              });
      var took = stage.clock().since(begun);
      var executions = stage.awaitStarts(List.copyOf(jobs));
      var used = stage.contender().cpu().minus(cpu);
      return Figures.of(count, took, Job.millisUntilBegun(jobs, Job::dueAt, executions), used);
    }
  }
}
