package dev.atf.lab.bench.workload;

import dev.atf.cli.output.Progress;
import dev.atf.lab.execution.Executions;
import dev.atf.runtime.TemporaryDirectory;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Objects;

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
    var cases = workload.cases();
    var figures = new IdentityHashMap<Workload.Case, List<Figures>>();
    var repeated = new IdentityHashMap<Workload.Case, Integer>();
    var slow = new HashSet<String>();
    for (var one : workload.turns(cases, runs)) {
      var ofCase = figures.computeIfAbsent(one, first -> new ArrayList<>());
      if (slow.contains(one.name())) {
        continue;
      }
      if (ofCase.isEmpty()) {
        one.prepare(stage);
      }
      int run = ofCase.size() + 1;
      progress.show("%s: %s, run %d of %d".formatted(workload.name(), one.name(), run, runs));
      int repeatedBefore = stage.repeated();
      long begun = stage.clock().nanos();
      ofCase.add(one.run(stage));
      if (stage.clock().since(begun).compareTo(RUN_ONCE) > 0) {
        slow.add(one.name());
      }
      repeated.merge(one, stage.repeated() - repeatedBefore, Integer::sum);
    }
    return cases.stream()
        .map(
            one ->
                Measured.of(
                    contender,
                    workload.name(),
                    one.name(),
                    Objects.requireNonNull(repeated.get(one)),
                    Objects.requireNonNull(figures.get(one))))
        .toList();
  }
}
