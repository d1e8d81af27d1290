package dev.atf.standalone.settings;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.controller.ControllerConfig;
import dev.atf.executor.ExecutorConfig;
import dev.atf.runtime.ConfigException;
import dev.atf.runtime.ConfigLoader;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

final class WorkerConfigTest {
  @Test
  void executorsThatWouldBeKilledWhileTheyDrainAreRefused() {
    assertThatCode(
            () -> WorkerConfig.DEFAULTS.requireFits(draining("31s"), ControllerConfig.DEFAULTS))
        .doesNotThrowAnyException();
    assertThatThrownBy(
            () -> WorkerConfig.DEFAULTS.requireFits(draining("32s"), ControllerConfig.DEFAULTS))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "supervisor.drainTimeout: 45s (expected: at least the executors'"
                + " tuning.claimWait + drainTimeout + cancelGrace = 46s)");
  }

  @Test
  void executorsThatDoNotWaitForASlowClaimAreRefused() {
    var controller =
        new ConfigLoader(Map.of("ATF_CLAIM_TIMEOUT", "2001ms"), List.of())
            .load(ControllerConfig.DEFAULTS, Optional.empty());

    assertThatThrownBy(() -> WorkerConfig.DEFAULTS.requireFits(draining("1s"), controller))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "the executors' tuning.claimWait: 4s (expected: at least 2 x claimTimeout = 4002ms)");
  }

  private static ExecutorConfig draining(String timeout) {
    return new ConfigLoader(Map.of("ATF_DRAIN_TIMEOUT", timeout), List.of())
        .load(ExecutorConfig.DEFAULTS, Optional.empty());
  }
}
