package dev.atf.lab.bench.workload;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Cost of the drain while more and more jobs wait for a later day.
 *
 * @param drain workload that is measured
 * @param waiting number of waiting jobs of each case; ascending
 */
public record WaitingWorkload(DrainWorkload drain, List<Integer> waiting) implements Workload {
  private static final Duration AHEAD = Duration.ofDays(7);

  @Override
  public String name() {
    return "waiting";
  }

  @Override
  public void warmUp(Stage stage) {
    drain.warmUp(stage);
  }

  @Override
  public List<Behind> cases() {
    var cases = new ArrayList<Behind>();
    int before = 0;
    for (int now : waiting) {
      cases.add(new Behind(drain.tasks(), now, now - before));
      before = now;
    }
    return cases;
  }

  /**
   * Case with this number of waiting jobs.
   *
   * @param more than in the case before
   */
  record Behind(int tasks, int waiting, int more) implements Case {
    @Override
    public String name() {
      return "%d due at once, %d waiting".formatted(tasks, waiting);
    }

    @Override
    public void prepare(Stage stage) {
      stage.load(stage.jobs(more, Duration.ZERO, stage.now().plus(AHEAD)));
    }

    @Override
    public Figures run(Stage stage) {
      return DueBacklog.load(stage, tasks, Duration.ZERO).drain(stage);
    }
  }
}
