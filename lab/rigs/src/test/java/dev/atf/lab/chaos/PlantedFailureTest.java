package dev.atf.lab.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.client.AtfClient;
import dev.atf.local.LocalCluster;
import dev.atf.local.LocalClusterOptions;
import dev.atf.protocol.v1.Lambda;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.simulation.world.Operation;
import dev.atf.testtime.TestTimeouts;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Predicate;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests that the clients of a run notice two frontends that fail 0.2 % of the Schedules, and find
 * nothing where none fails.
 */
@Tag("system")
final class PlantedFailureTest {
  private static final int CALLS = 500;
  private static final String PLANTED = "key-250";

  /** Far longer than a call takes, also on a slow machine. */
  private static final Duration TRY_TIMEOUT = Duration.ofSeconds(30);

  private final MonotonicClock clock = MonotonicClock.system();
  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private final Set<String> failed = ConcurrentHashMap.newKeySet();

  @AfterEach
  void close() throws Exception {
    for (var part : parts) {
      part.close();
    }
  }

  @Test
  void oneFailureOfFiveHundredMissesTheObjective() {
    var availability = availability(PLANTED::equals);

    assertThat(failed).containsExactly(PLANTED);
    assertThat(availability.calls()).isEqualTo(CALLS);
    assertThat(availability.answered()).isEqualTo(CALLS - 1);
    assertThat(availability.isMet()).isFalse();
  }

  @Test
  void frontendsThatAnswerMeetIt() {
    var availability = availability(key -> false);

    assertThat(availability.answered()).isEqualTo(availability.calls()).isEqualTo(CALLS);
    assertThat(availability.isMet()).isTrue();
  }

  private ScheduleAvailability availability(Predicate<String> planted) {
    var frontend =
        part(LocalCluster.start(
                LocalClusterOptions.builder()
                    .executors(Map.of(TaskRequest.STEADY, 0))
                    .logLevel("INFO")
                    .build()))
            .frontendUri();
    var proxies =
        part(new RefusingProxy(frontend, planted, failed)).uri()
            + ","
            + part(new RefusingProxy(frontend, planted, failed)).uri();
    var client = AtfClient.builder(proxies).callTimeout(TRY_TIMEOUT).triesMax(2).build();
    client.registerLambda(Lambda.newBuilder().setName(TaskRequest.STEADY).build());
    var calls = new ScheduleAvailability.Log(clock, line -> {});
    var history =
        new RunHistory(
            List.of(),
            new ChaosRules.EffectsAreFenced(),
            new ChaosRules.NoOverlapUnlessStopped(Duration.ofMinutes(1)));
    var clients = part(new Clients(client, history, new ConcurrentHashMap<>(), calls));

    for (int i = 0; i < CALLS; i++) {
      clients.say(request("key-" + i), clock.nanos());
    }
    Awaitility.await().atMost(TestTimeouts.STALL).until(clients::areDone);
    return calls.availability();
  }

  private static TaskRequest request(String key) {
    return new TaskRequest(
        key,
        TaskRequest.STEADY,
        new Operation(Operation.Kind.SUCCEED, 0, 0),
        Duration.ofHours(1),
        false,
        Duration.ZERO);
  }

  private <T extends AutoCloseable> T part(T part) {
    parts.push(part);
    return part;
  }
}
