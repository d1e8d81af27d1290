package dev.atf.lab.bench.workload;

import dev.atf.lab.execution.Executions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Waiting time of an urgent job that is due at once while all threads work off a backlog.
 *
 * @param backlog jobs that are not urgent
 * @param urgent of these, at a rate at which they do not hinder each other
 */
public record PriorityWorkload(int backlog, int urgent) implements Workload {
  private static final int RATE = 100;

  /** Run time of the backlog's jobs. */
  private static final Duration TAKES = Duration.ofMillis(5);

  @Override
  public String name() {
    return "priority";
  }

  @Override
  public boolean suits(Contender contender) {
    return contender.hasPriorities();
  }

  @Override
  public void warmUp(Stage stage) {
    new Overtaking(backlog, urgent).run(stage);
  }

  @Override
  public List<Overtaking> cases() {
    return List.of(new Overtaking(backlog, urgent));
  }

  /** Case with all jobs. */
  record Overtaking(int backlog, int urgent) implements Case {
    @Override
    public String name() {
      return "%d urgent into %d of %d ms".formatted(urgent, backlog, TAKES.toMillis());
    }

    @Override
    public Figures run(Stage stage) {
      var low = DrainWorkload.Backlog.load(stage, backlog, TAKES);
      stage.waitFor(low.dueAt());
      var cpu = stage.contender().cpu();
      long begun = stage.clock().nanos();
      var calledAt = stage.schedule("urgent", RATE, urgent, true, Duration.ZERO);
      var all = new ArrayList<>(low.jobs());
      all.addAll(calledAt.keySet());
      var executions = stage.awaitStarts(all);
      var took = stage.clock().since(begun);
      var used = stage.contender().cpu().minus(cpu);
      var lastCall = calledAt.values().stream().max(Instant::compareTo).orElseThrow();
      if (low.jobs().stream().allMatch(job -> began(job, executions).isBefore(lastCall))) {
        stage.progress().show("the backlog was over before the last urgent job");
      }
      var millis = Job.millisUntilBegun(calledAt.keySet(), calledAt::get, executions);
      return Figures.of(all.size(), took, millis, used);
    }

    private static Instant began(Job job, Executions executions) {
      return job.firstIn(executions).orElseThrow().began();
    }
  }
}
