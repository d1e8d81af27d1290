package dev.atf.hsc.claim;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonToken;
import dev.atf.hsc.call.HscMetrics;
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
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the notes of handlers in one call, as far as they can be stored. Invalid notes do not fail
 * the rest of the call, because leases and results matter more than notes.
 */
final class NoteReader {
  private static final Logger log = LoggerFactory.getLogger(NoteReader.class);

  private static final JsonFactory JSON = new JsonFactory();

  /** Reasons why parts of the notes cannot be stored, one for each part. */
  private final List<String> dropped = new ArrayList<>();

  /** Reads the notes of a heartbeat's attempts. If a task has several notes, the first is used. */
  Map<TaskId, HeartbeatRules.SentNotes> of(HeartbeatRequest request) {
    var unused = isBetween("notes", request.getNotesCount(), 0, Heartbeats.ATTEMPTS_MAX);
    var running =
        request.getAttemptsList().stream().map(AttemptRef::getTaskId).collect(Collectors.toSet());
    var all = new HashMap<TaskId, HeartbeatRules.SentNotes>();
    for (int i = 0; i < Math.min(request.getNotesCount(), Heartbeats.ATTEMPTS_MAX); i++) {
      var sent = request.getNotes(i);
      var path = "notes[" + i + "].";
      var task = taskId(sent);
      if (task.isEmpty() || !running.contains(sent.getTaskId())) {
        drop(path + "taskId", "one of the attempts of this call");
      } else if (all.containsKey(task.get())) {
        drop(path + "taskId", "one entry for each task");
      } else if (isBetween(path + "sequence", sent.getSequence(), 0, Long.MAX_VALUE)) {
        all.put(task.get(), new HeartbeatRules.SentNotes(read(path, sent), sent.getSequence()));
      }
    }
    return all;
  }

  /**
   * Reads the notes that come with a result. They need not name its task.
   *
   * @param path path of the result, such as {@code results[3].}
   */
  Notes of(String path, AttemptResult result) {
    var named = result.getNotes().getTaskId();
    if (!named.isEmpty() && !named.equals(result.getAttemptRef().getTaskId())) {
      drop(path + "notes.taskId", "the task of this result, or nothing");
      return Notes.NONE;
    }
    return read(path + "notes.", result.getNotes());
  }

  /**
   * Reports the parts that cannot be stored, if there are any.
   *
   * @param call label of the metric
   */
  void reportDropped(String call, String executorId, String lambda, HscMetrics metrics) {
    if (!dropped.isEmpty()) {
      metrics.notesDropped(call, dropped.size());
      log.warn(
          "notes dropped executorId={} lambda={} parts={} first={}",
          executorId,
          lambda,
          dropped.size(),
          dropped.get(0));
    }
  }

  private Notes read(String path, AttemptNotes notes) {
    return new Notes(
        notes.hasProgress() ? progress(path, notes.getProgress().toByteArray()) : null,
        notes.hasCheckpoint() ? checkpoint(path, notes.getCheckpoint()) : null);
  }

  private static Optional<TaskId> taskId(AttemptNotes sent) {
    try {
      return Optional.of(new TaskId(sent.getTaskId()));
    } catch (InvalidFieldException e) {
      return Optional.empty();
    }
  }

  private @Nullable Payload progress(String path, byte[] bytes) {
    if (!isBetween(path + "progress", bytes.length, 1, Limits.PROGRESS_BYTES_MAX)) {
      return null;
    }
    if (!isJson(bytes)) {
      drop(path + "progress", "one JSON value in UTF-8");
      return null;
    }
    return new Payload(bytes, Payload.JSON);
  }

  private @Nullable Payload checkpoint(String path, Checkpoint checkpoint) {
    var at = path + "checkpoint.";
    var data = checkpoint.getData();
    var type = checkpoint.getContentType();
    var kept =
        isBetween(at + "data", data.size(), 0, Limits.CHECKPOINT_BYTES_MAX)
            && isBetween(at + "contentType", type.length(), 0, NoteLimits.CONTENT_TYPE_CHARS_MAX);
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

  /**
   * Returns whether {@code value} is within the bounds. A value outside of them counts as dropped.
   */
  private boolean isBetween(String field, long value, long min, long max) {
    if (value >= min && value <= max) {
      return true;
    }
    drop(field + ": " + value, min + " to " + max);
    return false;
  }

  /**
   * Counts a part as dropped.
   *
   * @param expected values that can be stored; the actual value is not logged, because it may be
   *     the handler's data
   */
  private void drop(String field, String expected) {
    dropped.add(field + " (expected: " + expected + ")");
  }
}
