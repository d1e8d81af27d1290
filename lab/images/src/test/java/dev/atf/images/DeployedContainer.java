package dev.atf.images;

import com.fasterxml.jackson.databind.JsonNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Container that compose.yaml or a manifest describes.
 *
 * @param grace from SIGTERM to SIGKILL
 * @param readOnly whether its root is, {@code writable} apart
 * @param command in place of the image's; empty: none
 */
record DeployedContainer(
    Deployable deployable,
    String image,
    Map<String, String> environment,
    Duration grace,
    boolean readOnly,
    List<String> writable,
    List<String> command) {

  /** Returns those of compose.yaml that are of this project. */
  static List<DeployedContainer> ofCompose(JsonNode file) {
    var containers = new ArrayList<DeployedContainer>();
    file.path("services")
        .properties()
        .forEach(
            service -> {
              var description = service.getValue();
              if (description.has("build")) {
                containers.add(ofCompose(service.getKey(), description));
              }
            });
    return containers;
  }

  private static DeployedContainer ofCompose(String name, JsonNode description) {
    var grace = description.path("stop_grace_period").asText().replace("s", "");
    return new DeployedContainer(
        Deployable.named(name),
        description.path("image").asText(),
        strings(description.path("environment")),
        Duration.ofSeconds(Long.parseLong(grace)),
        description.path("read_only").asBoolean(),
        texts(description.path("tmpfs")),
        texts(description.path("command")));
  }

  /** Returns those of all Deployments, with the variables of the ConfigMaps that they name. */
  static List<DeployedContainer> ofManifests(List<JsonNode> documents) {
    var maps = new HashMap<String, Map<String, String>>();
    for (var document : documents) {
      if (document.path("kind").asText().equals("ConfigMap")) {
        maps.put(document.at("/metadata/name").asText(), strings(document.path("data")));
      }
    }
    var containers = new ArrayList<DeployedContainer>();
    for (var document : documents) {
      if (document.path("kind").asText().equals("Deployment")) {
        containers.add(ofPod(document.at("/spec/template/spec"), maps));
      }
    }
    return containers;
  }

  private static DeployedContainer ofPod(JsonNode pod, Map<String, Map<String, String>> maps) {
    var container = pod.at("/containers/0");
    var environment = new HashMap<String, String>();
    for (var from : container.path("envFrom")) {
      var name = from.at("/configMapRef/name").asText();
      environment.putAll(maps.getOrDefault(name, Map.of("ATF_MAP_IS_MISSING", name)));
    }
    for (var variable : container.path("env")) {
      var value =
          variable.at("/valueFrom/fieldRef/fieldPath").asText().equals("status.podIP")
              ? "10.1.2.3"
              : variable.path("value").asText();
      environment.put(
          variable.path("name").asText(),
          value.replace("$(POD_IP)", environment.getOrDefault("POD_IP", "")));
    }
    var writable = new ArrayList<String>();
    container.path("volumeMounts").forEach(m -> writable.add(m.path("mountPath").asText()));
    return new DeployedContainer(
        Deployable.named(container.path("name").asText()),
        container.path("image").asText(),
        environment,
        Duration.ofSeconds(
            pod.path("terminationGracePeriodSeconds").asLong()
                - container.at("/lifecycle/preStop/sleep/seconds").asLong()),
        container.at("/securityContext/readOnlyRootFilesystem").asBoolean(),
        writable,
        texts(container.path("command")));
  }

  private static Map<String, String> strings(JsonNode object) {
    var strings = new HashMap<String, String>();
    object.properties().forEach(f -> strings.put(f.getKey(), f.getValue().asText()));
    return strings;
  }

  private static List<String> texts(JsonNode array) {
    var texts = new ArrayList<String>();
    array.forEach(one -> texts.add(one.asText()));
    return texts;
  }
}
