package dev.atf.executor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.runtime.config.ConfigException;
import dev.atf.runtime.config.ConfigLoader;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class ExecutorConfigTest {
  @Test
  void everySettingCanBeSetByTheEnvironment() {
    var config =
        load(
            Map.of(
                "ATF_LEASE_HEARTBEAT_INTERVAL", "1s",
                "ATF_CANCEL_GRACE", "1s",
                "ATF_TUNING_PING_INTERVAL", "3s",
                "ATF_LOOPS_BACKOFF_MAX", "7s"));

    assertThat(config.lease().heartbeatInterval()).hasSeconds(1);
    assertThat(config.tuning().pingInterval()).hasSeconds(3);
    assertThat(config.drainTakes()).hasSeconds(35);
    assertThat(config.loops().backoffMax()).hasSeconds(7);
    assertThat(config.withLambda("paint").tuning()).isEqualTo(config.tuning());
  }

  @Test
  void filesAreWhereTheSystemHasItsTemporaryFilesUnlessItIsTold() {
    var config =
        load(
            Map.of(
                "ATF_STAGING_DIRECTORY", "/cache",
                "ATF_STAGING_CACHE_BYTES_MAX", "50000000000",
                "ATF_STAGING_FREE_BYTES_MIN", "0"));

    assertThat(config.staging()).isEqualTo(new StagingConfig("/cache", 50_000_000_000L, 0));
    assertThat(config.staging().path()).hasToString("/cache");
    assertThat(StagingConfig.DEFAULTS.path().getFileName().toString()).startsWith("atf-resources-");
    assertThatThrownBy(() -> load(Map.of("ATF_STAGING_FREE_BYTES_MIN", "-1")))
        .isInstanceOf(ConfigException.class)
        .hasMessage("staging.freeBytesMin: -1 (expected: 0 or more)");
  }

  @Test
  void aResultThatIsGivenUpBeforeALostProcessEndsDoesNotBoot() {
    assertThat(load(Map.of("ATF_TUNING_RESULT_TIMEOUT", "23s")).tuning().resultTimeout())
        .hasSeconds(23);
    assertThatThrownBy(() -> load(Map.of("ATF_TUNING_RESULT_TIMEOUT", "22999ms")))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith("tuning.resultTimeout: 22999ms (expected: at least lease.")
        .hasMessageEndingWith("= 23s)");
  }

  @Test
  void aHeartbeatThatCountsAsHangingWhileItWaitsDoesNotBoot() {
    assertThatThrownBy(
            () -> load(Map.of("ATF_LOOPS_TURN_TIME_MAX", "1s", "ATF_TUNING_CLAIM_WAIT", "1s")))
        .isInstanceOf(ConfigException.class)
        .hasMessage("loops.turnTimeMax: 1s (expected: at least lease.callTimeout = 2s)");
  }

  @Test
  void anEndOfWaitingThatCountsAsHangingDoesNotBoot() {
    assertThatThrownBy(() -> load(Map.of("ATF_TUNING_CLAIM_WAIT", "61s")))
        .isInstanceOf(ConfigException.class)
        .hasMessage("loops.turnTimeMax: 1m (expected: at least tuning.claimWait = 61s)");
  }

  @Test
  void allThatIsWrongIsSaidAtOnce() {
    assertThatThrownBy(
            () ->
                load(
                    Map.of(
                        "ATF_THREADS", "0",
                        "ATF_HSC_URI", "localhost:8081",
                        "ATF_NEXT_WORK_WAIT", "31s",
                        "ATF_LEASE_CALL_TIMEOUT", "0s",
                        "ATF_LEASE_MISSED_HEARTBEATS_MAX", "0",
                        "ATF_TUNING_PING_INTERVAL", "10ms")))
        .isInstanceOfSatisfying(
            ConfigException.class,
            refusal ->
                assertThat(refusal.problems())
                    .extracting(problem -> problem.substring(0, problem.indexOf(':')))
                    .containsExactlyInAnyOrder(
                        "threads",
                        "hscUri",
                        "nextWorkWait",
                        "lease.callTimeout",
                        "lease.missedHeartbeatsMax",
                        "tuning.pingInterval"));
  }

  @Test
  void aProcessBeginsWithAllThreadsUnlessItIsToldFewer() {
    assertThat(load(Map.of("ATF_THREADS", "8")).startThreads()).isEqualTo(8);
    assertThat(load(Map.of("ATF_THREADS", "8", "ATF_TUNING_START_THREADS", "1")).startThreads())
        .isEqualTo(1);
    assertThat(load(Map.of("ATF_THREADS", "2", "ATF_TUNING_START_THREADS", "3")).startThreads())
        .isEqualTo(2);
    assertThatThrownBy(() -> load(Map.of("ATF_TUNING_START_THREADS", "-1")))
        .hasMessageContaining("startThreads: -1 (expected: 0 to 1000)");
  }

  private static ExecutorConfig load(Map<String, String> environment) {
    return new ConfigLoader(environment, List.of()).load(ExecutorConfig.DEFAULTS, Optional.empty());
  }
}
