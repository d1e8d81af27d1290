package dev.atf.controller;

import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.runtime.config.ConfigException;
import dev.atf.runtime.config.ConfigLoader;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class ControllerConfigTest {
  @Test
  void everySettingCanBeSetByTheEnvironment() {
    var config =
        load(
            Map.of(
                "ATF_LAMBDAS", "resize,send-email",
                "ATF_OFFERS", "gpu,mem-64g",
                "ATF_QUEUE_ENDPOINT", "http://127.0.0.1:9324",
                "ATF_HSC_URI", "http://hsc:8081",
                "ATF_CLAIM_TIMEOUT", "500ms",
                "ATF_PRIORITY_WEIGHTS", "8,4,1",
                "ATF_BREAKER_FAILURES_MAX", "5"));

    assertThat(config.lambdas()).containsExactly("resize", "send-email");
    assertThat(config.offers()).containsExactly("gpu", "mem-64g");
    assertThat(config.queue().endpoint()).isEqualTo("http://127.0.0.1:9324");
    assertThat(config.hscUri()).isEqualTo("http://hsc:8081");
    assertThat(config.priorityWeights()).containsExactly(8, 4, 1);
    assertThat(config.breakerFailuresMax()).isEqualTo(5);
    assertThat(config.claimTimeout()).isEqualTo(Duration.ofMillis(500));
  }

  @Test
  @Tag("E5.6")
  void messagesMustStayHiddenUntilTheirClaimIsAnswered() {
    // 2 s buffered, 2 x 2 s claiming, 5 s for a call to the queue.
    assertThat(load(Map.of("ATF_VISIBILITY", "11s")).visibility()).hasSeconds(11);
    assertThatThrownBy(() -> load(Map.of("ATF_VISIBILITY", "10s")))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "visibility: 10s (expected: at least bufferAge + 2 x claimTimeout +"
                + " queue.client.callTimeout = 11s)");
    assertThatThrownBy(() -> load(Map.of("ATF_CLAIM_TIMEOUT", "12s")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("visibility");
  }

  @Test
  void valuesThatMakeNoSenseAreRefused() {
    for (var setting :
        Map.of(
                "ATF_BUFFER_MAX", "0",
                "ATF_RECEIVE_WAIT", "21s",
                "ATF_HSC_URI", "localhost:8081",
                "ATF_OFFERS", "gpu,gpu",
                "ATF_AGEING", "0s",
                "ATF_PRIORITY_WEIGHTS", "16,0",
                "ATF_BREAKER_FAILURES_MAX", "0",
                "ATF_QUEUE_QUEUE_PREFIX", "a_b")
            .entrySet()) {
      assertThatThrownBy(() -> load(Map.of(setting.getKey(), setting.getValue())))
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining("(expected: ");
    }
  }

  @Test
  void aHostThatReportsTooSeldomToBeHealthyDoesNotBoot() {
    assertThatThrownBy(() -> load(Map.of("ATF_SETTINGS_REFRESH", "6s")))
        .isInstanceOf(ConfigException.class)
        .hasMessage("settingsRefresh: 6s (expected: 10ms to 5s)");
    assertThatThrownBy(() -> load(Map.of("ATF_TUNING_UNKNOWN_LAMBDA_REFRESH", "6s")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("unknownLambdaRefresh: 6s (expected: 10ms to 5s)");
  }

  @Test
  void offersAreNames() {
    assertThatThrownBy(() -> load(Map.of("ATF_OFFERS", "GPU")))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "offers: [GPU] (expected: at most 100 different names, each 1-40 of a-z 0-9 . -,"
                + " or * for anything)");
  }

  @Test
  void aTurnThatCountsAsHangingWhileItPollsDoesNotBoot() {
    assertThatThrownBy(() -> load(Map.of("ATF_LOOPS_TURN_TIME_MAX", "29s")))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "loops.turnTimeMax: 29s (expected: at least receiveWait + 2 x"
                + " queue.client.callTimeout = 30s)");
  }

  @Test
  void pollsThatTakeEveryConnectionDoNotBoot() {
    assertThatThrownBy(
            () -> load(Map.of("ATF_LAMBDAS", "a,b", "ATF_QUEUE_CLIENT_CONNECTIONS_MAX", "16")))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "queue.client.connectionsMax: 16 (expected: more than the number of lambdas x 8"
                + " priorities = 16)");
    assertThat(load(Map.of("ATF_LAMBDAS", "a,b", "ATF_QUEUE_CLIENT_CONNECTIONS_MAX", "17")))
        .isNotNull();
  }

  @Test
  void theDefaultsHaveAConnectionForEveryPollOfAsManyLambdasAsAHostMayServe() {
    var lambdas = IntStream.rangeClosed(1, 100).mapToObj(i -> "l" + i).collect(joining(","));

    assertThat(load(Map.of("ATF_LAMBDAS", lambdas)).lambdas()).hasSize(100);
  }

  @Test
  void allThatIsWrongIsSaidAtOnce() {
    assertThatThrownBy(
            () ->
                load(
                    Map.of(
                        "ATF_BUFFER_MAX", "0",
                        "ATF_HSC_URI", "localhost:8081",
                        "ATF_TUNING_CLAIM_CONCURRENCY", "0",
                        "ATF_TUNING_CLAIM_BACKOFF_MIN", "3s")))
        .isInstanceOfSatisfying(
            ConfigException.class,
            refusal ->
                assertThat(refusal.problems())
                    .extracting(problem -> problem.substring(0, problem.indexOf(':')))
                    .containsExactlyInAnyOrder(
                        "bufferMax",
                        "hscUri",
                        "tuning.claimConcurrency",
                        "tuning.claimBackoffMax"));
  }

  @Test
  void aControllerOfNoLambdasDoesNotStart() {
    assertThatThrownBy(() -> ServedLambdas.of(List.of(), 1_024))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("lambdas: []");
    assertThatThrownBy(() -> ServedLambdas.of(List.of("Resize"), 1_024))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("lambda: Resize");
  }

  private static ControllerConfig load(Map<String, String> environment) {
    return new ConfigLoader(environment, List.of())
        .load(ControllerConfig.DEFAULTS, Optional.empty());
  }
}
