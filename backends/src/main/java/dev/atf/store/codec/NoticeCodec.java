package dev.atf.store.codec;

import com.google.protobuf.InvalidProtocolBufferException;
import com.google.protobuf.Timestamp;
import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.TaskStatus;
import dev.atf.model.task.NoticeTarget;
import dev.atf.model.task.OnFinish;
import dev.atf.model.task.Subscription;
import dev.atf.store.stored.Stored;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Subscriptions and requested notices as stored messages. */
public final class NoticeCodec {
  private NoticeCodec() {}

  public static Stored.OnFinish write(OnFinish onFinish) {
    return Stored.OnFinish.newBuilder()
        .setTarget(write(onFinish.target()))
        .addAllStatuses(write(onFinish.statuses()))
        .build();
  }

  public static OnFinish read(Stored.OnFinish message) {
    return new OnFinish(read(message.getTarget()), statuses(message.getStatusesList()));
  }

  public static Stored.Subscription write(Subscription subscription) {
    var at = subscription.updatedAt();
    return Stored.Subscription.newBuilder()
        .setName(subscription.name())
        .setSource(subscription.source())
        .setCollection(StoredIds.of(subscription.collection()))
        .addAllStatuses(write(subscription.statuses()))
        .setTarget(write(subscription.target()))
        .setUpdatedAt(Timestamp.newBuilder().setSeconds(at.getEpochSecond()).setNanos(at.getNano()))
        .build();
  }

  public static Subscription read(Stored.Subscription message) {
    var at = message.getUpdatedAt();
    return new Subscription(
        message.getName(),
        message.getSource(),
        StoredIds.collection(message.getCollection()),
        statuses(message.getStatusesList()),
        read(message.getTarget()),
        Instant.ofEpochSecond(at.getSeconds(), at.getNanos()));
  }

  /** Reads a subscription from its bytes. */
  public static Subscription subscription(byte[] bytes) {
    try {
      return read(Stored.Subscription.parseFrom(bytes));
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException("a subscription is damaged", e);
    }
  }

  private static Stored.NoticeTarget write(NoticeTarget target) {
    return Stored.NoticeTarget.newBuilder()
        .setLambda(target.lambda().value())
        .setPriority(target.priority().value())
        .setContents(StoredIds.of(target.contents()))
        .build();
  }

  private static NoticeTarget read(Stored.NoticeTarget message) {
    return new NoticeTarget(
        new LambdaName(message.getLambda()),
        new Priority(message.getPriority()),
        StoredIds.taskId(message.getContents()));
  }

  private static List<Stored.Association.Status> write(Set<TaskStatus> statuses) {
    return statuses.stream()
        .map(status -> Stored.Association.Status.valueOf(status.name()))
        .toList();
  }

  private static Set<TaskStatus> statuses(Collection<Stored.Association.Status> stored) {
    return stored.stream()
        .map(status -> TaskStatus.valueOf(status.name()))
        .collect(Collectors.toSet());
  }
}
