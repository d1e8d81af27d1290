package dev.atf.lab.bench.idle;

import dev.atf.cli.output.Progress;
import dev.atf.lab.bench.Ledger;
import dev.atf.local.EngineKind;
import dev.atf.local.LocalCluster;
import dev.atf.local.LocalClusterOptions;
import dev.atf.local.Pause;
import dev.atf.local.UpEnvironment;
import dev.atf.local.engine.FreePort;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.runtime.loop.MonotonicClock;
import java.io.PrintWriter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Requests of a running system without tasks on DynamoDB Local and ElasticMQ, beside those that
 * {@link IdleCost} computes for its size, with one of each service.
 */
public record IdleMeasurement(double seconds, IdleCost computed, List<Compared> requests) {
  private static final Duration RECEIVE_WAIT = Duration.ofSeconds(20);

  /**
   * By then each list has been read once, hosts know who waits, and the receives that they began
   * earlier have returned.
   */
  private static final Duration SETTLING = RECEIVE_WAIT.plusSeconds(8);

  /** Requests to one table, or to the queues. */
  public record Compared(String source, double computed, double measured) {}

  /**
   * @param hosts worker hosts; one or more
   * @param time of the measurement
   */
  public static IdleMeasurement of(int lambdas, int hosts, Duration time, Progress progress) {
    var names =
        IntStream.range(0, lambdas).mapToObj("idle-%02d"::formatted).collect(Collectors.toList());
    int queues = FreePort.find();
    var options =
        LocalClusterOptions.builder()
            .sqsPort(queues)
            .executors(names.stream().collect(Collectors.toMap(name -> name, name -> 0)))
            .engine(EngineKind.DYNAMODB_LOCAL)
            .environment(
                UpEnvironment.of(Map.of("ATF_RECEIVE_WAIT", RECEIVE_WAIT.toSeconds() + "s")))
            .build();
    var clock = MonotonicClock.system();
    progress.show("starting the system");
    try (var cluster = LocalCluster.start(options);
        var executors = IdleExecutors.of(cluster.controllerUri().orElseThrow(), names);
        var others = new IdleHosts()) {
      for (int host = 1; host < hosts; host++) {
        others.start(queues, cluster.hscUri(), RECEIVE_WAIT, names);
      }
      Pause.until(clock.nanos() + SETTLING.toNanos(), clock);
      progress.show("watching it for " + time.toSeconds() + " s");
      var uris = uris(cluster);
      uris.addAll(others.uris());
      var before = Ledger.read(uris);
      long begun = clock.nanos();
      Pause.until(begun + time.toNanos(), clock);
      var counted = Ledger.read(uris).since(before);
      double seconds = clock.since(begun).toNanos() / 1e9;
      executors.check();
      others.check();
      int priorities = LambdaDefinition.PRIORITIES_DEFAULT.size();
      return compared(
          seconds, IdleCost.of(new IdleCluster(lambdas, priorities, hosts, 1)), counted.requests());
    }
  }

  private static List<String> uris(LocalCluster cluster) {
    var uris =
        new ArrayList<>(
            List.of(cluster.frontendUri(), cluster.hscUri(), cluster.storeConsumerUri()));
    cluster.controllerUri().ifPresent(uris::add);
    return uris;
  }

  static IdleMeasurement compared(double seconds, IdleCost computed, Map<String, Double> measured) {
    var expected = new TreeMap<String, Double>();
    computed
        .sources()
        .forEach(
            source ->
                expected.merge(
                    source.table() + " " + source.operation(),
                    source.perSecond() * seconds,
                    Double::sum));
    var all = new TreeMap<>(expected);
    measured.forEach(all::putIfAbsent);
    return new IdleMeasurement(
        seconds,
        computed,
        all.keySet().stream()
            .map(
                source ->
                    new Compared(
                        source,
                        expected.getOrDefault(source, 0.0),
                        measured.getOrDefault(source, 0.0)))
            .toList());
  }

  /** Prints a line for each table. */
  public void print(PrintWriter out) {
    computed.print(out);
    out.printf("%nrequests in %.0f s %25s %12s%n", seconds, "computed", "measured");
    requests.forEach(
        each ->
            out.printf("%-32s %11.1f %12.1f%n", each.source(), each.computed(), each.measured()));
    out.flush();
  }
}
