package dev.atf.store.codec;

import dev.atf.model.TaskId;
import dev.atf.model.origin.Origin;
import dev.atf.model.task.Parent;
import dev.atf.store.stored.Stored;

/** Origins and parents of tasks as stored messages. */
public final class OriginCodec {
  private OriginCodec() {}

  /**
   * Writes an origin.
   *
   * @param task task that has the origin
   */
  public static Stored.Origin write(Origin origin, TaskId task) {
    var message =
        Stored.Origin.newBuilder()
            .setOwner(StoredIds.of(origin.owner()))
            .setKind(origin.kind())
            .setMember(origin.member());
    if (!origin.contents().equals(task)) {
      message.setContents(StoredIds.of(origin.contents()));
    }
    return message.build();
  }

  /**
   * Reads an origin.
   *
   * @param task task that has the origin
   */
  public static Origin read(Stored.Origin message, TaskId task) {
    return new Origin(
        message.getKind(),
        StoredIds.hex(message.getOwner()),
        message.getMember(),
        message.getContents().isEmpty() ? task : StoredIds.taskId(message.getContents()));
  }

  public static Stored.Parent write(Parent parent) {
    return Stored.Parent.newBuilder()
        .setTaskId(StoredIds.of(parent.taskId()))
        .setEpoch(parent.epoch())
        .setChild(parent.child())
        .build();
  }

  public static Parent read(Stored.Parent message) {
    return new Parent(
        StoredIds.taskId(message.getTaskId()), message.getEpoch(), message.getChild());
  }
}
