package dev.atf.executor.core.attempt;

import com.google.protobuf.ByteString;
import dev.atf.executor.core.call.ResultLimits;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.AttemptNotes;
import dev.atf.protocol.v1.AttemptRef;
import dev.atf.protocol.v1.AttemptResult;
import dev.atf.protocol.v1.AttemptResult.Success;
import dev.atf.protocol.v1.Checkpoint;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.protocol.v1.Work;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One claimed attempt in this process: the work as the controller sent it, and what has happened to
 * it here.
 *
 * <ul>
 *   <li><b>Arrived</b>: claimed and fetched. No slot has taken it, and it is not heartbeated.
 *   <li><b>Held</b>: in {@link RunningAttempts}. It is heartbeated, and its slot runs it.
 *   <li><b>Ended</b>: its result waits for a definite answer. It is still held and heartbeated.
 *   <li><b>Reported</b>, lost or abandoned: it is no longer held.
 * </ul>
 *
 * <p>Thread-safe: the thread that runs the handler, the heartbeats and the drain use it. A
 * handler's thread is interrupted only while it is in the handler.
 */
public final class RunningAttempt {
  private final Work work;
  private final Duration lease;
  private final Notes notes;
  private final Children children = new Children();
  private final LogSink log;
  private final long claimedAt;
  private long deadline;
  private @Nullable Long acknowledgedAt;
  private boolean lost;
  private boolean cancelRequested;
  private boolean killed;
  private boolean overdue;
  private boolean drained;
  private boolean failed;
  private @Nullable Thread handler;
  private boolean isOver;
  private @Nullable AttemptResult result;

  /**
   * Creates an attempt that has just arrived.
   *
   * @param claimedAt time on the monotonic clock at or before the sending of its claim; the lease
   *     counts from it
   */
  public RunningAttempt(Work work, long claimedAt) {
    this.work = work;
    this.lease = ProtoTimes.java(work.getLease());
    this.notes = new Notes(work.getTaskId());
    this.log = new LogSink(work.getLogBytesMax());
    this.claimedAt = claimedAt;
    this.deadline = claimedAt + lease.toNanos();
  }

  public Work work() {
    return work;
  }

  /** Returns the lease that arrived with the work. */
  public Duration lease() {
    return lease;
  }

  /** Returns a time on the monotonic clock at or before the sending of the claim. */
  long claimedAt() {
    return claimedAt;
  }

  /**
   * Returns the time until the deadline of the task, on the monotonic clock. Zero or negative after
   * the deadline; empty if the deadline is unknown.
   */
  public Optional<Duration> timeLeft(long now) {
    if (work.hasDeadlineLeft()) {
      return Optional.of(ProtoTimes.java(work.getDeadlineLeft()).minusNanos(now - claimedAt));
    }
    return work.hasJob() && work.getJob().hasUltimatumLeft()
        ? Optional.of(ProtoTimes.java(work.getJob().getUltimatumLeft()).minusNanos(now - claimedAt))
        : Optional.empty();
  }

  /** Returns whether the handler may only be called while this process runs nothing else. */
  public boolean runsAlone() {
    return work.getAlone();
  }

  public String taskId() {
    return work.getTaskId();
  }

  public Notes notes() {
    return notes;
  }

  public LogSink log() {
    return log;
  }

  /** Returns the tasks that the handler schedules. */
  Children children() {
    return children;
  }

  public AttemptRef ref() {
    return AttemptRef.newBuilder()
        .setTaskId(work.getTaskId())
        .setEpoch(work.getEpoch())
        .setClaimId(work.getClaimId())
        .build();
  }

  /** Returns the time on the monotonic clock after which another executor may claim the task. */
  public synchronized long deadline() {
    return deadline;
  }

  /**
   * Moves the lease's deadline to one lease after the sending of an acknowledged heartbeat. It
   * never moves back, and does not move after the claim is lost.
   *
   * @param extendedBy the lease that the acknowledgement names
   */
  public synchronized void acknowledged(long heartbeatSentAt, Duration extendedBy) {
    acknowledgedAt = heartbeatSentAt;
    long extended = heartbeatSentAt + extendedBy.toNanos();
    if (!lost && extended - deadline > 0) {
      deadline = extended;
    }
  }

  /** Returns whether a heartbeat that was sent after a given time was acknowledged. */
  public synchronized boolean isAcknowledgedSince(long nanos) {
    return acknowledgedAt != null && acknowledgedAt - nanos > 0;
  }

  /** Marks the claim as lost: the handler is interrupted and its result will not be reported. */
  public synchronized void lose() {
    if (!lost) {
      lost = true;
      interruptHandler();
    }
  }

  /** Cancels the attempt on behalf of its owner. The handler is interrupted once. */
  public synchronized void cancel() {
    if (!cancelRequested) {
      cancelRequested = true;
      interruptHandler();
    }
  }

  /** Marks the attempt as killed by an operator. The handler is interrupted once. */
  public synchronized void kill() {
    if (!killed) {
      killed = true;
      interruptHandler();
    }
  }

  /**
   * Marks the task's deadline as passed. The handler is interrupted once, and its later outcome is
   * ignored.
   *
   * @return false if it was marked before, or the handler has ended
   */
  public synchronized boolean passDeadline() {
    if (overdue || isOver) {
      return false;
    }
    overdue = true;
    interruptHandler();
    return true;
  }

  /** Returns whether the task has a deadline that is not marked as passed yet. */
  public synchronized boolean heedsDeadline() {
    return !overdue && !isOver;
  }

  public synchronized boolean isOverdue() {
    return overdue;
  }

  /** Interrupts the handler, because the process cannot wait any longer. */
  public synchronized void drain() {
    if (!drained) {
      drained = true;
      interruptHandler();
    }
  }

  public synchronized boolean isLost() {
    return lost;
  }

  public synchronized boolean isCancelRequested() {
    return cancelRequested;
  }

  public synchronized boolean isKilled() {
    return killed;
  }

  /** Records that the failure of the attempt was recorded, and that no order to stop caused it. */
  public synchronized void fail() {
    failed = !isAskedToStop();
  }

  synchronized boolean hasFailed() {
    return failed;
  }

  public synchronized boolean isAskedToStop() {
    return lost || cancelRequested || killed || overdue || drained;
  }

  public synchronized boolean isInHandler() {
    return handler != null;
  }

  /** Returns the thread that runs the handler. */
  synchronized Optional<Thread> handlerThread() {
    return Optional.ofNullable(handler);
  }

  /**
   * Enters the handler with the calling thread.
   *
   * @return false if the attempt was already asked to stop, so that the handler must not be called
   */
  public synchronized boolean enter() {
    if (isAskedToStop()) {
      return false;
    }
    handler = Thread.currentThread();
    return true;
  }

  /**
   * Leaves the handler with the calling thread. An interruption meant for the handler is discarded,
   * and no more notes, children and log lines are accepted.
   */
  public synchronized void leave() {
    notes.close();
    children.close();
    log.close();
    handler = null;
    isOver = true;
    boolean ignored = Thread.interrupted();
  }

  /** Ends the attempt with the result to report. */
  public synchronized void end(AttemptResult resultToReport) {
    result = resultToReport;
  }

  /** Returns the result to report, once the attempt has ended with one. */
  public synchronized AttemptResult result() {
    return Objects.requireNonNull(result, "result");
  }

  private void interruptHandler() {
    if (handler != null) {
      handler.interrupt();
    }
  }

  /** Names the attempt in logs, without its payload. */
  @Override
  public String toString() {
    return "taskId="
        + work.getTaskId()
        + " epoch="
        + work.getEpoch()
        + " attempt="
        + work.getAttempt();
  }

  /**
   * Latest progress and checkpoint of one attempt, and which of them the HSC has acknowledged. An
   * earlier value may never be sent.
   *
   * <p>Thread-safe: the handler sets values while heartbeats are in progress.
   */
  public static final class Notes {
    private final String taskId;
    private @Nullable ByteString progress;
    private @Nullable Checkpoint checkpoint;
    // Null as long as no value was acknowledged, or while it is unknown which value the HSC has.
    private @Nullable ByteString progressAcknowledged;
    private @Nullable Checkpoint checkpointAcknowledged;
    private long sequence;
    private boolean closed;

    private Notes(String taskId) {
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

    /** Ends the attempt. Values that its threads set from now on are too late to be reported. */
    synchronized void close() {
      closed = true;
    }

    /**
     * Returns the values to send. Until {@link #acknowledged} is called, it is unknown which values
     * the HSC has, so they are sent again. Each message has a higher number than the one before, so
     * that a delayed message does not replace a later one.
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
     * Records that the HSC has acknowledged these notes. The handler may have set newer values
     * since then.
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

  /**
   * Tasks that the handler of one attempt has scheduled. They are created with its success or not
   * at all.
   *
   * <p>Thread-safe: a handler may have several threads.
   */
  static final class Children {
    private final List<ScheduleRequest> children = new ArrayList<>();
    private final List<Success.Join> joins = new ArrayList<>();
    private int count;
    private long bytes;
    private boolean closed;

    /**
     * Adds a child.
     *
     * @return index of the child, from 0
     * @throws IllegalStateException if there are too many children, they are too large, or the
     *     attempt has ended
     */
    synchronized int add(ScheduleRequest child) {
      grow(1, child.getSerializedSize());
      children.add(child);
      return children.size() - 1;
    }

    /**
     * Adds a group of children with the task after them.
     *
     * @throws IllegalStateException if there are too many children, they are too large, or the
     *     attempt has ended
     */
    synchronized void add(Success.Join join) {
      grow(join.getChildrenCount() + 1, join.getSerializedSize());
      joins.add(join);
    }

    private synchronized void grow(int more, int moreBytes) {
      if (closed) {
        throw new IllegalStateException("schedule: the attempt has ended");
      }
      if (count + more > ResultLimits.CHILDREN_MAX) {
        throw new IllegalStateException(
            "schedule: "
                + (count + more)
                + " children (expected: at most "
                + ResultLimits.CHILDREN_MAX
                + ")");
      }
      if (bytes + moreBytes > ResultLimits.CHILDREN_BYTES_MAX) {
        throw new IllegalStateException(
            "schedule: children of "
                + (bytes + moreBytes)
                + " bytes (expected: at most "
                + ResultLimits.CHILDREN_BYTES_MAX
                + ")");
      }
      count += more;
      bytes += moreBytes;
    }

    /**
     * Ends the attempt. Children that its threads schedule later would not be reported with it, and
     * are refused.
     */
    synchronized void close() {
      closed = true;
    }

    /** Adds all children to the success with which they are reported. */
    synchronized void addTo(Success.Builder success) {
      success.addAllChildren(children).addAllJoins(joins);
    }
  }
}
