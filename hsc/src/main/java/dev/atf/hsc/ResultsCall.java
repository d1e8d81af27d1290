package dev.atf.hsc;

import dev.atf.model.ExecutorId;
import dev.atf.model.LambdaName;
import java.util.List;

/**
 * A SetResults call that can be read.
 *
 * @param dropped why some of what handlers said beside their results cannot be kept
 */
record ResultsCall(
    ExecutorId executor, LambdaName lambda, List<Report> reports, List<String> dropped) {
  /** Chosen: with inline results such a call stays below 1 MB. */
  static final int RESULTS_MAX = 100;

  ResultsCall {
    reports = List.copyOf(reports);
    dropped = List.copyOf(dropped);
  }
}
