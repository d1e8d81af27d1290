package dev.atf.hsc;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonToken;
import dev.atf.model.Limits;
import dev.atf.model.Notes;
import dev.atf.model.Payload;
import dev.atf.model.TaskId;
import dev.atf.protocol.v1.AttemptNotes;
import dev.atf.protocol.v1.AttemptRef;
import dev.atf.protocol.v1.AttemptResult;
import dev.atf.protocol.v1.Checkpoint;
import dev.atf.protocol.v1.HeartbeatRequest;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What handlers say of their work, in the model's words. */
final class ReportedNotes {
  /** Chosen: media types are short. */
  private static final int CONTENT_TYPE_CHARS_MAX = 200;

  private static final JsonFactory JSON = new JsonFactory();

  private ReportedNotes() {}

  /** Of the attempts that a heartbeat names. */
  static Map<TaskId, Notes> read(Fields fields, HeartbeatRequest request) {
    fields.requireBetween("notes", request.getNotesCount(), 0, HeartbeatCall.ATTEMPTS_MAX);
    var running =
        request.getAttemptsList().stream().map(AttemptRef::getTaskId).collect(Collectors.toSet());
    var all = new HashMap<TaskId, Notes>();
    for (int i = 0; i < request.getNotesCount(); i++) {
      var said = request.getNotes(i);
      var path = "notes[" + i + "].";
      var task = fields.read(path, () -> new TaskId(said.getTaskId()));
      var notes = read(fields, path, said);
      if (task.isPresent() && !running.contains(said.getTaskId())) {
        fields.refuse(path + "taskId", said.getTaskId(), "one of the attempts of this call");
      } else if (task.isPresent() && all.put(task.get(), notes) != null) {
        fields.refuse(path + "taskId", said.getTaskId(), "one entry for each task");
      }
    }
    return all;
  }

  /** Beside a result; they need not repeat its task. */
  static Notes read(Fields fields, String path, AttemptResult result) {
    var named = result.getNotes().getTaskId();
    if (!named.isEmpty() && !named.equals(result.getAttemptRef().getTaskId())) {
      fields.refuse(path + "notes.taskId", named, "the task of this result, or nothing");
    }
    return read(fields, path + "notes.", result.getNotes());
  }

  private static Notes read(Fields fields, String path, AttemptNotes notes) {
    return new Notes(
        notes.hasProgress() ? progress(fields, path, notes.getProgress().toByteArray()) : null,
        notes.hasCheckpoint() ? checkpoint(fields, path, notes.getCheckpoint()) : null);
  }

  private static Payload progress(Fields fields, String path, byte[] bytes) {
    fields.requireBetween(path + "progress", bytes.length, 1, Limits.PROGRESS_BYTES_MAX);
    if (bytes.length <= Limits.PROGRESS_BYTES_MAX && !isJson(bytes)) {
      fields.refuse(path + "progress", bytes.length + " bytes", "one JSON value in UTF-8");
    }
    return new Payload(bytes, Payload.JSON);
  }

  private static Payload checkpoint(Fields fields, String path, Checkpoint checkpoint) {
    var at = path + "checkpoint.";
    fields.requireBetween(at + "data", checkpoint.getData().size(), 0, Limits.CHECKPOINT_BYTES_MAX);
    fields.requireBetween(
        at + "contentType", checkpoint.getContentType().length(), 0, CONTENT_TYPE_CHARS_MAX);
    return new Payload(checkpoint.getData().toByteArray(), checkpoint.getContentType());
  }

  private static boolean isJson(byte[] bytes) {
    try {
      var text = StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      try (var parser = JSON.createParser(text)) {
        @Nullable JsonToken first = parser.nextToken();
        parser.skipChildren();
        return first != null && parser.nextToken() == null;
      }
    } catch (IOException e) {
      return false;
    }
  }
}
