package dev.atf.hsc.claim;

import dev.atf.model.ExecutorId;
import dev.atf.model.LambdaName;
import dev.atf.protocol.v1.ScheduleRequest;
import java.util.List;
import java.util.stream.Stream;

/**
 * Parsed SetResults call.
 *
 * @param readsUnknown whether the caller reads of which results nothing is known
 * @param dropped why some of the notes beside results cannot be kept
 */
public record ResultsCall(
    ExecutorId executor,
    LambdaName lambda,
    List<Report> reports,
    boolean readsUnknown,
    List<String> dropped) {
  /** Chosen: with inline results such a call stays below 1 MB. */
  public static final int RESULTS_MAX = 100;

  public ResultsCall {
    reports = List.copyOf(reports);
    dropped = List.copyOf(dropped);
  }

  /** Returns the lambdas of the children and testers, as they were named. */
  public Stream<String> scheduledLambdas() {
    return reports.stream().flatMap(report -> scheduledBy(report.what())).distinct();
  }

  private static Stream<String> scheduledBy(Report.What what) {
    if (what instanceof Report.What.Success success) {
      return success.born().map(ScheduleRequest::getLambda);
    }
    return what instanceof Report.What.Blocked blocked
        ? Stream.of(blocked.on().tester().value())
        : Stream.of();
  }
}
