package dev.atf.cli.lambda;

import com.google.protobuf.Duration;
import dev.atf.local.ApiConnection;
import dev.atf.protocol.v1.ActivityPoint;
import dev.atf.protocol.v1.Gate;
import dev.atf.protocol.v1.GetActivityRequest;
import dev.atf.protocol.v1.GetLambdaRequest;
import dev.atf.protocol.v1.Lambda;
import dev.atf.protocol.v1.LiveFigures;
import java.util.List;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

/**
 * Load of one lambda, a line of {@code atf top}.
 *
 * @param deliveryMillisP50 of the latest interval in which tasks were started; -1: none was
 * @param oldestDueSeconds lateness of the oldest task that is due and does not run
 * @param controllers worker hosts that serve it
 * @param executorsReady executor processes on these hosts that take work
 * @param executorsWanted executor processes that are to run there; 0 also if it is not reported
 * @param failing message about executors that keep ending; empty if there are none
 * @param gate of the whole lambda, or how many collections are gated
 */
record LambdaLoad(
    String lambda,
    double scheduledPerSecond,
    double startedPerSecond,
    double succeededPerSecond,
    double failedPerSecond,
    double deadPerSecond,
    int deliveryMillisP50,
    int deliveryMillisP95,
    long pending,
    long queued,
    long oldestDueSeconds,
    long dead,
    int controllers,
    int executorsReady,
    int executorsWanted,
    String failing,
    String gate) {
  private static final int WINDOW_SECONDS = 30;

  static LambdaLoad read(ApiConnection connection, Lambda lambda) {
    var name = lambda.getName();
    var present =
        connection.lambdas().getLambda(GetLambdaRequest.newBuilder().setLambda(name).build());
    var points =
        connection
            .events()
            .getActivity(
                GetActivityRequest.newBuilder()
                    .setLambda(name)
                    .setWindow(Duration.newBuilder().setSeconds(WINDOW_SECONDS))
                    .build())
            .getPointsList();
    var live = present.getLive();
    return new LambdaLoad(
        name,
        rate(points, ActivityPoint::getScheduledCount),
        rate(points, ActivityPoint::getStartedCount),
        rate(points, ActivityPoint::getSucceededCount),
        rate(points, ActivityPoint::getFailedCount),
        rate(points, ActivityPoint::getDeadCount),
        latest(points, point -> point.getDeliveryMillis().getP50()),
        latest(points, point -> point.getDeliveryMillis().getP95()),
        sum(live, LiveFigures.Priority::getPending),
        sum(live, LiveFigures.Priority::getQueued),
        live.getPrioritiesList().stream()
            .mapToLong(priority -> priority.getOldestDueAge().getSeconds())
            .max()
            .orElse(0),
        live.getDead(),
        live.getControllers(),
        live.getExecutors().getReady(),
        live.getExecutors().getWanted(),
        failing(live.getExecutors()),
        gate(present));
  }

  private static double rate(List<ActivityPoint> points, ToIntFunction<ActivityPoint> count) {
    return (double) points.stream().mapToInt(count).sum() / WINDOW_SECONDS;
  }

  private static int latest(List<ActivityPoint> points, ToIntFunction<ActivityPoint> millis) {
    for (int i = points.size() - 1; i >= 0; i--) {
      if (points.get(i).hasDeliveryMillis()) {
        return millis.applyAsInt(points.get(i));
      }
    }
    return -1;
  }

  private static long sum(LiveFigures live, ToLongFunction<LiveFigures.Priority> figure) {
    return live.getPrioritiesList().stream().mapToLong(figure).sum();
  }

  private static String failing(LiveFigures.Executors executors) {
    if (executors.getFailing() == 0) {
      return "";
    }
    var lastError = executors.getLastError();
    return "%d of %s on host %s %s ending, %d in a row, the last with %s%s"
        .formatted(
            executors.getFailing(),
            executors.getWanted() == 1 ? "1 executor" : executors.getWanted() + " executors",
            executors.getHost(),
            executors.getFailing() == 1 ? "keeps" : "keep",
            executors.getDeathsInARow(),
            executors.getHow(),
            lastError.isBlank() ? "" : "; last line on standard error: " + lastError);
  }

  private static String gate(Lambda lambda) {
    var whole =
        lambda.getGatesList().stream()
            .filter(gate -> gate.getCollection().isEmpty())
            .map(Gate::getState)
            .filter(state -> state != Gate.State.OPEN)
            .findFirst();
    long collections =
        lambda.getGatesList().stream().filter(gate -> !gate.getCollection().isEmpty()).count();
    return whole.map(Gate.State::name).orElse(collections == 0 ? "" : collections + " collections");
  }
}
