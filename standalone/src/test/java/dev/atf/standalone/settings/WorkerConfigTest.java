package dev.atf.standalone.settings;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

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
    assertThatCode(() -> WorkerConfig.DEFAULTS.requireFits(draining("35s")))
        .doesNotThrowAnyException();
    assertThatThrownBy(() -> WorkerConfig.DEFAULTS.requireFits(draining("36s")))
        .isInstanceOf(ConfigException.class)
        .hasMessage(
            "supervisor.drainTimeout: 45s (expected: at least the executors' drainTimeout +"
                + " cancelGrace = 46s)");
  }

  private static ExecutorConfig draining(String timeout) {
    return new ConfigLoader(Map.of("ATF_DRAIN_TIMEOUT", timeout), List.of())
        .load(ExecutorConfig.DEFAULTS, Optional.empty());
  }
}
