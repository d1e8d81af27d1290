package dev.atf.store.codec;

import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.origin.OrderingKey;
import dev.atf.model.origin.Origin;
import dev.atf.model.task.Join;
import dev.atf.model.task.Parent;
import dev.atf.model.task.TaskHeader;
import dev.atf.store.stored.Stored;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Outboxes and joins as stored messages. */
public final class ChildrenCodec {
  private static final long NOT_KEPT = -1;

  private ChildrenCodec() {}

  /**
   * Writes an outbox.
   *
   * @param outbox children of one attempt, numbered from 0, without idempotency keys; their origins
   *     are ordering keys
   */
  public static Stored.Outbox write(List<TaskHeader> outbox) {
    var message = Stored.Outbox.newBuilder();
    if (outbox.isEmpty()) {
      return message.build();
    }
    var since = outbox.get(0).createdAt();
    var parent = Objects.requireNonNull(outbox.get(0).parent(), "a child has a parent");
    message
        .setParent(StoredIds.of(parent.taskId()))
        .setEpoch(parent.epoch())
        .setCreatedAt(since.toEpochMilli());
    var before = Stored.Outbox.Child.getDefaultInstance();
    for (var header : outbox) {
      var child = whole(header, since);
      message.addChildren(unlike(before, child));
      before = child;
    }
    return message.build();
  }

  public static List<TaskHeader> read(Stored.Outbox message) {
    var outbox = new ArrayList<TaskHeader>();
    var child = Stored.Outbox.Child.newBuilder();
    for (var next : message.getChildrenList()) {
      child.mergeFrom(next);
      outbox.add(header(message, outbox.size(), child));
    }
    return outbox;
  }

  private static Stored.Outbox.Child whole(TaskHeader header, Instant since) {
    @Nullable Instant keepUntil = header.keepUntil();
    @Nullable Origin origin = header.origin();
    return Stored.Outbox.Child.newBuilder()
        .setLambda(header.lambda().value())
        .setPriority(header.priority().value())
        .setCollection(StoredIds.of(header.collection()))
        .setShard(header.shard())
        .setCreatedAfter(between(since, header.createdAt()))
        .setScheduledAfter(between(header.createdAt(), header.scheduledAt()))
        .setDeadlineAfter(between(header.scheduledAt(), header.deadline()))
        .setKeptAfter(keepUntil == null ? NOT_KEPT : between(header.deadline(), keepUntil))
        .setOrderingKey(origin == null ? "" : origin.member())
        .setFairnessKey(StoredIds.of(header.fairnessKey()))
        .build();
  }

  /** Returns a child without the fields that equal those of the previous child. */
  private static Stored.Outbox.Child unlike(Stored.Outbox.Child before, Stored.Outbox.Child child) {
    var unlike = Stored.Outbox.Child.newBuilder();
    child
        .getAllFields()
        .forEach(
            (field, value) -> {
              if (!before.hasField(field) || !before.getField(field).equals(value)) {
                unlike.setField(field, value);
              }
            });
    return unlike.build();
  }

  private static TaskHeader header(
      Stored.Outbox message, int number, Stored.Outbox.ChildOrBuilder child) {
    var parent = new Parent(StoredIds.taskId(message.getParent()), message.getEpoch(), number);
    var lambda = new LambdaName(child.getLambda());
    long createdAt = message.getCreatedAt() + child.getCreatedAfter();
    long scheduledAt = createdAt + child.getScheduledAfter();
    long deadline = scheduledAt + child.getDeadlineAfter();
    return new TaskHeader(
        parent.childId(),
        lambda,
        new Priority(child.getPriority()),
        StoredIds.collection(child.getCollection()),
        child.getShard(),
        Instant.ofEpochMilli(createdAt),
        Instant.ofEpochMilli(scheduledAt),
        Instant.ofEpochMilli(deadline),
        child.getKeptAfter() == NOT_KEPT
            ? null
            : Instant.ofEpochMilli(deadline + child.getKeptAfter()),
        child.getOrderingKey().isEmpty()
            ? null
            : new OrderingKey(child.getOrderingKey()).origin(parent.childId(), lambda),
        parent,
        null,
        StoredIds.fairnessKey(child.getFairnessKey()),
        null);
  }

  /** Returns the milliseconds from one time to another. */
  public static long between(Instant from, Instant to) {
    return to.toEpochMilli() - from.toEpochMilli();
  }

  /**
   * Writes joins.
   *
   * @param joins joins of one attempt, in the order of their numbers
   */
  public static Stored.Joins writeJoins(List<Join> joins) {
    var message = Stored.Joins.newBuilder();
    if (joins.isEmpty()) {
      return message.build();
    }
    var since = joins.get(0).createdAt();
    message.setCreatedAt(since.toEpochMilli());
    for (var join : joins) {
      message
          .addJoinsBuilder()
          .setLambda(join.lambda().value())
          .setShards(join.shards())
          .setSteps(join.steps())
          .setFingerprint(join.fingerprint())
          .setCreatedAfter(between(since, join.createdAt()));
    }
    return message.build();
  }

  public static List<Join> read(Stored.Joins message) {
    var joins = new ArrayList<Join>();
    for (var join : message.getJoinsList()) {
      joins.add(
          new Join(
              joins.size(),
              new LambdaName(join.getLambda()),
              join.getShards(),
              join.getSteps(),
              join.getFingerprint(),
              Instant.ofEpochMilli(message.getCreatedAt() + join.getCreatedAfter())));
    }
    return joins;
  }
}
