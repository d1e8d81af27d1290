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
 * @param scheduledAt earliest start; whole milliseconds
 * @param deadline end of all attempts: the client's deadline, or the end of the lambda's maximum
 *     lifetime
 * @param keepUntil for a task with an idempotency key: time until which the association of the
 *     finished task is kept, so that it outlives the entity and a late repetition never runs the
 *     task again (ADR 0004); null without a key; cut to whole seconds, the unit in which stores
 *     expire items
 * @param origin the plan that created it, or that keeps its turn (ADR 0030); null for other tasks
 * @param parent the parent of a child task (ADR 0035); null for tasks that a client or a plan
 *     created
 * @param onFinish the notice that the task itself requests (ADR 0079); null if none; it never
 *     changes
 * @param fairnessKey its tenant, or another party that shares its lambda (ADR 0080); null if none
 * @param routedBy the route that has chosen its lambda (ADR 0087); null if its caller named the
 *     lambda
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

  /** Returns the task's list in the index; {@link Alarm#HELD} only for a task of a collection. */
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
