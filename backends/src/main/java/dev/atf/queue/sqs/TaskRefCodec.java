package dev.atf.queue.sqs;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.model.check.InvalidFieldException;
import java.util.Optional;

/**
 * Body of a message: {@code {"t":"<task id>","e":<epoch>}}. Reading is strict about both fields.
 * Other fields are ignored, because a newer sender may add some.
 */
final class TaskRefCodec {
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
          .build();

  private TaskRefCodec() {}

  static String write(TaskRef ref) {
    return JSON.createObjectNode().put("t", ref.taskId().value()).put("e", ref.epoch()).toString();
  }

  /** Reads a body; empty if it does not have this form. */
  static Optional<TaskRef> read(String body) {
    try {
      JsonNode message = JSON.readTree(body);
      var taskId = message.path("t");
      var epoch = message.path("e");
      if (!taskId.isTextual() || !epoch.isIntegralNumber() || !epoch.canConvertToLong()) {
        return Optional.empty();
      }
      return Optional.of(new TaskRef(new TaskId(taskId.textValue()), epoch.longValue()));
    } catch (JsonProcessingException | InvalidFieldException e) {
      return Optional.empty();
    }
  }
}
