package dev.atf.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * All mutable state of a task. Its {@link Trigger} is the task's alarm clock.
 *
 * @param epoch 0 until first released; +1 at each release and redrive
 * @param attempt executions begun
 * @param pushes how often this epoch was pushed or, unclaimed, looked at: the alarm doubles with
 *     it. Not positive: its reference is not known to have reached the queue, which refused it or
 *     had no room for it so many times in a row
 * @param deaths attempts in a row, up to the latest, of which nothing was heard until their lease
 *     ended
 * @param trigger null only when finished and not listed
 * @param lease the claim; kept after an outcome so that a repeated report finds itself, cleared by
 *     expiry and release
 * @param startedAt when the latest attempt was claimed
 * @param expiresAt when the store may delete it; null while unfinished
 */
public record Association(
    TaskHeader header,
    TaskStatus status,
    long epoch,
    int attempt,
    int pushes,
    int deaths,
    boolean cancelRequested,
    @Nullable Trigger trigger,
    @Nullable Lease lease,
    @Nullable Instant startedAt,
    @Nullable Instant finishedAt,
    @Nullable Outcome outcome,
    Notes notes,
    TaskHistory history,
    @Nullable Instant expiresAt) {

  /** A task just born: {@link TaskEvent#SCHEDULE}. */
  public static Association scheduled(TaskHeader header) {
    return new Association(
        header,
        TaskStatus.NEW,
        0,
        0,
        0,
        0,
        false,
        new Trigger(Alarm.DUE, header.scheduledAt()),
        null,
        null,
        null,
        null,
        Notes.NONE,
        TaskHistory.EMPTY,
        null);
  }

  public TaskId taskId() {
    return header.taskId();
  }
}
