package dev.atf.executor.core.attempt;

import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonMappingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.exc.ValueInstantiationException;
import com.google.protobuf.ByteString;
import java.io.IOException;
import java.util.stream.Collectors;

/**
 * Reads payloads as the type of one handler: bytes as they are, a JSON tree, or any type that
 * Jackson can create.
 *
 * @param <T> type of the handler's payload
 */
public record PayloadReader<T>(ObjectMapper json, JavaType type) {
  /**
   * Reads a payload.
   *
   * @throws PayloadUnreadableException with the name of the invalid field, but never its value,
   *     because more people may see failures than payloads
   */
  @SuppressWarnings("unchecked") // the type that the handler was registered with
  public T read(ByteString payload, String contentType) throws PayloadUnreadableException {
    if (type.hasRawClass(byte[].class)) {
      return (T) payload.toByteArray();
    }
    if (!contentType.isEmpty() && !isJson(contentType)) {
      throw new PayloadUnreadableException(
          "contentType: " + contentType + " (expected: application/json)");
    }
    if (payload.isEmpty()) {
      if (type.isTypeOrSubTypeOf(JsonNode.class)) {
        return (T) json.nullNode();
      }
      throw new PayloadUnreadableException("payload: empty (expected: " + describe(type) + ")");
    }
    try {
      T value = json.readValue(payload.toByteArray(), type);
      if (value == null) {
        throw new PayloadUnreadableException("payload: null (expected: " + describe(type) + ")");
      }
      return value;
    } catch (IOException e) {
      throw new PayloadUnreadableException(reason(e));
    }
  }

  private static boolean isJson(String contentType) {
    var media = contentType.split(";", 2)[0].strip();
    return media.equals("application/json") || media.endsWith("+json");
  }

  private String reason(IOException error) {
    if (error instanceof JsonParseException parse) {
      var at = parse.getLocation();
      return "payload: not JSON at line "
          + at.getLineNr()
          + ", column "
          + at.getColumnNr()
          + " (expected: "
          + describe(type)
          + ")";
    }
    if (error instanceof ValueInstantiationException refused && refused.getCause() != null) {
      // The owner's own constructor refused the value. The owner decides what its message shows.
      return path(refused) + ": " + refused.getCause().getMessage();
    }
    if (error instanceof MismatchedInputException mismatch && mismatch.getTargetType() != null) {
      return path(mismatch)
          + ": unreadable (expected: "
          + mismatch.getTargetType().getSimpleName()
          + ")";
    }
    if (error instanceof JsonMappingException mapping) {
      return path(mapping) + ": unreadable";
    }
    return "payload: unreadable (expected: " + describe(type) + ")";
  }

  private static String path(JsonMappingException error) {
    var path =
        error.getPath().stream()
            .map(step -> step.getFieldName() == null ? "[]" : step.getFieldName())
            .collect(Collectors.joining("."));
    return path.isEmpty() ? "payload" : path;
  }

  private static String describe(JavaType type) {
    return "JSON of " + type.getRawClass().getSimpleName();
  }
}
