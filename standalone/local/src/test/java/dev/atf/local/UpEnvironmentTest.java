package dev.atf.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.controller.ControllerConfig;
import dev.atf.embedded.Settings;
import dev.atf.executor.ExecutorConfig;
import dev.atf.frontend.settings.FrontendConfig;
import dev.atf.model.lambda.LeaseTimes;
import dev.atf.runtime.config.ConfigException;
import dev.atf.storeconsumer.StoreConsumerConfig;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class UpEnvironmentTest {
  @Test
  void aSettingGoesToTheServicesThatKnowIt() {
    var environment = UpEnvironment.of(Map.of("ATF_ENQUEUE_TIMEOUT", "3s", "PATH", "/bin"));

    var consumer =
        new Settings()
            .with("ATF_ENQUEUE_TIMEOUT", "30s")
            .with(environment.knownTo(StoreConsumerConfig.DEFAULTS))
            .over(StoreConsumerConfig.DEFAULTS);

    assertThat(consumer.enqueueTimeout()).isEqualTo(Duration.ofSeconds(3));
    assertThat(environment.knownTo(FrontendConfig.DEFAULTS)).isEmpty();
  }

  @Test
  void leaseTimesAreThoseOfTheWholeMachine() {
    var asked = LeaseTimes.DEFAULT.lease().plusSeconds(5);

    var environment =
        UpEnvironment.of(Map.of("ATF_LEASE_LEASE", asked.toSeconds() + "s", "ATF_LOG", "INFO"));

    assertThat(environment.lease().lease()).isEqualTo(asked);
    assertThat(UpEnvironment.EMPTY.lease()).isEqualTo(LeaseTimes.DEFAULT);
  }

  @Test
  void rejectsSettingsThatUpDecidesItself() {
    for (var name : new String[] {"ATF_SERVER_HOST", "ATF_STORE_ENDPOINT", "ATF_THREADS"}) {
      assertThatThrownBy(() -> UpEnvironment.of(Map.of(name, "1")))
          .isInstanceOf(ConfigException.class)
          .hasMessageContaining(name)
          .hasMessageContaining("atf up");
    }
  }

  @Test
  void anUnknownSettingIsRefusedWithTheNearest() {
    assertThatThrownBy(() -> UpEnvironment.of(Map.of("ATF_ENQUEUE_TIMEOUTS", "3s")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("did you mean ATF_ENQUEUE_TIMEOUT?");
  }

  @Test
  void controllersAndExecutorsTakeTheirs() {
    assertThat(
            UpEnvironment.of(Map.of("ATF_RECEIVE_WAIT", "3s")).knownTo(ControllerConfig.DEFAULTS))
        .containsEntry("ATF_RECEIVE_WAIT", "3s");
    assertThat(UpEnvironment.of(Map.of("ATF_CANCEL_GRACE", "3s")).knownTo(ExecutorConfig.DEFAULTS))
        .containsEntry("ATF_CANCEL_GRACE", "3s");
  }
}
