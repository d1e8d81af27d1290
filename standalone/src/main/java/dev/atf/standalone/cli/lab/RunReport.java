package dev.atf.standalone.cli.lab;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonUnwrapped;
import dev.atf.standalone.bench.keys.KeyReport;
import dev.atf.standalone.bench.workload.TrialReport;
import java.io.PrintWriter;
import java.util.List;

/**
 * What {@code atf bench run} measured.
 *
 * @param trial of the workloads that any task system could be given
 * @param keys one if ordering keys were asked for, which are ATF's own
 */
record RunReport(
    @JsonUnwrapped TrialReport trial,
    @JsonInclude(JsonInclude.Include.NON_EMPTY) List<KeyReport> keys) {

  /** Whether everything that was verified is as it should be. */
  boolean kept() {
    return keys.stream().allMatch(KeyReport::kept);
  }

  void print(PrintWriter out) {
    if (!trial.measured().isEmpty()) {
      trial.print(out);
    }
    keys.forEach(report -> report.print(out));
  }
}
