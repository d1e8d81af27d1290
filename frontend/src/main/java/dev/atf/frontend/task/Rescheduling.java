package dev.atf.frontend.task;

import dev.atf.frontend.task.TaskChange.Next;
import dev.atf.model.Alarm;
import dev.atf.model.TaskId;
import dev.atf.model.TaskStatus;
import dev.atf.model.Trigger;
import dev.atf.model.check.InvalidFieldException;
import dev.atf.model.task.Association;
import dev.atf.model.task.ClientTransitions;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.v1.RescheduleTaskRequest;
import dev.atf.validation.ScheduleTimes;
import dev.atf.validation.Violations;
import io.grpc.StatusRuntimeException;
import jakarta.inject.Inject;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;

/**
 * Changes the scheduled time of a task that is not running, or makes it due immediately. Both are
 * safe to repeat: a task that already is as requested is not changed.
 */
public final class Rescheduling {
  private final TaskChange change;
  private final InstantSource clock;

  @Inject
  Rescheduling(TaskChange change, InstantSource clock) {
    this.change = change;
    this.clock = clock;
  }

  /**
   * Changes the scheduled time of a task.
   *
   * @throws StatusRuntimeException TASK_NOT_FOUND, TASK_RUNNING, TASK_FINISHED, CHANGED_MEANWHILE,
   *     or the time's violations
   */
  public Association reschedule(RescheduleTaskRequest request) {
    var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    var violations = new Violations();
    var taskId = violations.read(() -> new TaskId(request.getTaskId()));
    var at = at(request, now, violations);
    violations.refuse();
    return change.make(taskId.orElseThrow(), seen -> reschedule(seen, at, now));
  }

  /**
   * Makes a task due immediately.
   *
   * @throws StatusRuntimeException TASK_NOT_FOUND, TASK_RUNNING, TASK_FINISHED, CHANGED_MEANWHILE
   */
  public Association runNow(TaskId taskId) {
    var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    return change.make(taskId, seen -> runNow(seen, now));
  }

  private static Instant at(RescheduleTaskRequest request, Instant now, Violations violations) {
    if (!request.hasScheduledAt()) {
      violations.add("scheduledAt", "absent", "a time");
      return now;
    }
    return ScheduleTimes.notBefore(now, request.getScheduledAt(), violations);
  }

  /**
   * Decides what a change of the scheduled time writes.
   *
   * @param at new time, not before {@code now}
   */
  public static Next reschedule(Association seen, Instant at, Instant now) {
    return switch (seen.status()) {
      case NEW, ENQUEUED, RETRIABLE_FAILURE, BLOCKED -> {
        if (isOrdered(seen)) {
          yield ordered(seen, "keeps its place in the order of its key");
        }
        var deadline = seen.header().deadline();
        if (!at.isBefore(deadline)) {
          throw new InvalidFieldException(
              "scheduledAt", at, "before the task's deadline, " + deadline);
        }
        boolean dueAlready = !at.isAfter(now) && isDue(seen, now);
        yield dueAlready || isDueAt(seen, at)
            ? new Next.Leave()
            : new Next.Write(ClientTransitions.reschedule(seen.taskId(), seen.epoch(), now, at));
      }
      case CLAIMED, PROCESSING -> running(seen, "cannot be given another time");
      case SUCCESS, FATAL_FAILURE, CANCELLED -> finished(seen, "cannot be given another time");
    };
  }

  public static Next runNow(Association seen, Instant now) {
    return switch (seen.status()) {
      case NEW, RETRIABLE_FAILURE ->
          seen.waits()
              ? ordered(seen, "waits for the turn of its key")
              : isDue(seen, now)
                  ? new Next.Leave()
                  : new Next.Write(ClientTransitions.runNow(seen, now));
      // The task may be blocked again immediately, which costs no attempt.
      case BLOCKED ->
          new Next.Write(ClientTransitions.reschedule(seen.taskId(), seen.epoch(), now, now));
      // The task is already in its queue.
      case ENQUEUED -> new Next.Leave();
      case CLAIMED, PROCESSING -> running(seen, "does not have to be started");
      case SUCCESS, FATAL_FAILURE, CANCELLED -> finished(seen, "cannot run");
    };
  }

  /**
   * Returns whether a task is due. It then has a position among the tasks that wait for release,
   * and a later time would move it behind them.
   */
  private static boolean isDue(Association seen, Instant now) {
    var trigger = seen.trigger();
    return trigger != null && trigger.alarm() == Alarm.DUE && !trigger.at().isAfter(now);
  }

  private static boolean isDueAt(Association seen, Instant at) {
    Trigger trigger = seen.trigger();
    return seen.status() == TaskStatus.NEW
        && seen.header().scheduledAt().equals(at)
        && trigger != null
        && trigger.at().equals(at);
  }

  private static boolean isOrdered(Association seen) {
    var origin = seen.header().origin();
    return origin != null && origin.isOrdered();
  }

  private static Next ordered(Association seen, String consequence) {
    return new Next.Refuse(
        ErrorReason.TASK_ORDERED,
        "task %s has an ordering key and %s".formatted(seen.taskId(), consequence));
  }

  private static Next running(Association seen, String consequence) {
    return new Next.Refuse(
        ErrorReason.TASK_RUNNING,
        "task %s is running (%s, attempt %d) and %s"
            .formatted(seen.taskId(), seen.status(), seen.attempt(), consequence));
  }

  private static Next finished(Association seen, String consequence) {
    return new Next.Refuse(
        ErrorReason.TASK_FINISHED,
        "task %s has ended (%s) and %s%s"
            .formatted(
                seen.taskId(),
                seen.status(),
                consequence,
                seen.status() == TaskStatus.FATAL_FAILURE ? "; redrive it instead" : ""));
  }
}
