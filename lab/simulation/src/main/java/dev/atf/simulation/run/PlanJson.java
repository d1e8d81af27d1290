package dev.atf.simulation.run;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import dev.atf.simulation.world.WorldPlan;

/** WorldPlan as one line of JSON: the values that its seed draws, and the deviations from them. */
public final class PlanJson {
  private static final JsonMapper MAPPER =
      JsonMapper.builder()
          .addModule(new JavaTimeModule())
          .disable(SerializationFeature.WRITE_DURATIONS_AS_TIMESTAMPS)
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .disable(DeserializationFeature.ACCEPT_FLOAT_AS_INT)
          .enable(DeserializationFeature.FAIL_ON_NULL_FOR_PRIMITIVES)
          .enable(DeserializationFeature.FAIL_ON_NULL_CREATOR_PROPERTIES)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private PlanJson() {}

  /** Writes every value of a plan. */
  public static String text(WorldPlan plan) {
    return tree(plan).toString();
  }

  static ObjectNode tree(WorldPlan plan) {
    return MAPPER.valueToTree(plan);
  }

  /**
   * Reads the format of {@link #text}. Missing values are as the seed draws them.
   *
   * @throws IllegalArgumentException if the text is not a plan; the message says why
   */
  public static WorldPlan parse(String json) {
    return plan(read(json));
  }

  /** Reads a line of {@code kept-worlds.jsonl}. */
  static KeptWorld kept(String json) {
    var line = read(json);
    var reason = line.path("reason").asText();
    if (reason.isBlank() || line.size() != 2) {
      throw new IllegalArgumentException("expected: {\"reason\":\"…\",\"plan\":{…}}");
    }
    return new KeptWorld(reason, plan(line.path("plan")));
  }

  private static JsonNode read(String json) {
    try {
      return MAPPER.readTree(json);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException("no JSON: " + e.getOriginalMessage(), e);
    }
  }

  static WorldPlan plan(JsonNode given) {
    if (!(given instanceof ObjectNode changes) || !given.path("seed").canConvertToLong()) {
      throw new IllegalArgumentException("no plan (expected: {\"seed\":N,…})");
    }
    ObjectNode all = tree(WorldPlan.draw(given.path("seed").longValue()));
    all.setAll(changes);
    try {
      return MAPPER.treeToValue(all, WorldPlan.class);
    } catch (JsonMappingException e) {
      var where = e.getPath().isEmpty() ? "" : e.getPath().get(0).getFieldName() + ": ";
      throw new IllegalArgumentException(where + e.getOriginalMessage(), e);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e.getOriginalMessage(), e);
    }
  }
}
