package dev.atf.executor.core.attempt;

import com.google.protobuf.ByteString;
import dev.atf.protocol.v1.AttemptNotes;
import dev.atf.protocol.v1.Checkpoint;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the handler of one attempt has said of its work, and what of it the HSC has acknowledged.
 * The latest word counts; what came before it may never be sent.
 *
 * <p>Thread-safe: the handler speaks while heartbeats are under way.
 */
public final class HandlerNotes {
  private final String taskId;
  private @Nullable ByteString progress;
  private @Nullable Checkpoint checkpoint;
  // Null while nothing was acknowledged, or while it is not known which word the HSC has.
  private @Nullable ByteString progressHeard;
  private @Nullable Checkpoint checkpointHeard;
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

  /** The attempt is over: what its threads say now comes too late to be reported with it. */
  synchronized void close() {
    closed = true;
  }

  /**
   * What has to be sent: until {@link #heard} it is unknown what the HSC has, and it will be part
   * of the next sending too. Each sending has a higher number than the one before, so that one that
   * was delayed on its way does not replace its successor.
   */
  public synchronized Optional<AttemptNotes> unheard() {
    var notes = AttemptNotes.newBuilder().setTaskId(taskId);
    if (progress != null && !progress.equals(progressHeard)) {
      notes.setProgress(progress);
      progressHeard = null;
    }
    if (checkpoint != null && !checkpoint.equals(checkpointHeard)) {
      notes.setCheckpoint(checkpoint);
      checkpointHeard = null;
    }
    return notes.hasProgress() || notes.hasCheckpoint()
        ? Optional.of(notes.setSequence(++sequence).build())
        : Optional.empty();
  }

  /** The HSC has acknowledged what was sent; the handler may have said more since. */
  public synchronized void heard(AttemptNotes sent) {
    if (sent.hasProgress()) {
      progressHeard = sent.getProgress();
    }
    if (sent.hasCheckpoint()) {
      checkpointHeard = sent.getCheckpoint();
    }
  }
}
