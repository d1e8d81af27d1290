package dev.atf.infra.app;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Kinds of mistakes that a template can have although CloudFormation accepts it. */
final class TemplateChecks {
  private TemplateChecks() {}

  /**
   * Returns the services with a {@code DesiredCount} that scaling changes: CloudFormation would set
   * it back with each change of the service.
   */
  static List<String> countsThatUndoScaling(JsonNode template) {
    var scaled =
        ofType(template, "AWS::ApplicationAutoScaling::ScalableTarget")
            .map(target -> target.getValue().at("/Properties/ResourceId").toString())
            .toList();
    return ofType(template, "AWS::ECS::Service")
        .filter(service -> service.getValue().at("/Properties").has("DesiredCount"))
        .map(Map.Entry::getKey)
        .filter(
            id ->
                scaled.stream()
                    .anyMatch(
                        target ->
                            target.contains('"' + id + '"')
                                || target.contains(serviceName(template, id))))
        .toList();
  }

  private static String serviceName(JsonNode template, String id) {
    var name = template.at("/Resources").path(id).at("/Properties/ServiceName");
    return name.isTextual() ? "/" + name.asText() : "no fixed name";
  }

  /** Returns the resources of a type by their logical ids. */
  static Stream<Map.Entry<String, JsonNode>> ofType(JsonNode template, String type) {
    return template.path("Resources").properties().stream()
        .filter(resource -> resource.getValue().path("Type").asText().equals(type));
  }

  static Stream<JsonNode> stream(JsonNode list) {
    return StreamSupport.stream(list.spliterator(), false);
  }
}
