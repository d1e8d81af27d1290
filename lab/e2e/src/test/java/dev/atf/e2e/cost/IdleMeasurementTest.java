package dev.atf.e2e.cost;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.lab.bench.IdleCost;
import dev.atf.lab.bench.Ledger;
import dev.atf.local.EngineKind;
import dev.atf.local.LocalCluster;
import dev.atf.local.LocalClusterOptions;
import dev.atf.local.Pause;
import dev.atf.local.UpEnvironment;
import dev.atf.local.engine.FreePort;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.runtime.loop.MonotonicClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Requests of an idle system on DynamoDB Local and ElasticMQ are those that are computed from the
 * code.
 */
@Tag("system")
final class IdleMeasurementTest {
  private static final int HOSTS = 3;

  /** One look at each list; a machine that is slow makes fewer. */
  private static final Duration TIME = Duration.ofSeconds(30);

  private static final Duration RECEIVE_WAIT = Duration.ofSeconds(20);

  /**
   * By then each list has been read once, and within 30 s the depth of each queue; hosts know who
   * waits, and the receives that they began earlier have returned.
   */
  private static final Duration SETTLING = RECEIVE_WAIT.plusSeconds(14);

  private static final List<String> LAMBDAS =
      IntStream.range(0, 10).mapToObj("idle-%02d"::formatted).toList();

  /** Requests to each table and to the queues by operation. */
  private record Requests(double seconds, Map<String, Double> counted) {}

  @Test
  void idleSystemMakesTheRequestsThatAreComputed() {
    var measured = measure();

    assertThat(measured.seconds()).isGreaterThanOrEqualTo(TIME.toSeconds());
    var computed = computed(measured.seconds());
    var sources = new TreeSet<>(computed.keySet());
    sources.addAll(measured.counted().keySet());
    var softly = new SoftAssertions();
    for (var source : sources) {
      double expected = computed.getOrDefault(source, 0.0);
      // More would be a cost that nobody knows of; single requests are by chance.
      softly
          .assertThat(measured.counted().getOrDefault(source, 0.0))
          .as(source)
          .isBetween(expected * 0.5 - 12, expected * 1.3 + 12);
    }
    softly.assertAll();
  }

  private static Map<String, Double> computed(double seconds) {
    int priorities = LambdaDefinition.PRIORITIES_DEFAULT.size();
    var cluster = new IdleCost.Cluster(LAMBDAS.size(), priorities, HOSTS, 1);
    return IdleCost.of(cluster).sources().stream()
        .collect(
            Collectors.groupingBy(
                source -> source.table() + " " + source.operation(),
                TreeMap::new,
                Collectors.summingDouble(source -> source.perSecond() * seconds)));
  }

  private static Requests measure() {
    int queues = FreePort.find();
    var options =
        LocalClusterOptions.builder()
            .sqsPort(queues)
            .executors(LAMBDAS.stream().collect(Collectors.toMap(name -> name, name -> 0)))
            .engine(EngineKind.DYNAMODB_LOCAL)
            .environment(
                UpEnvironment.of(Map.of("ATF_RECEIVE_WAIT", RECEIVE_WAIT.toSeconds() + "s")))
            .build();
    var clock = MonotonicClock.system();
    try (var cluster = LocalCluster.start(options);
        var executors = IdleHosts.Executors.of(cluster.controllerUri().orElseThrow(), LAMBDAS);
        var others = new IdleHosts()) {
      for (int host = 1; host < HOSTS; host++) {
        others.start(queues, cluster.hscUri(), RECEIVE_WAIT, LAMBDAS);
      }
      Pause.until(clock.nanos() + SETTLING.toNanos(), clock);
      var uris = uris(cluster);
      uris.addAll(others.uris());
      var before = Ledger.read(uris);
      long begun = clock.nanos();
      Pause.until(begun + TIME.toNanos(), clock);
      var counted = Ledger.read(uris).since(before);
      double seconds = clock.since(begun).toNanos() / 1e9;
      executors.check();
      others.check();
      return new Requests(seconds, counted.requests());
    }
  }

  private static List<String> uris(LocalCluster cluster) {
    var uris =
        new ArrayList<>(
            List.of(cluster.frontendUri(), cluster.hscUri(), cluster.storeConsumerUri()));
    cluster.controllerUri().ifPresent(uris::add);
    return uris;
  }
}
