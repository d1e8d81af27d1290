package dev.atf.images;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.marcnuri.helm.Helm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests of the Helm chart, rendered by Helm's own code: against the manifests and the API. */
@Tag("system")
final class HelmChartTest {
  private static final Path CHART = Path.of("..", "..", "packaging", "helm", "atf");

  @TempDir private Path directory;

  static List<Path> examples() throws IOException {
    try (var files = Files.list(CHART.resolve("examples"))) {
      return files.sorted().toList();
    }
  }

  @Test
  void rendersTheObjectsOfTheManifests() {
    var manifests = byName(KubernetesManifests.read());
    manifests.remove("Namespace atf");

    var rendered = byName(render());

    rendered.values().forEach(HelmChartTest::removeWhatKustomizeAdds);
    assertThat(rendered).isEqualTo(manifests);
  }

  @Test
  void isWithoutFaultsForHelm() {
    var lint = new Helm(CHART).lint().call();

    assertThat(lint.isFailed()).as(lint.getMessages().toString()).isFalse();
  }

  @ParameterizedTest
  @MethodSource("examples")
  void everyExampleIsAsTheApiDefinesItAndFitsTheServices(Path values) {
    var documents = render(values);

    assertThat(documents)
        .filteredOn(document -> !CustomResources.isOne(document))
        .allSatisfy(
            document ->
                assertThatCode(() -> KubernetesManifests.check(document))
                    .doesNotThrowAnyException());
    assertThat(DeployedContainer.ofManifests(documents))
        .extracting(DeployedContainer::deployable)
        .containsExactlyInAnyOrder(Deployable.values());
    assertThat(DeployedContainer.ofManifests(documents)).allSatisfy(HelmChartTest::readSettings);
    assertThat(documents)
        .filteredOn(CustomResources::isOne)
        .allSatisfy(document -> assertThat(CustomResources.problems(document)).isEmpty());
    assertThat(DeployedContainer.ofManifests(documents))
        .allMatch(container -> container.grace().compareTo(container.deployable().stopTime()) >= 0);
  }

  @ParameterizedTest
  @MethodSource("examples")
  void noUpgradeUndoesWhatAnAutoscalerHasSet(Path values) {
    var documents = byName(render(values));
    var scaled =
        documents.values().stream()
            .map(document -> document.at("/spec/scaleTargetRef/name"))
            .filter(JsonNode::isTextual)
            .map(name -> document(documents, "Deployment " + name.asText()))
            .toList();

    assertThat(scaled).hasSizeGreaterThanOrEqualTo(3);
    assertThat(scaled).allMatch(deployment -> deployment.at("/spec/replicas").isMissingNode());
  }

  @Test
  void anExampleHasEveryKindOfCustomResource() {
    assertThat(render(CHART.resolve("examples/eks.yaml")))
        .filteredOn(CustomResources::isOne)
        .extracting(document -> document.path("kind").asText())
        .containsExactlyInAnyOrder(
            "ScaledObject", "ServiceMonitor", "PodMonitor", "HTTPRoute", "GRPCRoute");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "min: 0 | min: none | ScaledObject.minReplicaCount: \"none\" (expected: \"number\")",
        "threshold: \"20\" | threshold: 20 | metadata.threshold: 20 (expected: \"text\")",
        "metadata: | metdata: | triggers[].metdata: unknown field",
        "metadata: | metdata: | triggers[].metadata: missing",
        "name: internal, | nam: internal, | HTTPRoute.parentRefs[].nam: unknown field",
      })
  void aWrongFieldOfACustomResourceIsFound(String good, String bad, String found)
      throws IOException {
    var example = Files.readString(CHART.resolve("examples/eks.yaml"));
    assertThat(example).contains(good);
    var file = Files.writeString(directory.resolve("eks.yaml"), example.replace(good, bad));

    assertThat(render(file))
        .filteredOn(CustomResources::isOne)
        .flatExtracting(CustomResources::problems)
        .anySatisfy(problem -> assertThat(problem).contains(found));
  }

  @Test
  void serviceAccountTokensAreTheCredentialsOfPods() {
    var documents = byName(render(CHART.resolve("examples/token.yaml")));

    var pod = document(documents, "Deployment atf-worker").at("/spec/template/spec");
    assertThat(pod.findValues("serviceAccountToken").toString())
        .contains("\"audience\":\"atf\"", "\"path\":\"token\"");
    assertThat(principals(documents))
        .containsEntry("system:serviceaccount:atf:atf-worker", List.of("execute:command"))
        .containsEntry("system:serviceaccount:atf:atf-hsc", List.of("execute:*"))
        .containsEntry("system:serviceaccount:shop:orders", List.of("schedule,read:resize-*"));
    assertThat(document(documents, "ConfigMap atf-server").path("data").toString())
        .doesNotContain("ALLOW_UNAUTHENTICATED");
  }

  @Test
  void mutualTlsLeavesProbesThePortAndWorkersTheUri() {
    var documents = byName(render(CHART.resolve("examples/certificate.yaml")));

    var container =
        document(documents, "Deployment atf-worker").at("/spec/template/spec/containers/0");
    assertThat(
            Stream.of("startupProbe", "readinessProbe", "livenessProbe")
                .map(probe -> container.path(probe).has("tcpSocket")))
        .containsOnly(true);
    assertThat(container.path("env").findValuesAsText("value")).contains("https://atf-hsc:8081");
    assertThat(principals(documents))
        .containsEntry("spiffe://cluster.local/ns/atf/sa/atf-worker", List.of("execute:command"));
  }

  @Test
  void anAutoscalerSetsTheReplicasOfItsGroupAlone() {
    var documents = byName(render(CHART.resolve("examples/eks.yaml")));

    assertThat(document(documents, "ScaledObject atf-media").at("/spec/scaleTargetRef/name"))
        .isEqualTo(document(documents, "Deployment atf-media").at("/metadata/name"));
    assertThat(document(documents, "Deployment atf-media").at("/spec/replicas").isMissingNode())
        .isTrue();
    assertThat(documents).doesNotContainKey("Deployment atf-worker");
    assertThat(document(documents, "NetworkPolicy atf-hsc").at("/spec/ingress/0/from").toString())
        .isEqualTo(
            "[{\"podSelector\":{\"matchLabels\":{\"app.kubernetes.io/name\":\"atf-media\"}}}]");
  }

  @Test
  void scrapersReachWhatTheirMonitorsSelect() {
    var documents = byName(render(CHART.resolve("examples/eks.yaml")));

    var services = document(documents, "ServiceMonitor atf").at("/spec/selector/matchExpressions");
    var pods = document(documents, "PodMonitor atf-workers").at("/spec/selector/matchExpressions");
    assertThat(services.get(0).path("values"))
        .extracting(JsonNode::asText)
        .allSatisfy(
            name ->
                assertThat(
                        document(documents, "Service " + name)
                            .at("/metadata/labels")
                            .path("app.kubernetes.io/name")
                            .asText())
                    .isEqualTo(name));
    for (var name : Stream.of(services, pods).map(all -> all.get(0).path("values")).toList()) {
      for (var selected : name) {
        assertThat(
                document(documents, "NetworkPolicy " + selected.asText())
                    .path("spec")
                    .findValuesAsText("kubernetes.io/metadata.name"))
            .containsExactly("monitoring");
      }
    }
  }

  @ParameterizedTest
  @MethodSource("examples")
  void theFrontendAnswersForTheNamesOfItsRoutes(Path values) {
    var documents = byName(render(values));
    var names =
        documents.values().stream()
            .flatMap(
                d -> Stream.concat(d.at("/spec/rules").findValuesAsText("host").stream(), texts(d)))
            .toList();

    var variables =
        document(documents, "Deployment atf-frontend")
            .at("/spec/template/spec/containers/0/env")
            .findValuesAsText("value");

    assertThat(String.join(",", variables).split(",", -1)).containsAll(names);
  }

  @ParameterizedTest
  @CsvSource({
    "'auth: {mode: JWT}', 'auth.mode: JWT (expected: NONE, TOKEN or CERTIFICATE)'",
    "'auth: {mode: TOKEN}', 'auth.issuer: expected'",
    "'auth: {mode: CERTIFICATE}', 'tls.enabled: false'",
    "'workers: {media: {image: x:1, executors: a=1}}', 'workers.media.drainSeconds: missing'",
    "'services: {fronted: {hosts: []}}', 'services.fronted (expected: frontend, store-consumer or"
        + " hsc)'",
  })
  void wrongValuesAreRefused(String values, String message) throws IOException {
    var file = Files.writeString(directory.resolve("values.yaml"), values);

    assertThatThrownBy(() -> render(file)).hasMessageContaining(message);
  }

  private static List<JsonNode> render(Path... values) {
    // Preceding versions do not have preStop.sleep.
    var template =
        new Helm(CHART).template().withName("atf").withNamespace("atf").withKubeVersion("1.30.0");
    for (var file : values) {
      template.withValuesFile(file);
    }
    return YamlFile.documents(template.call()).stream().filter(d -> d.has("kind")).toList();
  }

  private static Map<String, JsonNode> byName(List<JsonNode> documents) {
    var byName = new TreeMap<String, JsonNode>();
    for (var document : documents) {
      var name = document.path("kind").asText() + " " + document.at("/metadata/name").asText();
      assertThat(byName.put(name, document)).as("a second %s", name).isNull();
    }
    return byName;
  }

  private static JsonNode document(Map<String, JsonNode> documents, String name) {
    return Optional.ofNullable(documents.get(name))
        .orElseThrow(() -> new AssertionError("no " + name + " in " + documents.keySet()));
  }

  /** Removes the label of the kustomization, and what restarts pods for new settings. */
  private static void removeWhatKustomizeAdds(JsonNode document) {
    ((ObjectNode) document.path("metadata")).remove("labels");
    if (document.at("/spec/template/metadata") instanceof ObjectNode pod) {
      pod.remove("annotations");
    }
  }

  private static Stream<String> texts(JsonNode document) {
    var texts = Stream.<String>builder();
    document.at("/spec/hostnames").forEach(name -> texts.add(name.asText()));
    return texts.build();
  }

  /** Returns the grants of the policy that the pods read. */
  private static Map<String, List<String>> principals(Map<String, JsonNode> documents) {
    var text = document(documents, "ConfigMap atf-policy").at("/data/policy.yaml").asText();
    var principals = new HashMap<String, List<String>>();
    for (var entry : YamlFile.documents(text).get(0).path("principals").properties()) {
      principals.put(entry.getKey(), entry.getValue().valueStream().map(JsonNode::asText).toList());
    }
    return principals;
  }

  private static void readSettings(DeployedContainer container) {
    var environment = new HashMap<>(container.environment());
    if (container.deployable() == Deployable.WORKER) {
      // The worker makes them from its executors.
      environment.put("ATF_LAMBDAS", "command");
    }
    assertThatCode(() -> container.deployable().service().read(environment, Optional.empty()))
        .doesNotThrowAnyException();
  }
}
