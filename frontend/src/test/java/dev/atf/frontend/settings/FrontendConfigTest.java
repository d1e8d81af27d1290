package dev.atf.frontend.settings;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.runtime.config.ConfigException;
import dev.atf.runtime.config.ConfigLoader;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class FrontendConfigTest {
  @Test
  void everySettingCanBeSetByTheEnvironment() {
    var config =
        load(
            Map.of(
                "ATF_TUNING_LAMBDA_CACHE_AGE", "0s",
                "ATF_STORE_CLIENT_TRIES_MAX", "5",
                "ATF_QUEUE_CLIENT_CALL_TIMEOUT", "9s"));

    assertThat(config.tuning().lambdaCacheAge()).isZero();
    assertThat(config.store().client().triesMax()).isEqualTo(5);
    assertThat(config.queue().client().callTimeout()).isEqualTo(Duration.ofSeconds(9));
  }

  @Test
  void aCallMustBeAbleToSayThatTheStoreDoesNotAnswer() {
    assertThat(load(Map.of("ATF_SERVER_REQUEST_TIMEOUT", "5s")).server().requestTimeout())
        .hasSeconds(5);
    assertThatThrownBy(() -> load(Map.of("ATF_SERVER_REQUEST_TIMEOUT", "4999ms")))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "server.requestTimeout: 4999ms (expected: at least store.client.callTimeout = 5s)");
  }

  @Test
  void timesThatWouldForgetAFellowAfterOneLostBeatDoNotBoot() {
    assertThatThrownBy(() -> load(Map.of("ATF_MEMBER_TIMEOUT", "3999ms")))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith("memberTimeout: 3999ms (expected: 4s to ");
    assertThatThrownBy(() -> load(Map.of("ATF_MEMBER_INTERVAL", "0s")))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith("memberInterval: 0s (expected: 10ms to ");
  }

  @Test
  void batchesThatWouldWaitForConnectionsDoNotBoot() {
    assertThatThrownBy(() -> load(Map.of("ATF_TUNING_BATCH_THREADS_MAX", "129")))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "tuning.batchThreadsMax: 129 (expected: at most store.client.connectionsMax = 128)");
    assertThatThrownBy(() -> load(Map.of("ATF_TUNING_BATCH_WIDTH", "65")))
        .isInstanceOf(ConfigException.class)
        .hasMessage("tuning.batchWidth: 65 (expected: 1 to 64)");
  }

  @Test
  void reportsInvalidSettingsOfAllGroupsAtOnce() {
    assertThatThrownBy(
            () ->
                load(
                    Map.of(
                        "ATF_STORE_ENDPOINT", "localhost",
                        "ATF_STORE_CLIENT_CALL_TIMEOUT", "1s",
                        "ATF_QUEUE_QUEUE_PREFIX", "a_b",
                        "ATF_QUEUE_CLIENT_TRIES_MAX", "0",
                        "ATF_LEASE_LEASE", "1s",
                        "ATF_CREATE_TABLES", "perhaps")))
        .isInstanceOfSatisfying(
            ConfigException.class,
            refusal ->
                assertThat(refusal.problems())
                    .extracting(problem -> problem.substring(0, problem.indexOf(':')))
                    .containsExactlyInAnyOrder(
                        "store.endpoint",
                        "store.client.callTimeout",
                        "queue.queuePrefix",
                        "queue.client.triesMax",
                        "lease.lease",
                        "createTables"));
  }

  private static FrontendConfig load(Map<String, String> environment) {
    return new ConfigLoader(environment, List.of()).load(FrontendConfig.DEFAULTS, Optional.empty());
  }
}
