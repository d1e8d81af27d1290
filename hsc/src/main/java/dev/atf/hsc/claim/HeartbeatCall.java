package dev.atf.hsc.claim;

import dev.atf.model.Attempt;
import dev.atf.model.ExecutorId;
import dev.atf.model.LambdaName;
import dev.atf.model.TaskId;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Parsed Heartbeat call.
 *
 * @param notes of the attempts whose handlers reported something new
 * @param alone the attempt that the process runs alone, if there is one
 * @param readsUnknown whether the process can be told that some leases may not have been extended
 * @param dropped why some of the notes cannot be kept
 */
public record HeartbeatCall(
    ExecutorId executor,
    LambdaName lambda,
    List<Attempt> attempts,
    Map<TaskId, NumberedNotes> notes,
    Optional<TaskId> alone,
    boolean readsUnknown,
    List<String> dropped) {
  /** Chosen: a process with this many running attempts still beats within one call time-out. */
  public static final int ATTEMPTS_MAX = 1_000;

  NumberedNotes notesOf(Attempt attempt) {
    return notes.getOrDefault(attempt.taskId(), NumberedNotes.NONE);
  }

  boolean isAlone(Attempt attempt) {
    return alone.filter(attempt.taskId()::equals).isPresent();
  }

  public HeartbeatCall {
    attempts = List.copyOf(attempts);
    notes = Map.copyOf(notes);
    dropped = List.copyOf(dropped);
  }
}
