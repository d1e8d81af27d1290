package dev.atf.storeconsumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.runtime.config.ConfigException;
import dev.atf.runtime.config.ConfigLoader;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class StoreConsumerConfigTest {
  @Test
  void theDefaultsAreThoseOfTheDesign() {
    var config = load(Map.of());

    assertThat(config).isEqualTo(StoreConsumerConfig.DEFAULTS);
    assertThat(config.effectiveLookAhead()).isEqualTo(Duration.ofMillis(2_500));
    assertThat(config.server().port()).isEqualTo(8083);
  }

  @Test
  void theLookAheadFollowsThePollIntervalUnlessItIsSet() {
    assertThat(load(Map.of("ATF_POLL_INTERVAL", "5s")).effectiveLookAhead())
        .isEqualTo(Duration.ofMillis(5_500));
    assertThat(load(Map.of("ATF_POLL_INTERVAL", "1s", "ATF_LOOK_AHEAD", "3s")).effectiveLookAhead())
        .isEqualTo(Duration.ofSeconds(3));
  }

  @Test
  void aLookAheadShorterThanThePollIntervalDoesNotBoot() {
    assertThatThrownBy(() -> load(Map.of("ATF_LOOK_AHEAD", "1s")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("lookAhead");
  }

  @Test
  void aMemberTimeoutThatOneLostBeatWouldReachDoesNotBoot() {
    assertThatThrownBy(() -> load(Map.of("ATF_MEMBER_TIMEOUT", "3s")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("memberTimeout");
  }

  @Test
  void aMemberTimeoutThatOneSlowBeatWouldReachDoesNotBoot() {
    assertThatThrownBy(() -> load(Map.of("ATF_STORE_CLIENT_CALL_TIMEOUT", "8001ms")))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "memberTimeout: 10s (expected: at least memberInterval + store.client.callTimeout ="
                + " 10001ms)");
  }

  @Test
  void threadsWithoutAConnectionDoNotBoot() {
    assertThatThrownBy(() -> load(Map.of("ATF_STORE_CLIENT_CONNECTIONS_MAX", "49")))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "store.client.connectionsMax: 49 (expected: at least markConcurrency + 3 x"
                + " pollConcurrency + 10 = 50)");
    assertThatThrownBy(() -> load(Map.of("ATF_QUEUE_CLIENT_CONNECTIONS_MAX", "49")))
        .isInstanceOf(ConfigException.class)
        .hasMessageStartingWith("queue.client.connectionsMax: 49");
  }

  @Test
  void aTurnThatCountsAsHangingBeforeItMayEndDoesNotBoot() {
    assertThatThrownBy(() -> load(Map.of("ATF_TUNING_TURN_TIME", "31s")))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "loops.turnTimeMax: 1m (expected: at least tuning.turnTime + 3 x"
                + " (store.client.callTimeout + queue.client.callTimeout) = 61s)");
  }

  @Test
  void theSlackOfTheLookAheadCanBeTuned() {
    assertThat(load(Map.of("ATF_TUNING_LOOK_AHEAD_SLACK", "2s")).effectiveLookAhead())
        .hasSeconds(4);
  }

  @Test
  void allThatIsWrongIsSaidAtOnce() {
    assertThatThrownBy(
            () ->
                load(
                    Map.of(
                        "ATF_POLL_INTERVAL", "1ms",
                        "ATF_QUEUE_DEPTH_MAX", "0",
                        "ATF_PAGE_SIZE", "x",
                        "ATF_TUNING_REFUSED_ALARM_MAX", "100ms")))
        .isInstanceOfSatisfying(
            ConfigException.class,
            refusal ->
                assertThat(refusal.problems())
                    .extracting(problem -> problem.substring(0, problem.indexOf(':')))
                    .containsExactlyInAnyOrder(
                        "pollInterval", "queueDepthMax", "pageSize", "tuning.refusedAlarmMax"));
  }

  @Test
  void theTimesOfARecoveryFollowTheLeaseUnlessTheyAreSet() {
    var config = load(Map.of());
    assertThat(config.effectiveAwayAfter()).isEqualTo(Duration.ofMillis(12_500));
    assertThat(config.effectiveHold()).isEqualTo(Duration.ofSeconds(30));

    // Half of a short lease is less than what a peer may be silent.
    assertThat(load(Map.of("ATF_MEMBER_TIMEOUT", "20s")).effectiveAwayAfter())
        .isEqualTo(Duration.ofSeconds(20));
    var set = load(Map.of("ATF_RECOVERY_AWAY_AFTER", "5s", "ATF_RECOVERY_HOLD", "7s"));
    assertThat(set.effectiveAwayAfter()).isEqualTo(Duration.ofSeconds(5));
    assertThat(set.effectiveHold()).isEqualTo(Duration.ofSeconds(7));
  }

  @Test
  void hscsAreNotAwayBetweenTwoReads() {
    assertThatThrownBy(() -> load(Map.of("ATF_RECOVERY_AWAY_AFTER", "3999ms")))
        .isInstanceOf(ConfigException.class)
        .hasMessage("recovery.awayAfter: 3999ms (expected: at least 2 x memberInterval = 4s)");
  }

  @Test
  void aRampThatNeverBeginsDoesNotBoot() {
    assertThatThrownBy(() -> load(Map.of("ATF_RECOVERY_PER_SECOND", "0")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("perSecond");
  }

  private static StoreConsumerConfig load(Map<String, String> environment) {
    return new ConfigLoader(environment, List.of())
        .load(StoreConsumerConfig.DEFAULTS, Optional.empty());
  }
}
