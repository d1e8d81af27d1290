package dev.atf.hsc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.hsc.call.RetryingWrites;
import dev.atf.runtime.config.ConfigException;
import dev.atf.runtime.config.ConfigLoader;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class HscConfigTest {

  @Test
  void withoutAnySettingTheDefaultsHold() {
    assertThat(load(Map.of())).isEqualTo(HscConfig.DEFAULTS);
  }

  @Test
  void everySettingCanBeSetFromTheEnvironment() {
    var config =
        load(
            Map.of(
                "ATF_SERVER_PORT", "9001",
                "ATF_STORE_TABLE_PREFIX", "blue-",
                "ATF_LEASE_LEASE", "60s",
                "ATF_LAMBDA_REFRESH", "500ms",
                "ATF_WRITE_CONCURRENCY", "8",
                "ATF_RETURN_DELAY_OTHERWISE", "1s",
                "ATF_BEAT_INTERVAL", "1s"));

    assertThat(config.server().port()).isEqualTo(9001);
    assertThat(config.store().tablePrefix()).isEqualTo("blue-");
    assertThat(config.lease().stored()).isEqualTo(Duration.ofSeconds(65));
    assertThat(config.lambdaRefresh()).isEqualTo(Duration.ofMillis(500));
    assertThat(config.writeConcurrency()).isEqualTo(8);
    assertThat(config.beatInterval()).isEqualTo(Duration.ofSeconds(1));
    assertThat(config.returnDelay().otherwise()).isEqualTo(Duration.ofSeconds(1));
  }

  @Test
  void aLeaseThatThreeMissesOutlastDoesNotBoot() {
    assertThatThrownBy(() -> load(Map.of("ATF_LEASE_LEASE", "23s")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("lease.lease")
        .hasMessageContaining("23s");
  }

  @Test
  void boundsAreTold() {
    assertThatThrownBy(() -> load(Map.of("ATF_WRITE_CONCURRENCY", "41")))
        .isInstanceOf(ConfigException.class)
        .hasMessage("writeConcurrency: 41 (expected: 1 to 40)");
    assertThatThrownBy(() -> load(Map.of("ATF_LAMBDA_REFRESH", "1ms")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("lambdaRefresh");
    assertThatThrownBy(() -> load(Map.of("ATF_BEAT_INTERVAL", "6s")))
        .isInstanceOf(ConfigException.class)
        .hasMessage("beatInterval: 6s (expected: 100ms to 5s)");
    assertThatThrownBy(() -> load(Map.of("ATF_RETURN_DELAY_ELSEWHERE", "PT-1S")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("returnDelay.elsewhere");
    assertThatThrownBy(() -> load(Map.of("ATF_STORE_CLIENT_CONNECTIONS_MAX", "103")))
        .isInstanceOf(ConfigException.class)
        .hasMessage("writeConcurrency: 32 (expected: 1 to 31)");
  }

  @Test
  void aStoreCallThatOutlastsItsCallerDoesNotBoot() {
    assertThatThrownBy(() -> load(Map.of("ATF_STORE_CLIENT_CALL_TIMEOUT", "2s")))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "store.client.callTimeout: 2s (expected: less than lease.callTimeout, for which"
                + " executors wait, = 2s)");
    assertThatThrownBy(() -> load(Map.of("ATF_LEASE_CALL_TIMEOUT", "1s")))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith("store.client.callTimeout: 1800ms");
    assertThat(load(Map.of("ATF_STORE_CLIENT_CALL_TIMEOUT", "1999ms")).store().client())
        .satisfies(client -> assertThat(client.callTimeout()).hasMillis(1_999));
  }

  @Test
  void aServerThatEndsCallsBeforeTheirCallersDoDoesNotBoot() {
    assertThatThrownBy(() -> load(Map.of("ATF_SERVER_REQUEST_TIMEOUT", "1999ms")))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith(
            "server.requestTimeout: 1999ms (expected: at least lease.callTimeout");
  }

  @Test
  void aTurnThatCountsAsHangingWhileTheStoreIsSlowDoesNotBoot() {
    assertThatThrownBy(() -> load(Map.of("ATF_LOOPS_TURN_TIME_MAX", "3500ms")))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "loops.turnTimeMax: 3500ms (expected: at least 2 x store.client.callTimeout = 3600ms)");
  }

  @Test
  void aWriteIsRepeatedWhileItsCallerWaits() {
    var tries = new RetryingWrites.Tries(3, Duration.ofSeconds(1), Duration.ofSeconds(2));

    assertThat(tries.allowAnother(1, Duration.ofSeconds(1))).isTrue();
    assertThat(tries.allowAnother(1, Duration.ofMillis(1_001))).isFalse();
    assertThat(tries.allowAnother(2, Duration.ZERO)).isTrue();
    assertThat(tries.allowAnother(3, Duration.ZERO)).isFalse();
  }

  private static HscConfig load(Map<String, String> environment) {
    return new ConfigLoader(environment, List.of()).load(HscConfig.DEFAULTS, Optional.empty());
  }
}
