package dev.atf.lab.bench.workload;

import java.time.Duration;
import java.util.List;

/**
 * Jobs that are due at once and do nothing, measured from that instant until the last of them
 * begins.
 *
 * @param tasks of all kinds together
 */
public record DrainWorkload(int tasks) implements Workload {
  /** After that many tasks nearly everything is compiled. */
  private static final int WARM_UP_MAX = 30_000;

  @Override
  public String name() {
    return "drain";
  }

  @Override
  public void warmUp(Stage stage) {
    new All(Math.max(1, Math.min(tasks / 2, WARM_UP_MAX))).run(stage);
  }

  @Override
  public List<All> cases() {
    return List.of(new All(tasks));
  }

  /** Case with all jobs. */
  record All(int tasks) implements Case {
    @Override
    public String name() {
      return tasks + " due at once";
    }

    @Override
    public Figures run(Stage stage) {
      return DueBacklog.load(stage, tasks, Duration.ZERO).drain(stage);
    }
  }
}
