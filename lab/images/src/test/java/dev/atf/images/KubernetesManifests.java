package dev.atf.images;

import com.fasterxml.jackson.databind.JsonNode;
import com.google.gson.JsonElement;
import com.google.gson.JsonParser;
import io.kubernetes.client.openapi.JSON;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Manifests of {@code packaging/kubernetes}, and the schema of the Kubernetes API. */
final class KubernetesManifests {
  private static final String MODELS = "io.kubernetes.client.openapi.models.";

  /** Version of the API in which a kind is used here. */
  private static final Map<String, String> VERSIONS =
      Map.of(
          "ConfigMap", "v1",
          "Deployment", "apps/v1",
          "HorizontalPodAutoscaler", "autoscaling/v2",
          "Ingress", "networking.k8s.io/v1",
          "Namespace", "v1",
          "NetworkPolicy", "networking.k8s.io/v1",
          "PodDisruptionBudget", "policy/v1",
          "Service", "v1",
          "ServiceAccount", "v1");

  private KubernetesManifests() {}

  /** Returns the documents of all files that the kustomization names. */
  static List<JsonNode> read() {
    var documents = new ArrayList<JsonNode>();
    var kustomization = YamlFile.documents(text("kustomization.yaml")).get(0);
    kustomization
        .path("resources")
        .forEach(name -> documents.addAll(YamlFile.documents(text(name.asText()))));
    return documents;
  }

  static String text(String name) {
    return YamlFile.text("kubernetes/" + name);
  }

  /**
   * Checks a document against the API's definition of its kind.
   *
   * @throws IllegalArgumentException if a field is unknown, is missing or has another type
   */
  static void check(JsonNode document) {
    var kind = document.path("kind").asText();
    var version = VERSIONS.getOrDefault(kind, "no version");
    if (!document.path("apiVersion").asText().equals(version)) {
      throw new IllegalArgumentException(
          "%s %s (expected: %s)".formatted(document.path("apiVersion"), kind, VERSIONS));
    }
    var prefix = version.substring(version.indexOf('/') + 1).toUpperCase(Locale.ROOT);
    var json = JsonParser.parseString(document.toString());
    try {
      var model = Class.forName(MODELS + prefix + kind);
      model.getMethod("validateJsonElement", JsonElement.class).invoke(null, json);
      JSON.getGson().fromJson(json, model);
    } catch (InvocationTargetException e) {
      throw new IllegalArgumentException(kind + ": " + e.getCause().getMessage(), e);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    } catch (RuntimeException e) {
      throw new IllegalArgumentException(kind + ": " + e.getMessage(), e);
    }
  }
}
