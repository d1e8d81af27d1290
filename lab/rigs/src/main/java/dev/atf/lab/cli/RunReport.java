package dev.atf.lab.cli;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.atf.lab.bench.keys.KeyReport;
import dev.atf.lab.bench.launch.LaunchReport;
import dev.atf.lab.bench.workload.TrialReport;
import java.io.PrintWriter;
import java.util.List;

/**
 * Measurements of {@code atf bench run}.
 *
 * @param trial of the workloads that any task system can run
 * @param launch of processes, which only ATF has
 * @param keys one if ordering keys were chosen, which only ATF has
 */
record RunReport(
    @JsonUnwrapped TrialReport trial,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<KeyReport> keys,
    @JsonUnwrapped LaunchReport launch) {

  /** Returns whether everything that was verified is correct. */
  boolean kept() {
    return keys.stream().allMatch(KeyReport::kept);
  }

  void print(PrintWriter out) {
    if (!trial.measured().isEmpty()) {
      trial.print(out);
    }
    keys.forEach(report -> report.print(out));
    launch.print(out);
  }
}
