package dev.atf.store.dynamodb.item;

import static dev.atf.store.dynamodb.item.Attributes.JOINS;
import static dev.atf.store.dynamodb.item.Attributes.ON_FINISH;
import static dev.atf.store.dynamodb.item.Attributes.ORIGIN;
import static dev.atf.store.dynamodb.item.Attributes.OUTBOX;
import static dev.atf.store.dynamodb.item.Attributes.PARENT;
import static dev.atf.store.dynamodb.item.Attributes.ROUTED_BY;
import static dev.atf.store.dynamodb.item.Attributes.TASK_ID;

import com.google.protobuf.InvalidProtocolBufferException;
import dev.atf.model.TaskId;
import dev.atf.model.origin.Origin;
import dev.atf.model.route.RoutedBy;
import dev.atf.model.task.Join;
import dev.atf.model.task.OnFinish;
import dev.atf.model.task.Parent;
import dev.atf.model.task.TaskHeader;
import dev.atf.store.codec.ChildrenCodec;
import dev.atf.store.codec.NoticeCodec;
import dev.atf.store.codec.OriginCodec;
import dev.atf.store.codec.RouteCodec;
import dev.atf.store.stored.Stored;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Attributes of tasks that are stored as messages: origin, parent, children, notice and route (ADR
 * 0058).
 */
final class LinkItem {
  private LinkItem() {}

  static ItemWriter write(ItemWriter item, TaskHeader header) {
    @Nullable Origin origin = header.origin();
    if (origin != null) {
      item.bytes(ORIGIN, OriginCodec.write(origin, header.taskId()).toByteArray());
    }
    @Nullable Parent parent = header.parent();
    if (parent != null) {
      item.bytes(PARENT, OriginCodec.write(parent).toByteArray());
    }
    @Nullable OnFinish onFinish = header.onFinish();
    return onFinish == null
        ? item
        : item.bytes(ON_FINISH, NoticeCodec.write(onFinish).toByteArray());
  }

  static ItemWriter routedBy(ItemWriter item, TaskHeader header) {
    @Nullable RoutedBy routedBy = header.routedBy();
    return routedBy == null
        ? item
        : item.bytes(ROUTED_BY, RouteCodec.write(routedBy).toByteArray());
  }

  static @Nullable RoutedBy routedBy(ItemReader item) {
    return item.has(ROUTED_BY)
        ? read(item, ROUTED_BY, bytes -> RouteCodec.read(Stored.RoutedBy.parseFrom(bytes)))
        : null;
  }

  static @Nullable Origin origin(ItemReader item) {
    if (!item.has(ORIGIN)) {
      return null;
    }
    var taskId = new TaskId(item.text(TASK_ID));
    return read(item, ORIGIN, bytes -> OriginCodec.read(Stored.Origin.parseFrom(bytes), taskId));
  }

  static @Nullable Parent parent(ItemReader item) {
    return item.has(PARENT)
        ? read(item, PARENT, bytes -> OriginCodec.read(Stored.Parent.parseFrom(bytes)))
        : null;
  }

  static @Nullable OnFinish onFinish(ItemReader item) {
    return item.has(ON_FINISH)
        ? read(item, ON_FINISH, bytes -> NoticeCodec.read(Stored.OnFinish.parseFrom(bytes)))
        : null;
  }

  static List<TaskHeader> outbox(ItemReader outcome) {
    return read(outcome, OUTBOX, bytes -> ChildrenCodec.read(Stored.Outbox.parseFrom(bytes)));
  }

  static List<Join> joins(ItemReader outcome) {
    return read(outcome, JOINS, bytes -> ChildrenCodec.read(Stored.Joins.parseFrom(bytes)));
  }

  /** Parser of a message. */
  private interface Reading<T> {
    T of(byte[] bytes) throws InvalidProtocolBufferException;
  }

  private static <T> T read(ItemReader item, String attribute, Reading<T> reading) {
    try {
      return reading.of(item.bytes(attribute));
    } catch (InvalidProtocolBufferException e) {
      throw new IllegalStateException("attribute " + attribute + " is damaged", e);
    }
  }
}
