package dev.atf.hsc.result;

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

  /** Returns the lambdas of the children, as they were named. */
  public Stream<String> childLambdas() {
    return reports.stream()
        .map(Report::what)
        .filter(Report.What.Success.class::isInstance)
        .flatMap(what -> ((Report.What.Success) what).born())
        .map(ScheduleRequest::getLambda)
        .distinct();
  }
}
