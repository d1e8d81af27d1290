package dev.atf.standalone.bench;

import dev.atf.model.LeaseTimes;
import dev.atf.protocol.v1.Lambda;
import dev.atf.runtime.MonotonicClock;
import dev.atf.standalone.cli.ApiConnection;
import dev.atf.standalone.demo.DemoProgress;
import dev.atf.standalone.demo.Execution;
import dev.atf.standalone.demo.Journal;
import dev.atf.standalone.demo.Percentiles;
import dev.atf.standalone.local.LocalCluster;
import dev.atf.standalone.local.LocalClusterOptions;
import dev.atf.standalone.local.Pause;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Map;
import java.util.Optional;

/**
 * Schedules tasks of a handler that does nothing, at a steady rate and some seconds ahead, and
 * measures by the executors' own journal when each began.
 */
public final class DeliveryBenchmark {
  /** Whose executor does nothing: {@code atf executor} has it when it keeps a journal. */
  public static final String LAMBDA = "noop";

  private static final Duration WARM_UP = Duration.ofSeconds(20);
  private static final Duration SETTLE_MAX = Duration.ofSeconds(60);

  private final DemoProgress progress;
  private final MonotonicClock clock = MonotonicClock.system();

  public DeliveryBenchmark(DemoProgress progress) {
    this.progress = progress;
  }

  /**
   * @param directory for data and journals; removed by the caller
   */
  public DeliveryReport run(
      Path directory, double rate, Duration duration, Duration ahead, Duration pollInterval) {
    var journal = directory.resolve("journal");
    var options =
        new LocalClusterOptions(
            Optional.of(directory.resolve("data")),
            0,
            Map.of(LAMBDA, 1),
            8,
            pollInterval,
            LeaseTimes.DEFAULT,
            "WARN",
            Optional.of(journal));
    progress.say("starting the system");
    try (var cluster = LocalCluster.start(options);
        var api = ApiConnection.open(cluster.frontendUri(), Duration.ofSeconds(20))) {
      api.lambdas()
          .registerLambda(
              Lambda.newBuilder().setName(LAMBDA).setHistory(Lambda.History.NONE).build());
      var schedule = new PacedSchedule(api, LAMBDA, rate, ahead);
      progress.say("warming up for " + WARM_UP.toSeconds() + " s");
      awaitStarts(journal, schedule.run("warm up", WARM_UP, progress));
      long begun = clock.nanos();
      var due = schedule.run("schedule", duration, progress);
      double seconds = clock.since(begun).toNanos() / 1e9;
      awaitStarts(journal, due);
      cluster.stopExecutors();
      return report(rate, duration, ahead, pollInterval, due, seconds, Journal.read(journal));
    }
  }

  private void awaitStarts(Path journal, Map<String, Instant> due) {
    Pause.until(
        () -> Journal.read(journal).firstOfEach().keySet().containsAll(due.keySet()),
        SETTLE_MAX,
        clock);
  }

  private static DeliveryReport report(
      double rate,
      Duration duration,
      Duration ahead,
      Duration pollInterval,
      Map<String, Instant> due,
      double seconds,
      Journal journal) {
    Map<String, Execution> starts = journal.firstOfEach();
    var lateness = new ArrayList<Double>();
    due.forEach(
        (taskId, at) -> {
          var start = starts.get(taskId);
          if (start != null) {
            lateness.add(Duration.between(at, start.startedAt()).toNanos() / 1e6);
          }
        });
    return new DeliveryReport(
        rate,
        (int) duration.toSeconds(),
        ahead.toMillis() / 1000.0,
        pollInterval.toMillis() / 1000.0,
        due.size(),
        lateness.size(),
        (int) lateness.stream().filter(ms -> ms < 0).count(),
        Math.round(due.size() / seconds * 10) / 10.0,
        Percentiles.of(lateness),
        Math.round(lateness.stream().mapToDouble(Double::doubleValue).max().orElse(0) * 10) / 10.0,
        Runtime.getRuntime().availableProcessors(),
        Runtime.version().toString());
  }
}
