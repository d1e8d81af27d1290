package dev.atf.hsc.claim;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonToken;
import dev.atf.model.Payload;
import dev.atf.model.TaskId;
import dev.atf.model.check.InvalidFieldException;
import dev.atf.model.check.Limits;
import dev.atf.model.task.Notes;
import dev.atf.protocol.NoteLimits;
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
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Notes of handlers, converted to the model as far as they can be kept. */
public final class ReportedNotes {
  private static final JsonFactory JSON = new JsonFactory();

  private ReportedNotes() {}

  /** Reads the notes of a heartbeat's attempts; of several for one task, the first. */
  public static Map<TaskId, NumberedNotes> read(DroppedNotes dropped, HeartbeatRequest request) {
    dropped.isBetween("notes", request.getNotesCount(), 0, HeartbeatCall.ATTEMPTS_MAX);
    var running =
        request.getAttemptsList().stream().map(AttemptRef::getTaskId).collect(Collectors.toSet());
    var all = new HashMap<TaskId, NumberedNotes>();
    for (int i = 0; i < Math.min(request.getNotesCount(), HeartbeatCall.ATTEMPTS_MAX); i++) {
      var said = request.getNotes(i);
      var path = "notes[" + i + "].";
      var task = taskId(said);
      if (task.isEmpty() || !running.contains(said.getTaskId())) {
        dropped.add(path + "taskId", "one of the attempts of this call");
      } else if (all.containsKey(task.get())) {
        dropped.add(path + "taskId", "one entry for each task");
      } else if (dropped.isBetween(path + "sequence", said.getSequence(), 0, Long.MAX_VALUE)) {
        all.put(task.get(), new NumberedNotes(read(dropped, path, said), said.getSequence()));
      }
    }
    return all;
  }

  /** Reads the notes beside a result; they need not repeat its task. */
  public static Notes read(DroppedNotes dropped, String path, AttemptResult result) {
    var named = result.getNotes().getTaskId();
    if (!named.isEmpty() && !named.equals(result.getAttemptRef().getTaskId())) {
      dropped.add(path + "notes.taskId", "the task of this result, or nothing");
      return Notes.NONE;
    }
    return read(dropped, path + "notes.", result.getNotes());
  }

  private static Notes read(DroppedNotes dropped, String path, AttemptNotes notes) {
    return new Notes(
        notes.hasProgress() ? progress(dropped, path, notes.getProgress().toByteArray()) : null,
        notes.hasCheckpoint() ? checkpoint(dropped, path, notes.getCheckpoint()) : null);
  }

  private static Optional<TaskId> taskId(AttemptNotes said) {
    try {
      return Optional.of(new TaskId(said.getTaskId()));
    } catch (InvalidFieldException e) {
      return Optional.empty();
    }
  }

  private static @Nullable Payload progress(DroppedNotes dropped, String path, byte[] bytes) {
    if (!dropped.isBetween(path + "progress", bytes.length, 1, Limits.PROGRESS_BYTES_MAX)) {
      return null;
    }
    if (!isJson(bytes)) {
      dropped.add(path + "progress", "one JSON value in UTF-8");
      return null;
    }
    return new Payload(bytes, Payload.JSON);
  }

  private static @Nullable Payload checkpoint(
      DroppedNotes dropped, String path, Checkpoint checkpoint) {
    var at = path + "checkpoint.";
    var data = checkpoint.getData();
    var type = checkpoint.getContentType();
    var kept =
        dropped.isBetween(at + "data", data.size(), 0, Limits.CHECKPOINT_BYTES_MAX)
            && dropped.isBetween(
                at + "contentType", type.length(), 0, NoteLimits.CONTENT_TYPE_CHARS_MAX);
    return kept ? new Payload(data.toByteArray(), type) : null;
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
