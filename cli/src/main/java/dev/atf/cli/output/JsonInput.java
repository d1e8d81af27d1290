package dev.atf.cli.output;

import com.google.protobuf.ByteString;
import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Message;
import com.google.protobuf.Value;
import com.google.protobuf.util.JsonFormat;
import dev.atf.model.Payload;
import dev.atf.model.check.InvalidFieldException;
import dev.atf.validation.JsonBody;
import dev.atf.validation.JsonValues;
import dev.atf.validation.UnreadableJsonException;
import dev.atf.validation.Violations;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * JSON from the command line or a file, parsed as strictly as the server parses a body, with the
 * same error messages.
 *
 * @param source name of the option or the file, for messages
 */
public record JsonInput(String source, String text) {
  public static JsonInput ofFile(Path file) {
    return new JsonInput(file.toString(), InputFile.text(file));
  }

  /**
   * Sets the payload of a request to this JSON value. It is set as the field {@code json}, or as
   * the unchanged text in {@code data} if a Value would change a number.
   *
   * @param request message with these fields
   * @throws CommandFailedException if it is not one JSON value
   */
  public void payloadOf(Message.Builder request) {
    var fields = request.getDescriptorForType();
    var value = kept();
    if (value.isPresent()) {
      request.setField(fields.findFieldByName("json"), value.get());
    } else {
      request.setField(fields.findFieldByName("data"), ByteString.copyFrom(bytes()));
      request.setField(fields.findFieldByName("content_type"), Payload.JSON);
    }
  }

  /**
   * Returns the text as one JSON value.
   *
   * @throws CommandFailedException if it is not one JSON value, or a Value would change it
   */
  public Value value() {
    return kept()
        .orElseThrow(
            () -> refused("a number that no double holds (expected: others, or a text for it)"));
  }

  /** Returns the JSON value; empty if a Value would change it. */
  private Optional<Value> kept() {
    try {
      JsonBody.checkValue(bytes());
    } catch (UnreadableJsonException e) {
      throw refused(e);
    }
    return JsonValues.toValue(bytes());
  }

  /**
   * Adds the fields of one JSON object.
   *
   * @throws CommandFailedException with the names of all invalid fields
   */
  public <B extends Message.Builder> B into(B message) {
    var violations = new Violations();
    try {
      JsonBody.check(bytes(), message.getDescriptorForType(), Map.of(), violations);
      if (!violations.isEmpty()) {
        throw refused(String.valueOf(new InvalidFieldException(violations.all()).getMessage()));
      }
      JsonFormat.parser().merge(text, message);
      return message;
    } catch (UnreadableJsonException e) {
      throw refused(e);
    } catch (InvalidProtocolBufferException e) {
      throw refused("not the JSON of " + message.getDescriptorForType().getName());
    }
  }

  private byte[] bytes() {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private CommandFailedException refused(UnreadableJsonException error) {
    return refused(
        error.complaint() + " (expected: one JSON value, its names and texts in double quotes)");
  }

  private CommandFailedException refused(String why) {
    return new CommandFailedException(source + ": " + why);
  }
}
