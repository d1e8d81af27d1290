package dev.atf.infra;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/** Evaluates a value of a template as CloudFormation would, in a fictitious account. */
public final class Intrinsics {
  private static final Map<String, String> PSEUDO =
      Map.of(
          "AWS::Region", "eu-central-1",
          "AWS::AccountId", "111122223333",
          "AWS::Partition", "aws",
          "AWS::URLSuffix", "amazonaws.com");

  private Intrinsics() {}

  /**
   * @throws IllegalArgumentException if it cannot be evaluated to a text
   */
  public static String text(JsonNode value) {
    if (value.isValueNode()) {
      return value.asText();
    }
    if (value.has("Ref")) {
      var name = value.get("Ref").asText();
      return PSEUDO.getOrDefault(name, name);
    }
    if (value.has("Fn::GetAtt")) {
      return "attribute-" + value.get("Fn::GetAtt").get(1).asText().toLowerCase(Locale.ROOT);
    }
    if (value.has("Fn::ImportValue")) {
      return "imported";
    }
    if (value.has("Fn::Join")) {
      var parts = value.get("Fn::Join").get(1);
      return StreamSupport.stream(parts.spliterator(), false)
          .map(Intrinsics::text)
          .collect(Collectors.joining(value.get("Fn::Join").get(0).asText()));
    }
    throw new IllegalArgumentException(value + " is no text");
  }
}
