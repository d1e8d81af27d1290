package dev.atf.lab.bench.workload;

import java.time.Duration;
import java.util.List;

/**
 * Jobs that are due at once, measured from that instant until the last of them begins.
 *
 * @param tasks of all kinds together
 * @param takes time that each job runs
 * @param title of its only case
 */
public record DrainWorkload(String name, int tasks, Duration takes, String title)
    implements Workload {
  /** After that many tasks nearly everything is compiled. */
  private static final int WARM_UP_MAX = 30_000;

  private static final Duration LIMITED_TAKES = Duration.ofMillis(10);

  /** Returns a workload of jobs that do nothing. */
  public static DrainWorkload of(int tasks) {
    return new DrainWorkload("drain", tasks, Duration.ZERO, tasks + " due at once");
  }

  /**
   * Returns a workload of lambdas that run one job at a time. The contender has to be started with
   * that limit.
   */
  public static DrainWorkload limited(int tasks) {
    var title = "%d of %d ms, one of a lambda at a time".formatted(tasks, LIMITED_TAKES.toMillis());
    return new DrainWorkload("limited", tasks, LIMITED_TAKES, title);
  }

  @Override
  public void warmUp(Stage stage) {
    DueBacklog.load(stage, Math.max(1, Math.min(tasks / 2, WARM_UP_MAX)), takes).drain(stage);
  }

  @Override
  public List<All> cases() {
    return List.of(new All(title, tasks, takes));
  }

  /** Case with all jobs. */
  record All(String name, int tasks, Duration takes) implements Case {
    @Override
    public Figures run(Stage stage) {
      return DueBacklog.load(stage, tasks, takes).drain(stage);
    }
  }
}
