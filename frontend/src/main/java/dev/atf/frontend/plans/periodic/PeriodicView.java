package dev.atf.frontend.plans.periodic;

import com.google.protobuf.ByteString;
import dev.atf.model.TaskId;
import dev.atf.model.task.Association;
import dev.atf.model.task.TaskEntity;
import dev.atf.plans.periodic.CatchUp;
import dev.atf.plans.periodic.Cron;
import dev.atf.plans.periodic.Interval;
import dev.atf.plans.periodic.PeriodicState;
import dev.atf.plans.periodic.PeriodicTask;
import dev.atf.plans.periodic.Schedule;
import dev.atf.plans.row.Plan;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.Fire;
import dev.atf.protocol.v1.PeriodicCatchUp;
import dev.atf.protocol.v1.PeriodicSchedule;
import dev.atf.store.plans.UnreadablePlanException;
import dev.atf.validation.JsonValues;
import dev.atf.validation.TaskStatusCodec;
import java.time.Instant;
import java.util.Optional;

/** Protocol form of a periodic task, for its owner. */
final class PeriodicView {
  /** Number of next fires that are shown, which is enough for a person. */
  private static final int NEXT_FIRES = 5;

  private PeriodicView() {}

  /** Returns a periodic task without the contents of its tasks. */
  static dev.atf.protocol.v1.PeriodicTask brief(PeriodicTasks.Found found, Instant now) {
    return builder(found, now).build();
  }

  /** Returns a row without the contents of its tasks, even if this process cannot interpret it. */
  static dev.atf.protocol.v1.PeriodicTask brief(Plan row, Instant now) {
    return builder(row, now).build();
  }

  static dev.atf.protocol.v1.PeriodicTask full(
      Plan row, Optional<TaskEntity> contents, Instant now) {
    var view = builder(row, now);
    contents.ifPresent(
        entity -> {
          view.putAllLabels(entity.labels());
          var payload = entity.payload();
          if (payload.isEmpty()) {
            return;
          }
          view.setContentType(payload.contentType());
          (payload.isJson() ? JsonValues.toValue(payload.bytes()) : NO_VALUE)
              .ifPresentOrElse(
                  view::setJson, () -> view.setData(ByteString.copyFrom(payload.bytes())));
        });
    return view.build();
  }

  private static final Optional<com.google.protobuf.Value> NO_VALUE = Optional.empty();

  /** Returns a fire without its task. */
  static Fire fire(dev.atf.plans.periodic.Fire fire, TaskId taskId) {
    return Fire.newBuilder()
        .setAt(ProtoTimes.proto(fire.at()))
        .setDueAt(ProtoTimes.proto(fire.dueAt()))
        .setTaskId(taskId.value())
        .build();
  }

  /**
   * Returns a past fire, which names its task only if the task exists.
   *
   * @param remembered whether the task would still exist if it had been created
   */
  static Fire fire(
      dev.atf.plans.periodic.Fire fire,
      TaskId taskId,
      Optional<Association> task,
      PeriodicState state,
      boolean remembered) {
    var view = fire(fire, taskId).toBuilder();
    if (task.isEmpty()) {
      view.clearTaskId();
      if (remembered) {
        view.setNoTask(noTask(state, fire.at()));
      }
    }
    task.map(PeriodicView::cause).ifPresent(view::setCause);
    if (!state.isOfSchedule(fire.at())) {
      // Only the task knows the jitter of an earlier schedule.
      task.map(there -> ProtoTimes.proto(there.header().scheduledAt())).ifPresent(view::setDueAt);
    }
    task.ifPresent(
        there -> {
          view.setStatus(TaskStatusCodec.proto(there.status()));
          Optional.ofNullable(there.finishedAt())
              .ifPresent(finishedAt -> view.setFinishedAt(ProtoTimes.proto(finishedAt)));
        });
    return view.build();
  }

  private static Fire.NoTask noTask(PeriodicState state, Instant at) {
    if (state.isToCome(at)) {
      return Fire.NoTask.NOT_YET;
    }
    return state
        .skipReason(at)
        .map(
            reason ->
                switch (reason) {
                  case OVERLAP -> Fire.NoTask.OVERLAP;
                  case MISSED -> Fire.NoTask.MISSED;
                  case PAUSED -> Fire.NoTask.PAUSED;
                })
        .orElse(Fire.NoTask.NO_TASK_UNSPECIFIED);
  }

  /** Returns the cause of a task, from its origin. */
  private static Fire.Cause cause(Association task) {
    var origin = task.header().origin();
    var member = origin == null ? "" : origin.member();
    if (member.startsWith(dev.atf.plans.periodic.Fire.TRIGGERED)) {
      return Fire.Cause.TRIGGER;
    }
    return member.startsWith(dev.atf.plans.periodic.Fire.BACKFILLED)
        ? Fire.Cause.BACKFILL
        : Fire.Cause.SCHEDULE;
  }

  private static dev.atf.protocol.v1.PeriodicTask.Builder builder(Plan row, Instant now) {
    try {
      return builder(PeriodicTasks.found(row), now);
    } catch (UnreadablePlanException e) {
      return dev.atf.protocol.v1.PeriodicTask.newBuilder()
          .setLambda(row.lambda().value())
          .setName(row.name())
          .setPaused(row.alarmAt() == null)
          .setCreatedAt(ProtoTimes.proto(row.createdAt()))
          .setUnreadable(e.reason());
    }
  }

  private static dev.atf.protocol.v1.PeriodicTask.Builder builder(
      PeriodicTasks.Found found, Instant now) {
    var task = found.task();
    var view =
        dev.atf.protocol.v1.PeriodicTask.newBuilder()
            .setLambda(task.lambda().value())
            .setName(task.name().value())
            .setSchedule(schedule(task.schedule()))
            .setPriority(task.priority().value())
            .setOverlap(overlap(task))
            .setCatchUp(catchUp(task.catchUp()))
            .setLifetime(ProtoTimes.proto(task.lifetime()))
            .setRevision(task.revision())
            .setCanary(task.isOfCanaries())
            .setCreatedAt(ProtoTimes.proto(found.plan().createdAt()));
    Optional.ofNullable(task.collection())
        .ifPresent(collection -> view.setCollection(collection.value()));
    setState(view, task, found.state(), now);
    return view;
  }

  private static void setState(
      dev.atf.protocol.v1.PeriodicTask.Builder view,
      PeriodicTask task,
      PeriodicState state,
      Instant now) {
    var times = task.fireTimes();
    view.setPaused(state.paused())
        .setFiredCount(state.firedCount())
        .setSkippedCount(state.skippedCount())
        .setMissedCount(state.missedCount());
    if (!state.paused()) {
      state
          .nextFires(times, now, NEXT_FIRES)
          .forEach(fire -> view.addNextFires(fire(fire, task.taskOf(fire))));
    }
    var last = state.last();
    if (last != null) {
      var fire = times.fire(last);
      var shown = fire(fire, task.taskOf(fire));
      view.setLastFire(state.isOfSchedule(last) ? shown : shown.toBuilder().clearDueAt().build());
    }
    Optional.ofNullable(state.queued())
        .ifPresent(queued -> view.setQueuedFire(ProtoTimes.proto(queued)));
  }

  private static PeriodicSchedule schedule(Schedule schedule) {
    var view = PeriodicSchedule.newBuilder();
    if (schedule.recurrence() instanceof Cron cron) {
      view.setCron(cron.expression()).setTimeZone(cron.zone().getId());
    } else if (schedule.recurrence() instanceof Interval interval) {
      view.setEvery(ProtoTimes.proto(interval.every()))
          .setAnchor(ProtoTimes.proto(interval.anchor()));
    }
    Optional.ofNullable(schedule.startAt())
        .ifPresent(startAt -> view.setStartAt(ProtoTimes.proto(startAt)));
    Optional.ofNullable(schedule.until())
        .ifPresent(until -> view.setUntil(ProtoTimes.proto(until)));
    if (!schedule.jitter().isZero()) {
      view.setJitter(ProtoTimes.proto(schedule.jitter()));
    }
    return view.build();
  }

  private static dev.atf.protocol.v1.PeriodicTask.Overlap overlap(PeriodicTask task) {
    return switch (task.overlap()) {
      case SKIP -> dev.atf.protocol.v1.PeriodicTask.Overlap.SKIP;
      case QUEUE_ONE -> dev.atf.protocol.v1.PeriodicTask.Overlap.QUEUE_ONE;
      case ALLOW -> dev.atf.protocol.v1.PeriodicTask.Overlap.ALLOW;
    };
  }

  private static PeriodicCatchUp catchUp(CatchUp catchUp) {
    var view = PeriodicCatchUp.newBuilder();
    if (catchUp.equals(CatchUp.NONE)) {
      return view.setMode(PeriodicCatchUp.Mode.NONE).build();
    }
    return catchUp.equals(CatchUp.LATEST)
        ? view.setMode(PeriodicCatchUp.Mode.LATEST).build()
        : view.setMode(PeriodicCatchUp.Mode.ALL).setMax(catchUp.fireCountMax()).build();
  }
}
