package dev.atf.images;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Tests of the manifests against the Kubernetes API, and of how they hang together. */
final class KubernetesManifestsTest {
  private static final Path KUBECTL = Path.of("/usr/bin/kubectl");

  @Test
  void everyDocumentIsAsTheApiDefinesIt() {
    for (var document : KubernetesManifests.read()) {
      assertThatCode(() -> KubernetesManifests.check(document)).doesNotThrowAnyException();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "readinessProbe: | readynessProbe: | readynessProbe",
        "maxUnavailable: 1 | maxUnavailible: 1 | maxUnavailible",
        "replicas: 2 | replicas: two | two",
        "- name: worker | - title: worker | title",
        "containerPort: 8082 | hostPort: 8082 | containerPort",
        "selector: | selektor: | selektor",
        "apps/v1 | apps/v2 | apps/v2",
      })
  void aWrongFieldIsFound(String good, String bad, String found) {
    var text = KubernetesManifests.text("worker.yaml");
    assertThat(text).contains(good);

    assertThatThrownBy(
            () -> YamlFile.documents(text.replace(good, bad)).forEach(KubernetesManifests::check))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageContaining(found);
  }

  @ParameterizedTest
  @EnumSource
  void allOfADeployableSelectItsPods(Deployable deployable) {
    var name = "atf-" + deployable;
    var deployment = only(name, "Deployment");
    var labels = deployment.at("/spec/template/metadata/labels");

    assertThat(labels).isNotEmpty();
    assertThat(
            List.of(
                deployment.at("/spec/selector/matchLabels"),
                deployment.at(
                    "/spec/template/spec/topologySpreadConstraints/0/labelSelector/matchLabels"),
                only(name, "PodDisruptionBudget").at("/spec/selector/matchLabels"),
                only(name, "NetworkPolicy").at("/spec/podSelector/matchLabels")))
        .allMatch(labels::equals);
    assertThat(deployment.at("/spec/template/spec/serviceAccountName"))
        .isEqualTo(only(name, "ServiceAccount").at("/metadata/name"));
    all(name, "Service").forEach(s -> assertThat(s.at("/spec/selector")).isEqualTo(labels));
    all(name, "HorizontalPodAutoscaler")
        .forEach(
            a -> {
              assertThat(a.at("/spec/scaleTargetRef/name").asText()).isEqualTo(name);
              // Each `kubectl apply` would set it back.
              assertThat(deployment.at("/spec/replicas").isMissingNode()).isTrue();
            });
  }

  @ParameterizedTest
  @EnumSource
  void podsHaveTheUserAndThePortOfTheirImage(Deployable deployable) {
    var name = "atf-" + deployable;
    var pod = only(name, "Deployment").at("/spec/template/spec");
    var dockerfile = deployable.dockerfile();
    var port = Integer.parseInt(dockerfile.last("EXPOSE").arguments());

    assertThat(
            pod.at("/securityContext/runAsUser").asText()
                + ":"
                + pod.at("/securityContext/runAsGroup").asText())
        .isEqualTo(dockerfile.last("USER").arguments());
    assertThat(pod.at("/securityContext/runAsNonRoot").asBoolean()).isTrue();
    assertThat(pod.at("/containers/0/ports/0/containerPort").asInt()).isEqualTo(port);
    for (var probe : List.of("startupProbe", "readinessProbe", "livenessProbe")) {
      assertThat(pod.at("/containers/0/" + probe + "/httpGet").toString())
          .isEqualTo("{\"path\":\"/health\",\"port\":\"http\"}");
    }
    all(name, "Service")
        .forEach(s -> assertThat(s.at("/spec/ports/0/port").asInt()).isEqualTo(port));
  }

  @ParameterizedTest
  @EnumSource
  void podsAnswerForTheirOwnNamesOnly(Deployable deployable) {
    var name = "atf-" + deployable;
    var variables = only(name, "Deployment").at("/spec/template/spec/containers/0/env");
    var names = variables.findValuesAsText("name");
    var hosts = variables.get(names.indexOf("ATF_SERVER_HOSTS_ALLOWED")).at("/value").asText();

    // A variable can name those before it.
    assertThat(names).containsSubsequence("POD_IP", "ATF_SERVER_HOSTS_ALLOWED");
    assertThat(hosts.split(",", -1)).contains("$(POD_IP)").doesNotContain("");
    all(name, "Service")
        .forEach(
            s ->
                assertThat(hosts.split(",", -1))
                    .contains(name, name + ".atf", name + ".atf.svc.cluster.local"));
  }

  @ParameterizedTest
  @EnumSource
  void podsOfAServiceAcceptCallsUntilNobodySendsThemThere(Deployable deployable) {
    var name = "atf-" + deployable;
    var container = only(name, "Deployment").at("/spec/template/spec/containers/0");

    assertThat(container.at("/lifecycle/preStop/sleep/seconds").asInt())
        .isEqualTo(all(name, "Service").findAny().isPresent() ? 10 : 0);
  }

  @Test
  void onlyWorkersReachTheHsc() {
    var from = only("atf-hsc", "NetworkPolicy").at("/spec/ingress").findValues("from");

    assertThat(from.toString())
        .isEqualTo("[[{\"podSelector\":{\"matchLabels\":%s}}]]".formatted(workerLabels()));
    assertThat(only("atf-worker", "NetworkPolicy").at("/spec/ingress").isMissingNode()).isTrue();
  }

  @Test
  @Tag("system")
  void kustomizeRendersThem() {
    assumeThat(KUBECTL).as("renders without a cluster").exists();

    var rendered =
        YamlFile.documents(
            Program.run(KUBECTL.toString(), "kustomize", "../../packaging/kubernetes"));

    assertThat(rendered).hasSameSizeAs(KubernetesManifests.read());
    assertThat(rendered).allSatisfy(KubernetesManifests::check);
    assertThat(DeployedContainer.ofManifests(rendered))
        .containsExactlyInAnyOrderElementsOf(
            DeployedContainer.ofManifests(KubernetesManifests.read()));
  }

  private static JsonNode workerLabels() {
    return only("atf-worker", "Deployment").at("/spec/template/metadata/labels");
  }

  private static Stream<JsonNode> all(String name, String kind) {
    return KubernetesManifests.read().stream()
        .filter(d -> d.path("kind").asText().equals(kind))
        .filter(d -> d.at("/metadata/name").asText().equals(name));
  }

  private static JsonNode only(String name, String kind) {
    var found = all(name, kind).toList();
    assertThat(found).as("%s %s", kind, name).hasSize(1);
    return found.get(0);
  }
}
