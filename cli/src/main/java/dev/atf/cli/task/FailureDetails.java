package dev.atf.cli.task;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Struct;
import com.google.protobuf.util.JsonFormat;
import dev.atf.protocol.v1.Failure;
import java.util.LinkedHashMap;
import java.util.Map;

/** Formats the details of a failure as sections for people. */
public final class FailureDetails {
  private FailureDetails() {}

  /**
   * Returns the texts by the names of their sections. Details are a stack trace or another text, or
   * the ends of both output streams for the lambda {@code command}.
   */
  public static Map<String, String> sections(Failure failure) {
    var details = failure.getDetails();
    if (failure.getCode().startsWith("COMMAND_") && details.startsWith("{")) {
      try {
        var fields = Struct.newBuilder();
        JsonFormat.parser().merge(details, fields);
        var texts = new LinkedHashMap<String, String>();
        for (var stream : new String[] {"stdout", "stderr"}) {
          texts.put(stream, fields.getFieldsOrThrow(stream).getStringValue());
        }
        return texts;
      } catch (InvalidProtocolBufferException | IllegalArgumentException e) {
        return Map.of("details", details);
      }
    }
    return Map.of("details", details);
  }
}
