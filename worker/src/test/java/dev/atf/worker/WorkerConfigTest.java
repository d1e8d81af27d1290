package dev.atf.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.entry;

import dev.atf.controller.ControllerConfig;
import dev.atf.executor.ExecutorConfig;
import dev.atf.runtime.config.ConfigException;
import dev.atf.runtime.config.ConfigLoader;
import dev.atf.runtime.config.Durations;
import dev.atf.worker.pool.ProcessRange;
import dev.atf.worker.pool.ScaleConfig;
import dev.atf.worker.supervisor.SupervisorConfig;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
                + " tuning.claimWait + drainTimeout + cancelGrace, + 1s with tracing = 46s)");
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

  @Test
  void placesOfExecutorsAreReadInTheirOrder() {
    var worker = with("resize=3", "command=1", "http=0..4");

    assertThat(worker.processes())
        .containsExactly(
            entry("resize", ProcessRange.of(3)),
            entry("command", ProcessRange.of(1)),
            entry("http", new ProcessRange(0, 4)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "resize",
        "resize=0",
        "resize=many",
        "=2",
        "resize=1,resize=2",
        "resize=0..0",
        "resize=3..2",
        "resize=0..257"
      })
  void placesThatNobodyCouldFillAreRefused(String executors) {
    assertThatThrownBy(() -> with(executors.split(",", -1)))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("(expected: lambda=processes for each lambda, once");
  }

  @ParameterizedTest
  @ValueSource(strings = {"90s", "1m", "2881m"})
  void aProtectionThatEcsWouldNotTakeIsRefused(String protectFor) {
    assertThatThrownBy(() -> new ScaleInConfig(Duration.ZERO, Durations.parse(protectFor)))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("protectFor");
  }

  private static WorkerConfig with(String... executors) {
    return new WorkerConfig(
        List.of(executors),
        SupervisorConfig.DEFAULTS,
        ScaleConfig.DEFAULTS,
        ScaleInConfig.NONE,
        IdentityConfig.NONE);
  }

  private static ExecutorConfig draining(String timeout) {
    return new ConfigLoader(Map.of("ATF_DRAIN_TIMEOUT", timeout), List.of())
        .load(ExecutorConfig.DEFAULTS, Optional.empty());
  }
}
