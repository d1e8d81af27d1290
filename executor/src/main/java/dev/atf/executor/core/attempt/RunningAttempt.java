package dev.atf.executor.core.attempt;

import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.AttemptRef;
import dev.atf.protocol.v1.AttemptResult;
import dev.atf.protocol.v1.Work;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One claimed attempt in this process: the work as the controller sent it, and what has happened to
 * it here.
 *
 * <ul>
 *   <li><b>Arrived</b>: fetched. It is claimed, but no slot has taken it, and it is not heartbeated.
 *   <li><b>Held</b>: in {@link RunningAttempts}. It is heartbeated, and its slot runs it.
 *   <li><b>Ended</b>: its result waits for a definite answer. It is still held and heartbeated.
 *   <li><b>Reported</b>, lost or given up: no longer held.
 * </ul>
 *
 * <p>Thread-safe: the thread that runs the handler, the heartbeats and the drain use it. A
 * handler's thread is interrupted only while it is in the handler.
 */
public final class RunningAttempt {
  private final Work work;
  private final Duration lease;
  private final HandlerNotes notes;
  private final ScheduledChildren children = new ScheduledChildren();
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
   * @param claimedAt a time of the monotonic clock that is no later than the sending of its claim:
   *     its lease counts from then
   */
  public RunningAttempt(Work work, long claimedAt) {
    this.work = work;
    this.lease = ProtoTimes.java(work.getLease());
    this.notes = new HandlerNotes(work.getTaskId());
    this.log = new LogSink(work.getLogBytesMax());
    this.claimedAt = claimedAt;
    this.deadline = claimedAt + lease.toNanos();
  }

  public Work work() {
    return work;
  }

  /** Returns the lease as it came with the work. */
  public Duration lease() {
    return lease;
  }

  /** Returns a time of the monotonic clock that is no later than the sending of its claim. */
  long claimedAt() {
    return claimedAt;
  }

  /**
   * Returns the time until its task's deadline, by the monotonic clock; zero or less once it is
   * over. Empty if it is not known.
   */
  public Optional<Duration> timeLeft(long now) {
    if (work.hasDeadlineLeft()) {
      return Optional.of(ProtoTimes.java(work.getDeadlineLeft()).minusNanos(now - claimedAt));
    }
    return work.hasJob() && work.getJob().hasUltimatumLeft()
        ? Optional.of(ProtoTimes.java(work.getJob().getUltimatumLeft()).minusNanos(now - claimedAt))
        : Optional.empty();
  }

  /** Returns whether its handler may be called only while this process runs nothing else. */
  public boolean runsAlone() {
    return work.getAlone();
  }

  public String taskId() {
    return work.getTaskId();
  }

  public HandlerNotes notes() {
    return notes;
  }

  public LogSink log() {
    return log;
  }

  /** Returns the tasks that its handler schedules. */
  ScheduledChildren children() {
    return children;
  }

  public AttemptRef ref() {
    return AttemptRef.newBuilder()
        .setTaskId(work.getTaskId())
        .setEpoch(work.getEpoch())
        .setClaimId(work.getClaimId())
        .build();
  }

  /** Returns the time of the monotonic clock after which another executor may claim the task. */
  public synchronized long deadline() {
    return deadline;
  }

  /**
   * Moves the deadline to a lease after the sending of a heartbeat that was acknowledged; never
   * back, and not once the claim is lost.
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

  /** Returns whether a heartbeat that was sent after this moment was acknowledged. */
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

  /** Cancels the attempt for its owner: the handler is interrupted, once. */
  public synchronized void cancel() {
    if (!cancelRequested) {
      cancelRequested = true;
      interruptHandler();
    }
  }

  /** Marks the attempt as killed by an operator: the handler is interrupted, once. */
  public synchronized void kill() {
    if (!killed) {
      killed = true;
      interruptHandler();
    }
  }

  /**
   * Marks the task's deadline as passed: the handler is interrupted, once, and its later outcome is
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

  /** Returns whether its task has a deadline that has not been marked as passed. */
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

  /** Records that the failure of the attempt was recorded, and is no consequence of an order. */
  public synchronized void fail() {
    failed = !isToldToStop();
  }

  synchronized boolean hasFailed() {
    return failed;
  }

  public synchronized boolean isToldToStop() {
    return lost || cancelRequested || killed || overdue || drained;
  }

  public synchronized boolean isInHandler() {
    return handler != null;
  }

  /** Returns the thread that is in the handler. */
  synchronized Optional<Thread> handlerThread() {
    return Optional.ofNullable(handler);
  }

  /**
   * Enters the handler with the calling thread.
   *
   * @return false if the attempt was asked to stop before; the handler must not be called
   */
  public synchronized boolean enter() {
    if (isToldToStop()) {
      return false;
    }
    handler = Thread.currentThread();
    return true;
  }

  /**
   * Leaves the handler with the calling thread; an interruption meant for it is discarded, and no
   * more notes, children and lines of the log are taken.
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
    return "taskId=%s epoch=%d attempt=%d"
        .formatted(work.getTaskId(), work.getEpoch(), work.getAttempt());
  }
}
