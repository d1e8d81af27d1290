package dev.atf.lab.bench.workload;

import dev.atf.cli.output.Progress;
import dev.atf.lab.execution.Executions;
import dev.atf.runtime.TemporaryDirectory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * Measures workloads: each on a contender that was started for it, after a warm-up, and several
 * times.
 *
 * @param directory on the disk that is to be measured
 * @param threads that run handlers
 * @param runs of each case; its figures are their medians. One whose first run takes longer than
 *     {@link #RUN_ONCE} is not run again
 */
public record Trial(Path directory, int threads, int runs, Progress progress) {
  /** With it, all workloads of the peers finish within a quarter of an hour. */
  static final Duration RUN_ONCE = Duration.ofMinutes(1);

  /** Measures the cases in their order; none if the workload does not suit the contender. */
  public List<Measured> measure(Contender.Starter starter, Workload workload) {
    progress.show("%s: starting %s".formatted(workload.name(), starter.name()));
    try (var data = TemporaryDirectory.in(directory, "trial-")) {
      var executions = data.path().resolve("executions");
      var setup = new Contender.Setup(data.path().resolve("data"), executions, threads);
      try (var contender = starter.start(setup)) {
        if (!workload.suits(contender)) {
          progress.show("%s: not of %s".formatted(workload.name(), starter.name()));
          return List.of();
        }
        var stage = new Stage(contender, Executions.in(executions), progress);
        progress.show(workload.name() + ": warming up");
        workload.warmUp(stage);
        return measure(starter.name(), workload, stage);
      }
    }
  }

  private List<Measured> measure(String contender, Workload workload, Stage stage) {
    return workload.cases().stream()
        .<Measured>map(one -> measure(contender, workload, one, stage))
        .toList();
  }

  private Measured measure(String contender, Workload workload, Workload.Case one, Stage stage) {
    one.prepare(stage);
    var figures = new ArrayList<Figures>();
    int repeatedBefore = stage.repeated();
    Duration took;
    do {
      progress.show(
          "%s: %s, run %d of %d".formatted(workload.name(), one.name(), figures.size() + 1, runs));
      long begun = stage.clock().nanos();
      figures.add(one.run(stage));
      took = stage.clock().since(begun);
    } while (figures.size() < runs && took.compareTo(RUN_ONCE) <= 0);
    int repeated = stage.repeated() - repeatedBefore;
    return new Measured(
        contender,
        workload.name(),
        one.name(),
        repeated,
        Figures.medianOf(figures),
        List.copyOf(figures));
  }

  /**
   * Measurements of one case of one contender.
   *
   * @param repeated executions of a job that had begun before, in all runs
   * @param median of the runs
   */
  public record Measured(
      String contender,
      String workload,
      String name,
      int repeated,
      Figures median,
      List<Figures> runs) {}
}
