package dev.atf.images;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * Custom resources of the Helm chart, and the fields of their definitions that it may use. The
 * classes of the Kubernetes API do not have them.
 */
final class CustomResources {
  /**
   * Fields by kind. The value is the type: a map of fields, {@code *} for a field of any name, a
   * list with the type of its elements, {@code text}, {@code number}, {@code truth} or {@code any}.
   * A field with an exclamation mark is required.
   */
  private static final JsonNode FIELDS =
      YamlFile.documents(
              """
              # https://keda.sh/docs/latest/reference/scaledobject-spec/
              keda.sh/v1alpha1 ScaledObject:
                scaleTargetRef!: {name!: text, kind: text, apiVersion: text}
                pollingInterval: number
                cooldownPeriod: number
                initialCooldownPeriod: number
                idleReplicaCount: number
                minReplicaCount: number
                maxReplicaCount: number
                triggers!:
                  - type!: text
                    name: text
                    metadata!: {"*": text}
                    metricType: text
                    useCachedMetrics: truth
                    authenticationRef: {name!: text, kind: text}
              # https://prometheus-operator.dev/docs/api-reference/api/
              monitoring.coreos.com/v1 ServiceMonitor:
                selector!: &selector
                  matchLabels: {"*": text}
                  matchExpressions: [{key!: text, operator!: text, values: [text]}]
                endpoints!:
                  - &endpoint
                    port: text
                    path: text
                    scheme: text
                    interval: text
                    scrapeTimeout: text
                    honorLabels: truth
                    authorization: {type: text, credentials: {name: text, key!: text}}
                    tlsConfig: any
                    relabelings: any
                    metricRelabelings: any
              monitoring.coreos.com/v1 PodMonitor:
                selector!: *selector
                podMetricsEndpoints!: [*endpoint]
              # https://gateway-api.sigs.k8s.io/reference/spec/
              gateway.networking.k8s.io/v1 HTTPRoute: &route
                parentRefs: [{name!: text, namespace: text, sectionName: text, port: number}]
                hostnames: [text]
                rules: [{backendRefs: [{name!: text, port: number, weight: number}]}]
              gateway.networking.k8s.io/v1 GRPCRoute: *route
              """)
          .get(0);

  private CustomResources() {}

  /** Returns whether a document is of a group of custom resources. */
  static boolean isOne(JsonNode document) {
    var version = document.path("apiVersion").asText();
    return FIELDS.properties().stream().anyMatch(kind -> kind.getKey().startsWith(version + " "));
  }

  /** Returns one text for each field that a custom resource lacks, or has wrongly. */
  static List<String> problems(JsonNode document) {
    var kind = document.path("apiVersion").asText() + " " + document.path("kind").asText();
    var problems = new ArrayList<String>();
    check(FIELDS.path(kind), document.path("spec"), kind, problems);
    return problems;
  }

  private static void check(JsonNode type, JsonNode value, String place, List<String> problems) {
    if (type.isObject() && value.isObject()) {
      checkFields(type, value, place, problems);
    } else if (type.isArray() && value.isArray()) {
      value.forEach(element -> check(type.get(0), element, place + "[]", problems));
    } else if (!isOf(type.asText(), value)) {
      problems.add(place + ": " + value + " (expected: " + type + ")");
    }
  }

  private static void checkFields(
      JsonNode type, JsonNode value, String place, List<String> problems) {
    for (var field : value.properties()) {
      var name = field.getKey();
      var expected = Stream.of(name, name + "!", "*").filter(type::has).map(type::get).findFirst();
      if (expected.isEmpty()) {
        problems.add(place + "." + name + ": unknown field");
      } else {
        check(expected.get(), field.getValue(), place + "." + name, problems);
      }
    }
    for (var field : type.properties()) {
      var name = field.getKey().replace("!", "");
      if (!name.equals(field.getKey()) && !value.has(name)) {
        problems.add(place + "." + name + ": missing");
      }
    }
  }

  private static boolean isOf(String type, JsonNode value) {
    return switch (type) {
      case "text" -> value.isTextual();
      case "number" -> value.isInt();
      case "truth" -> value.isBoolean();
      case "any" -> true;
      default -> false;
    };
  }
}
