package dev.atf.model.task;

import dev.atf.model.Alarm;
import dev.atf.model.CollectionName;
import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.TriggerPartition;
import dev.atf.model.fairness.FairnessKey;
import dev.atf.model.fairness.KeyGroup;
import dev.atf.model.origin.Origin;
import dev.atf.model.route.RoutedBy;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Fields of a task that both its entity and its association contain. The entity's fields never
 * change. The association's times change when the task is rescheduled or redriven.
 *
 * @param scheduledAt earliest start, in whole milliseconds
 * @param deadline end of all attempts: the client's deadline, or the end of the lambda's maximum
 *     lifetime
 * @param keepUntil time until which the association of a finished task with an idempotency key is
 *     kept; it outlives the entity, so that a late repetition never runs the task again (ADR 0004);
 *     cut to whole seconds, the unit in which stores expire items; null without a key
 * @param origin plan that created the task or keeps its turn (ADR 0030); null for other tasks
 * @param parent parent of a child task (ADR 0035); null for tasks that a client or a plan created
 * @param onFinish notice that the task itself requests (ADR 0079), which never changes; null if
 *     none
 * @param fairnessKey tenant or other party that shares the lambda (ADR 0080); null if none
 * @param routedBy route that chose the lambda (ADR 0087); null if the caller named the lambda
 */
@RecordBuilder
public record TaskHeader(
    TaskId taskId,
    LambdaName lambda,
    Priority priority,
    @Nullable CollectionName collection,
    int shard,
    Instant createdAt,
    Instant scheduledAt,
    Instant deadline,
    @Nullable Instant keepUntil,
    @Nullable Origin origin,
    @Nullable Parent parent,
    @Nullable OnFinish onFinish,
    @Nullable FairnessKey fairnessKey,
    @Nullable RoutedBy routedBy)
    implements TaskHeaderBuilder.With {
  public TaskHeader {
    keepUntil = keepUntil == null ? null : keepUntil.truncatedTo(ChronoUnit.SECONDS);
  }

  /** Creates the header of a task without a plan, a parent, a notice or a route. */
  public TaskHeader(
      TaskId taskId,
      LambdaName lambda,
      Priority priority,
      @Nullable CollectionName collection,
      int shard,
      Instant createdAt,
      Instant scheduledAt,
      Instant deadline,
      @Nullable Instant keepUntil) {
    this(
        taskId,
        lambda,
        priority,
        collection,
        shard,
        createdAt,
        scheduledAt,
        deadline,
        keepUntil,
        null,
        null,
        null,
        null,
        null);
  }

  /** Returns the group of its fairness key; {@link KeyGroup#NONE} without one. */
  public KeyGroup group() {
    return fairnessKey == null ? KeyGroup.NONE : fairnessKey.group();
  }

  /**
   * Returns whether the task is a canary of its lambda. Canaries are not counted as the owner's
   * tasks.
   */
  public boolean isCanary() {
    return origin != null && origin.kind().equals(Origin.CANARY);
  }

  /**
   * Returns the task's list in the index. {@link Alarm#HELD} is only valid for a task of a
   * collection.
   */
  public TriggerPartition list(Alarm alarm) {
    return switch (alarm) {
      case DUE -> TriggerPartition.due(lambda, priority, shard, group());
      case CHECK -> TriggerPartition.live(lambda, priority, shard, alarm);
      case HELD ->
          TriggerPartition.held(
              lambda,
              priority,
              shard,
              Objects.requireNonNull(collection, "a held task has a collection"));
      case DEAD, DONE ->
          isCanary()
              ? TriggerPartition.canaries(lambda, alarm)
              : TriggerPartition.finished(lambda, shard, alarm);
    };
  }

  /**
   * Returns the id of the entity with the payload and labels: the task's own id, unless a plan's
   * tasks share an entity.
   */
  public TaskId contents() {
    return origin == null ? taskId : origin.contents();
  }
}
