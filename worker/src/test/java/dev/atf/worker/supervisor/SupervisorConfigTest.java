package dev.atf.worker.supervisor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.runtime.config.ConfigException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class SupervisorConfigTest {
  @Test
  void aSupervisorThatKillsTooLateForTheStoredLeaseDoesNotBoot() {
    assertThat(SupervisorConfig.DEFAULTS.withStopTime(Duration.ofMillis(1_200)).stopTime())
        .hasMillis(1_200);
    assertThatThrownBy(() -> SupervisorConfig.DEFAULTS.withStopTime(Duration.ofMillis(1_199)))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "stopTime: 1199ms (expected: at least lookEvery + killMargin + 500ms = 1200ms)");
  }
}
