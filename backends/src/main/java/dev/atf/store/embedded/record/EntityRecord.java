package dev.atf.store.embedded.record;

import dev.atf.model.Payload;
import dev.atf.model.resource.TaskFiles;
import dev.atf.model.task.TaskEntity;
import dev.atf.store.codec.FilesCodec;
import dev.atf.store.stored.Stored;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;

/** Entities, large results and outputs as the values of their keys. */
public final class EntityRecord {
  private EntityRecord() {}

  public static byte[] of(TaskEntity entity) {
    return Layout.of(entity.expiresAt(), message(entity));
  }

  /**
   * Returns the record of an entity.
   *
   * @param stored record to replace
   */
  public static byte[] of(TaskEntity entity, byte[] stored) {
    return Layout.of(entity.expiresAt(), message(entity), Optional.of(stored));
  }

  private static Stored.Entity message(TaskEntity entity) {
    var message =
        Stored.Entity.newBuilder()
            .setHeader(HeaderRecord.ofEntity(entity.header()))
            .setPayload(HeaderRecord.of(entity.payload()))
            .putAllLabels(entity.labels())
            .setFingerprint(entity.fingerprint());
    if (!entity.files().isEmpty()) {
      message.setFiles(FilesCodec.of(entity.files()));
    }
    return message.build();
  }

  public static TaskEntity read(byte[] record) {
    var message = Layout.readExpiring(Stored.Entity.parser(), record);
    return new TaskEntity(
        HeaderRecord.read(message.getHeader()),
        HeaderRecord.read(message.getPayload()),
        message.getLabelsMap(),
        message.getFingerprint(),
        FilesCodec.read(message.getFiles()),
        Objects.requireNonNull(Layout.expiresAt(record), "an entity expires"));
  }

  public static byte[] ofResult(Payload result, Instant expiresAt) {
    return Layout.of(
        expiresAt, Stored.Result.newBuilder().setPayload(HeaderRecord.of(result)).build());
  }

  public static Payload readResult(byte[] record) {
    return HeaderRecord.read(Layout.readExpiring(Stored.Result.parser(), record).getPayload());
  }

  public static byte[] ofOutputs(TaskFiles outputs, Instant expiresAt) {
    return Layout.of(expiresAt, FilesCodec.of(outputs));
  }

  public static TaskFiles readOutputs(byte[] record) {
    return FilesCodec.read(Layout.readExpiring(Stored.TaskFiles.parser(), record));
  }
}
