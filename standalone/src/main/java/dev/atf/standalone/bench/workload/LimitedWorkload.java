package dev.atf.standalone.bench.workload;

import java.time.Duration;
import java.util.List;

/**
 * Jobs of lambdas that run one at a time: from the instant at which all are due until the last of
 * them begins. The contender has to be started with that limit.
 *
 * @param tasks of all kinds together
 */
public record LimitedWorkload(int tasks) implements Workload {
  private static final Duration TAKES = Duration.ofMillis(10);

  @Override
  public String name() {
    return "limited";
  }

  @Override
  public void warmUp(Stage stage) {
    DueBacklog.load(stage, Math.max(1, tasks / 2), TAKES).drain(stage);
  }

  @Override
  public List<OneAtATime> cases() {
    return List.of(new OneAtATime(tasks));
  }

  /** Case in which each kind runs one job at a time. */
  record OneAtATime(int tasks) implements Case {
    @Override
    public String name() {
      return "%d of %d ms, one of a lambda at a time".formatted(tasks, TAKES.toMillis());
    }

    @Override
    public Figures run(Stage stage) {
      return DueBacklog.load(stage, tasks, TAKES).drain(stage);
    }
  }
}
