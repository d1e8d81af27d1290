package dev.atf.examples;

import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.JsonNode;
import dev.atf.executor.Outcome;
import dev.atf.executor.WorkerBuilder;
import java.util.Map;

/**
 * Reads payloads as types: any type that Jackson can read, including generic types, a tree for
 * payloads without a type, or bytes. If a payload does not fit, its task becomes a dead letter that
 * names the field, and the handler is not called.
 */
public final class Measurements {
  private Measurements() {}

  /** Type with its own check, which applies when a payload is read. */
  public record Celsius(double degrees) {
    public Celsius {
      if (degrees < -273.15) {
        throw new IllegalArgumentException("degrees: " + degrees + " (expected: -273.15 or more)");
      }
    }
  }

  /** Adds the handlers. */
  public static WorkerBuilder addTo(WorkerBuilder worker) {
    return worker
        .handle(
            "one", Celsius.class, (celsius, context) -> Outcome.success(celsius.degrees() + 273.15))
        .handle(
            "many",
            new TypeReference<Map<String, Celsius>>() {},
            (byPlace, context) -> Outcome.success(byPlace.size()))
        .handle(
            "tree", JsonNode.class, (tree, context) -> Outcome.success(tree.path("unit").asText()))
        .handle(
            "raw",
            byte[].class,
            (bytes, context) -> Outcome.success(bytes, "application/octet-stream"));
  }
}
