package dev.atf.frontend.task;

import dev.atf.model.TaskStatus;
import dev.atf.model.task.Association;
import dev.atf.model.task.HistoryEntry;
import dev.atf.model.task.TaskEvent;
import dev.atf.model.task.TaskLifecycle;
import dev.atf.protocol.ProtoTimes;
import dev.atf.validation.TaskStatusCodec;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Readable history of a task: its creation, and then the entries that the store has kept. Each
 * entry shows the status after it. If the store has no attempt number for an entry, the number is
 * derived from the other entries.
 */
public final class HistoryView {
  /** Events of an attempt, from its claim to its end. */
  private static final Set<TaskEvent> OF_ATTEMPT =
      Collections.unmodifiableSet(
          EnumSet.of(
              TaskEvent.CLAIM,
              TaskEvent.CLAIM_AND_MOVE_ALARM,
              TaskEvent.SUCCEED,
              TaskEvent.SUCCEED_WITH_CHILDREN,
              TaskEvent.FAIL_RETRIABLY,
              TaskEvent.FAIL_FATALLY,
              TaskEvent.CONFIRM_CANCEL,
              TaskEvent.EXPIRE,
              TaskEvent.EXPIRE_FATALLY,
              TaskEvent.EXPIRE_CANCELLED));

  private static final Optional<TaskStatus> CLAIMED = Optional.of(TaskStatus.CLAIMED);

  private final Association task;
  private final List<HistoryEntry> entries;
  private final Map<Long, Integer> attemptOfEpoch = new HashMap<>();

  private HistoryView(Association task) {
    this.task = task;
    this.entries = task.history().entries();
    for (var entry : entries) {
      if (entry.attempt() > 0) {
        attemptOfEpoch.put(entry.epoch(), entry.attempt());
      }
    }
    boolean returned = ends(TaskEvent.RETURN) || ends(TaskEvent.BLOCK);
    boolean redriven = ends(TaskEvent.REDRIVE);
    if (task.attempt() > 0 && !returned && !redriven) {
      attemptOfEpoch.putIfAbsent(task.epoch(), task.attempt());
    }
  }

  /**
   * Returns the latest epoch in which an attempt began, as far as the history shows.
   *
   * @param attempt number of the attempt; 0 for any
   */
  static OptionalLong epochOf(Association task, int attempt) {
    var view = new HistoryView(task);
    return view.entries.stream()
        .filter(entry -> TaskLifecycle.targetOf(entry.event()).equals(CLAIMED))
        .mapToLong(HistoryEntry::epoch)
        .filter(
            epoch -> {
              int number = view.attemptOfEpoch.getOrDefault(epoch, 0);
              return attempt == 0 ? number > 0 : number == attempt;
            })
        .max();
  }

  /** Returns the number of the attempt of an epoch; 0 if it is unknown. */
  static int attemptOf(Association task, long epoch) {
    return new HistoryView(task).attemptOfEpoch.getOrDefault(epoch, 0);
  }

  static List<dev.atf.protocol.v1.HistoryEntry> of(Association task) {
    return new HistoryView(task).view();
  }

  /**
   * Returns whether the task's latest epoch ended with this event. After such an event, the task's
   * number of attempts is no longer the one of that epoch.
   */
  private boolean ends(TaskEvent event) {
    return entries.stream()
        .anyMatch(entry -> entry.event() == event && entry.epoch() == task.epoch());
  }

  private List<dev.atf.protocol.v1.HistoryEntry> view() {
    var view = new ArrayList<dev.atf.protocol.v1.HistoryEntry>();
    view.add(
        dev.atf.protocol.v1.HistoryEntry.newBuilder()
            .setAt(ProtoTimes.proto(task.header().createdAt()))
            .setStatus(TaskStatusCodec.proto(TaskStatus.NEW))
            .setDetail("scheduled")
            .build());
    var status = TaskStatus.NEW;
    for (var entry : entries) {
      status = TaskLifecycle.targetOf(entry.event()).orElse(status);
      view.add(
          dev.atf.protocol.v1.HistoryEntry.newBuilder()
              .setAt(ProtoTimes.proto(entry.at()))
              .setStatus(TaskStatusCodec.proto(status))
              .setAttempt(attempt(entry))
              .setDetail(words(entry.event(), entry.detail()))
              .build());
    }
    var end = task.finishedAt();
    if (end != null) {
      NoticeLines.of(task)
          .forEach(
              line ->
                  view.add(
                      dev.atf.protocol.v1.HistoryEntry.newBuilder()
                          .setAt(ProtoTimes.proto(end))
                          .setStatus(TaskStatusCodec.proto(task.status()))
                          .setDetail(line.text())
                          .build()));
    }
    return view;
  }

  private int attempt(HistoryEntry entry) {
    return OF_ATTEMPT.contains(entry.event()) ? attemptOfEpoch.getOrDefault(entry.epoch(), 0) : 0;
  }

  /** Returns a description of the event, with its cause or author. */
  public static String words(TaskEvent event, String detail) {
    var what = what(event);
    return detail.isEmpty() ? what : what + " " + detail;
  }

  private static String what(TaskEvent event) {
    return switch (event) {
      case SCHEDULE, SCHEDULE_EXPRESS, SCHEDULE_WAITING -> "scheduled";
      case ABANDON -> "abandoned";
      case TURN -> "got the turn of its ordering key";
      case HOLD -> "held:";
      case RELEASE -> "released";
      case PUSH_AGAIN, PUSH_FAILED -> "pushed again";
      case PARK -> "removed from its queue:";
      case CLAIM, CLAIM_AND_MOVE_ALARM -> "claimed";
      case HEARTBEAT, LOOK_AGAIN -> "runs";
      case SUCCEED, SUCCEED_WITH_CHILDREN -> "succeeded";
      case SETTLE -> "children and notices created";
      case FAIL_RETRIABLY, FAIL_FATALLY -> "failed:";
      case CONFIRM_CANCEL -> "stopped:";
      case RETURN -> "returned:";
      case BLOCK, BLOCK_UNCLAIMED -> "blocked";
      case UNBLOCK -> "no longer blocked:";
      case EXPIRE, EXPIRE_FATALLY, EXPIRE_CANCELLED -> "lease expired:";
      case GIVE_UP -> "ended at its deadline:";
      case DROP -> "dropped:";
      case CANCEL -> "cancelled:";
      case REQUEST_CANCEL -> "cancel requested";
      case REQUEST_KILL -> "kill requested";
      case RESCHEDULE -> "rescheduled";
      case RUN_NOW -> "run requested";
      case REDRIVE -> "redriven";
    };
  }
}
