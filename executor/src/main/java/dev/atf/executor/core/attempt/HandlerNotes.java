package dev.atf.executor.core.attempt;

import com.google.protobuf.ByteString;
import dev.atf.protocol.v1.AttemptNotes;
import dev.atf.protocol.v1.Checkpoint;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Latest progress and checkpoint of one attempt, and which of them the HSC has acknowledged. Only
 * the latest value counts; earlier ones may never be sent.
 *
 * <p>Thread-safe: the handler sets values while heartbeats are under way.
 */
public final class HandlerNotes {
  private final String taskId;
  private @Nullable ByteString progress;
  private @Nullable Checkpoint checkpoint;
  // Null while no value was acknowledged, or while it is not known which value the HSC has.
  private @Nullable ByteString progressAcknowledged;
  private @Nullable Checkpoint checkpointAcknowledged;
  private long sequence;
  private boolean closed;

  HandlerNotes(String taskId) {
    this.taskId = taskId;
  }

  synchronized void progress(ByteString json) {
    if (!closed) {
      progress = json;
    }
  }

  synchronized void checkpoint(Checkpoint latest) {
    if (!closed) {
      checkpoint = latest;
    }
  }

  /** Ends the attempt: values that its threads set from now on come too late to be reported. */
  synchronized void close() {
    closed = true;
  }

  /**
   * Returns the values to send. Until {@link #acknowledged} it is unknown which the HSC has, and
   * they will be sent again. Each sending has a higher number than the one before, so that a
   * delayed one does not replace its successor.
   */
  public synchronized Optional<AttemptNotes> unacknowledged() {
    var notes = AttemptNotes.newBuilder().setTaskId(taskId);
    if (progress != null && !progress.equals(progressAcknowledged)) {
      notes.setProgress(progress);
      progressAcknowledged = null;
    }
    if (checkpoint != null && !checkpoint.equals(checkpointAcknowledged)) {
      notes.setCheckpoint(checkpoint);
      checkpointAcknowledged = null;
    }
    return notes.hasProgress() || notes.hasCheckpoint()
        ? Optional.of(notes.setSequence(++sequence).build())
        : Optional.empty();
  }

  /**
   * Records that the HSC has acknowledged a sending; the handler may have set newer values since.
   */
  public synchronized void acknowledged(AttemptNotes sent) {
    if (sent.hasProgress()) {
      progressAcknowledged = sent.getProgress();
    }
    if (sent.hasCheckpoint()) {
      checkpointAcknowledged = sent.getCheckpoint();
    }
  }
}
