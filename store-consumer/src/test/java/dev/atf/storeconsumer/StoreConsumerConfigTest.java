package dev.atf.storeconsumer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.runtime.ConfigException;
import dev.atf.runtime.ConfigLoader;
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

  private static StoreConsumerConfig load(Map<String, String> environment) {
    return new ConfigLoader(environment, List.of())
        .load(StoreConsumerConfig.DEFAULTS, Optional.empty());
  }
}
