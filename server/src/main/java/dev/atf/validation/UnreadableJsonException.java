package dev.atf.validation;

import com.fasterxml.jackson.core.JsonLocation;
import com.fasterxml.jackson.core.JsonParseException;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import java.io.IOException;

/**
 * Thrown for a text that is not one JSON document. The message contains the position, and no part
 * of the text.
 */
public final class UnreadableJsonException extends IOException {
  private static final long serialVersionUID = 1L;

  private final String complaint;

  UnreadableJsonException(String complaint, JsonLocation where) {
    this("%s at line %d, column %d".formatted(complaint, where.getLineNr(), where.getColumnNr()));
  }

  private UnreadableJsonException(String complaint) {
    super("the body cannot be read: " + complaint);
    this.complaint = complaint;
  }

  /**
   * Returns a description of the error and its position, for texts other than the body of a call.
   */
  public String complaint() {
    return complaint;
  }

  /**
   * Creates the exception.
   *
   * @param reached position of the parser, if the parser does not report one
   */
  static UnreadableJsonException of(JsonProcessingException thrown, JsonLocation reached) {
    var where = thrown.getLocation();
    return new UnreadableJsonException(
        complaint(thrown), where == null || where.getLineNr() < 1 ? reached : where);
  }

  /**
   * Returns a description of the error without the parser's own message, which may contain a part
   * of a payload.
   */
  private static String complaint(JsonProcessingException thrown) {
    var message = String.valueOf(thrown.getOriginalMessage());
    if (thrown instanceof StreamConstraintsException) {
      return message.contains("nesting")
          ? "it is nested too deeply"
          : "a number or a name is too long";
    }
    if (message.startsWith("Duplicate")) {
      return "a property occurs twice in one object";
    }
    if (message.startsWith("Unexpected end-of-input")) {
      return "it ends too early";
    }
    return thrown instanceof JsonParseException ? "it is not JSON" : "it is not readable";
  }
}
