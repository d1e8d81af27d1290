package dev.atf.standalone.bench.workload;

import java.time.Duration;
import java.util.List;

/**
 * Jobs that do nothing and are due at once: from that instant until the last of them begins.
 *
 * @param tasks of all kinds together
 */
public record DrainWorkload(int tasks) implements Workload {
  @Override
  public String name() {
    return "drain";
  }

  @Override
  public void warmUp(Stage stage) {
    DueBacklog.load(stage, Math.max(1, tasks / 2), Duration.ZERO).drain(stage);
  }

  @Override
  public List<All> cases() {
    return List.of(new All(tasks));
  }

  /** All of them. */
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
