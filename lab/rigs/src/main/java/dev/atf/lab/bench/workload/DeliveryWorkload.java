package dev.atf.lab.bench.workload;

import java.time.Duration;
import java.util.List;

/**
 * Delay of the beginning of jobs that are scheduled at a steady rate.
 *
 * @param rate jobs a second
 * @param count number of jobs
 * @param ahead time from the call to the due time, from which the delay is measured; zero: the jobs
 *     are due at once, and it is measured from the call
 */
public record DeliveryWorkload(String name, int rate, int count, Duration ahead)
    implements Workload {
  private static final Duration AHEAD = Duration.ofSeconds(5);
  private static final int EXPRESS_RATE = 50;

  /** Returns a workload that schedules jobs some seconds ahead, for the given time. */
  public static DeliveryWorkload ahead(int rate, Duration duration) {
    int count = (int) (rate * duration.toMillis() / 1_000);
    return new DeliveryWorkload("delivery", rate, count, AHEAD);
  }

  /** Returns a workload of jobs that are due at once, at a rate that leaves the system idle. */
  public static DeliveryWorkload express(int count) {
    return new DeliveryWorkload("express", EXPRESS_RATE, count, Duration.ZERO);
  }

  @Override
  public void warmUp(Stage stage) {
    new All(rate, ahead.isZero() ? count : count / 2, ahead).run(stage);
  }

  @Override
  public List<All> cases() {
    return List.of(new All(rate, count, ahead));
  }

  /** Case with all jobs. */
  record All(int rate, int count, Duration ahead) implements Case {
    @Override
    public String name() {
      return ahead.isZero()
          ? rate + "/s, due at once"
          : "%d/s, due %d s ahead".formatted(rate, ahead.toSeconds());
    }

    @Override
    public Figures run(Stage stage) {
      var cpu = stage.contender().cpu();
      long begun = stage.clock().nanos();
      var calledAt = stage.schedule("schedule", rate, count, false, ahead);
      var took = stage.clock().since(begun);
      var executions = stage.awaitStarts(List.copyOf(calledAt.keySet()));
      var used = stage.contender().cpu().minus(cpu);
      var millis =
          Job.millisUntilBegun(
              calledAt.keySet(), ahead.isZero() ? calledAt::get : Job::dueAt, executions);
      return Figures.of(count, took, millis, used);
    }
  }
}
