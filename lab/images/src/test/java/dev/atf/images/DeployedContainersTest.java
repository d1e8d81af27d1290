package dev.atf.images;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.runtime.config.ConfigException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests that compose.yaml and the manifests fit the images and their settings. */
final class DeployedContainersTest {
  static List<List<DeployedContainer>> files() {
    return List.of(
        DeployedContainer.ofCompose(YamlFile.documents(YamlFile.text("compose.yaml")).get(0)),
        DeployedContainer.ofManifests(KubernetesManifests.read()));
  }

  static List<DeployedContainer> containers() {
    return files().stream().flatMap(List::stream).toList();
  }

  @ParameterizedTest
  @MethodSource("files")
  void everyDeployableHasOne(List<DeployedContainer> containers) {
    assertThat(containers)
        .extracting(DeployedContainer::deployable)
        .containsExactlyInAnyOrder(Deployable.values());
  }

  @ParameterizedTest
  @MethodSource("containers")
  void itsServiceStartsWithItsEnvironment(DeployedContainer container) {
    assertThatCode(() -> readSettings(container, Map.of())).doesNotThrowAnyException();
  }

  @ParameterizedTest
  @MethodSource("containers")
  void aWrongEnvironmentIsFound(DeployedContainer container) {
    assertThatThrownBy(() -> readSettings(container, Map.of("ATF_SERVER_PRT", "1")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("ATF_SERVER_PORT");
    assertThatThrownBy(
            () -> readSettings(container, Map.of("ATF_SERVER_AUTH_ALLOW_UNAUTHENTICATED", "false")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("server.host");
  }

  @ParameterizedTest
  @MethodSource("containers")
  void itRunsTheImagesCommandWithoutWritingBesideTmp(DeployedContainer container) {
    assertThat(container.image()).isEqualTo("atf/" + container.deployable());
    assertThat(container.command()).isEmpty();
    assertThat(container.readOnly()).isTrue();
    assertThat(container.writable()).containsExactly("/tmp");
  }

  @ParameterizedTest
  @MethodSource("containers")
  void itIsNotKilledBeforeItsDrainIsOver(DeployedContainer container) {
    assertThat(container.grace()).isGreaterThanOrEqualTo(container.deployable().stopTime());
  }

  @Test
  void emulatorsHaveTheVersionsOfTheBuild() throws IOException {
    var services = YamlFile.documents(YamlFile.text("compose.yaml")).get(0).path("services");
    var build = Files.readString(Path.of("..", "..", "pom.xml"));

    for (var emulator : Map.of("dynamodb", "dynamodb-local", "sqs", "elasticmq").entrySet()) {
      var image = services.path(emulator.getKey()).path("image").asText();
      var version = image.substring(image.lastIndexOf(':') + 1);
      assertThat(build).contains("<%s.version>%s<".formatted(emulator.getValue(), version));
    }
  }

  private static void readSettings(DeployedContainer container, Map<String, String> besides) {
    var environment = new HashMap<>(container.environment());
    environment.putAll(besides);
    if (container.deployable() == Deployable.WORKER) {
      // The worker makes them from its executors.
      environment.put("ATF_LAMBDAS", "command");
    }
    container.deployable().service().read(environment, Optional.empty());
  }
}
