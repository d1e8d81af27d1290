package dev.atf.store.embedded.record;

import dev.atf.model.Payload;
import dev.atf.model.TaskEntity;
import dev.atf.store.stored.Stored;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/** Entities and large results as the values of their keys. */
public final class EntityRecord {
  private EntityRecord() {}

  public static byte[] of(TaskEntity entity) {
    return Layout.of(entity.expiresAt(), message(entity));
  }

  /**
   * @param stored the record whose place it takes
   */
  public static byte[] of(TaskEntity entity, byte[] stored) {
    return Layout.of(entity.expiresAt(), message(entity), Optional.of(stored));
  }

  private static Stored.Entity message(TaskEntity entity) {
    return Stored.Entity.newBuilder()
        .setHeader(HeaderRecord.ofEntity(entity.header()))
        .setPayload(HeaderRecord.of(entity.payload()))
        .putAllLabels(entity.labels())
        .setFingerprint(entity.fingerprint())
        .build();
  }

  public static TaskEntity read(byte[] record) {
    var message = Layout.readExpiring(Stored.Entity.parser(), record);
    return new TaskEntity(
        HeaderRecord.read(message.getHeader()),
        HeaderRecord.read(message.getPayload()),
        message.getLabelsMap(),
        message.getFingerprint(),
        Objects.requireNonNull(Layout.expiresAt(record), "an entity expires"));
  }

  public static byte[] ofResult(Payload result, Instant expiresAt) {
    return Layout.of(
        expiresAt, Stored.Result.newBuilder().setPayload(HeaderRecord.of(result)).build());
  }

  public static Payload readResult(byte[] record) {
    return HeaderRecord.read(Layout.readExpiring(Stored.Result.parser(), record).getPayload());
  }
}
