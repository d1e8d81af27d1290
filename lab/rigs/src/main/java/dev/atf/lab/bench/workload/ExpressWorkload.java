package dev.atf.lab.bench.workload;

import java.util.List;

/**
 * Time from the call that schedules a job that is due at once until its handler begins.
 *
 * @param tasks one after the other, at a rate that leaves the system idle
 */
public record ExpressWorkload(int tasks) implements Workload {
  private static final int RATE = 50;

  @Override
  public String name() {
    return "express";
  }

  @Override
  public void warmUp(Stage stage) {
    new AtOnce(tasks).run(stage);
  }

  @Override
  public List<AtOnce> cases() {
    return List.of(new AtOnce(tasks));
  }

  /** Case with this rate. */
  record AtOnce(int tasks) implements Case {
    @Override
    public String name() {
      return RATE + "/s, due at once";
    }

    @Override
    public Figures run(Stage stage) {
      var called = new CalledJobs();
      var cpu = stage.contender().cpu();
      long begun = stage.clock().nanos();
      new Pacer(RATE, stage.progress())
          .call("schedule", tasks, () -> called.schedule(stage, false));
      var took = stage.clock().since(begun);
      var executions = stage.awaitStarts(called.jobs());
      var used = stage.contender().cpu().minus(cpu);
      return Figures.of(tasks, took, called.millisUntilBegun(executions), used);
    }
  }
}
