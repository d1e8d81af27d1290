package dev.atf.cli.chore.model;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.MapperFeature;
import com.fasterxml.jackson.databind.exc.UnrecognizedPropertyException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.google.protobuf.ByteString;
import org.jspecify.annotations.Nullable;

/**
 * JSON of the files of a chore. It is parsed strictly, because anyone who can push may have written
 * it.
 */
public final class ChoreJson {
  /** Maximum size in bytes of a file that is read, which is far more than its fields need. */
  static final int BYTES_MAX = 16 * 1024;

  private static final int DEPTH_MAX = 4;

  private static final JsonMapper JSON =
      JsonMapper.builder(
              JsonFactory.builder()
                  .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
                  .streamReadConstraints(
                      StreamReadConstraints.builder().maxNestingDepth(DEPTH_MAX).build())
                  .build())
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .disable(MapperFeature.ALLOW_COERCION_OF_SCALARS)
          .defaultPropertyInclusion(
              JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.ALWAYS))
          .build();

  private ChoreJson() {}

  /**
   * Reads an object.
   *
   * @throws RefusedChoreException with the name of the file and the problem, but without the
   *     content of the file
   */
  static <T> T read(String name, ByteString content, Class<T> type) throws RefusedChoreException {
    if (!content.isValidUtf8()) {
      throw new RefusedChoreException(name + ": other bytes (expected: JSON in UTF-8)");
    }
    try {
      @Nullable T read = JSON.readValue(content.toStringUtf8(), type);
      if (read == null) {
        throw new RefusedChoreException(name + ": null (expected: an object)");
      }
      return read;
    } catch (UnrecognizedPropertyException e) {
      throw new RefusedChoreException(
          "%s: unknown field %s (expected: one of %s)"
              .formatted(name, shown(e.getPropertyName()), e.getKnownPropertyIds()));
    } catch (JsonProcessingException e) {
      throw new RefusedChoreException(
          name + ": not readable (expected: one JSON object with the documented fields)");
    }
  }

  public static String pretty(Object value) {
    try {
      return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(value) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  public static String compact(Object value) {
    try {
      return JSON.writeValueAsString(value);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Returns a text that is safe in a message: short and without control characters. */
  public static String shown(String text) {
    var clean = text.replaceAll("\\p{Cntrl}", "?");
    return clean.length() <= 200 ? clean : clean.substring(0, 200) + "…";
  }
}
