package dev.atf.store.embedded.record;

import com.google.protobuf.ByteString;
import dev.atf.model.LambdaName;
import dev.atf.model.Payload;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.origin.Origin;
import dev.atf.model.route.RoutedBy;
import dev.atf.model.task.OnFinish;
import dev.atf.model.task.Parent;
import dev.atf.model.task.TaskHeader;
import dev.atf.store.codec.ChildrenCodec;
import dev.atf.store.codec.NoticeCodec;
import dev.atf.store.codec.OriginCodec;
import dev.atf.store.codec.RouteCodec;
import dev.atf.store.codec.StoredIds;
import dev.atf.store.stored.Stored;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Headers and payloads as messages. */
final class HeaderRecord {
  private HeaderRecord() {}

  /** Returns the header of an entity, which contains neither plan nor parent. */
  static Stored.Header ofEntity(TaskHeader header) {
    return builder(header).build();
  }

  static Stored.Header of(TaskHeader header) {
    var message = builder(header);
    @Nullable Origin origin = header.origin();
    if (origin != null) {
      message.setOrigin(OriginCodec.write(origin, header.taskId()));
    }
    @Nullable Parent parent = header.parent();
    if (parent != null) {
      message.setParent(OriginCodec.write(parent));
    }
    @Nullable OnFinish onFinish = header.onFinish();
    if (onFinish != null) {
      message.setOnFinish(NoticeCodec.write(onFinish));
    }
    return message.build();
  }

  private static Stored.Header.Builder builder(TaskHeader header) {
    @Nullable Instant keepUntil = header.keepUntil();
    var message =
        Stored.Header.newBuilder()
            .setTaskId(StoredIds.of(header.taskId()))
            .setLambda(header.lambda().value())
            .setPriority(header.priority().value())
            .setCollection(StoredIds.of(header.collection()))
            .setShard(header.shard())
            .setFairnessKey(StoredIds.of(header.fairnessKey()))
            .setCreatedAt(header.createdAt().toEpochMilli())
            .setScheduledAfter(ChildrenCodec.between(header.createdAt(), header.scheduledAt()))
            .setDeadlineAfter(ChildrenCodec.between(header.scheduledAt(), header.deadline()));
    @Nullable RoutedBy routedBy = header.routedBy();
    if (routedBy != null) {
      message.setRoutedBy(RouteCodec.write(routedBy));
    }
    return keepUntil == null ? message : message.setKeepUntil(keepUntil.getEpochSecond());
  }

  static TaskHeader read(Stored.Header message) {
    TaskId taskId = StoredIds.taskId(message.getTaskId());
    long scheduledAt = message.getCreatedAt() + message.getScheduledAfter();
    return new TaskHeader(
        taskId,
        new LambdaName(message.getLambda()),
        new Priority(message.getPriority()),
        StoredIds.collection(message.getCollection()),
        message.getShard(),
        Instant.ofEpochMilli(message.getCreatedAt()),
        Instant.ofEpochMilli(scheduledAt),
        Instant.ofEpochMilli(scheduledAt + message.getDeadlineAfter()),
        message.hasKeepUntil() ? Instant.ofEpochSecond(message.getKeepUntil()) : null,
        message.hasOrigin() ? OriginCodec.read(message.getOrigin(), taskId) : null,
        message.hasParent() ? OriginCodec.read(message.getParent()) : null,
        message.hasOnFinish() ? NoticeCodec.read(message.getOnFinish()) : null,
        StoredIds.fairnessKey(message.getFairnessKey()),
        message.hasRoutedBy() ? RouteCodec.read(message.getRoutedBy()) : null);
  }

  static Stored.Payload of(Payload payload) {
    return Stored.Payload.newBuilder()
        .setContent(ByteString.copyFrom(payload.bytes()))
        .setContentType(payload.contentType())
        .build();
  }

  static Payload read(Stored.Payload message) {
    return new Payload(message.getContent().toByteArray(), message.getContentType());
  }
}
