package dev.atf.store.embedded.legacy;

import dev.atf.model.ClaimId;
import dev.atf.model.CollectionName;
import dev.atf.model.LambdaName;
import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.store.RunningPermits.Permit;
import dev.atf.store.RunningPermits.Scope;
import dev.atf.store.TriggerEntry;
import dev.atf.store.embedded.record.AssociationRecord;
import dev.atf.store.embedded.record.EntityRecord;
import dev.atf.store.embedded.record.PermitRecord;
import dev.atf.store.embedded.record.TriggerRecord;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Records of format 1 as records of today's format. A record that ends too early, or has impossible
 * values, is a {@link RuntimeException}.
 */
public final class FormerRecords {
  static final int ID_BYTES = 16;

  private FormerRecords() {}

  public static byte[] association(byte[] record) {
    return AssociationRecord.of(FormerTasks.association(new RecordReader(record)));
  }

  public static byte[] entity(byte[] record) {
    return EntityRecord.of(FormerTasks.entity(new RecordReader(record)));
  }

  public static byte[] result(byte[] record) {
    var in = new RecordReader(record);
    var expiresAt = Objects.requireNonNull(in.expiry(), "a result expires");
    in.requireVersion();
    return EntityRecord.ofResult(FormerTasks.payload(in), expiresAt);
  }

  public static byte[] lambda(byte[] record) {
    return FormerLambdas.lambda(new RecordReader(record));
  }

  public static byte[] gate(byte[] record) {
    return FormerLambdas.gate(new RecordReader(record));
  }

  public static byte[] permit(byte[] record) {
    var in = new RecordReader(record);
    var lambda = new LambdaName(in.text());
    var permit =
        new Permit(
            new TaskRef(new TaskId(in.hex(ID_BYTES)), in.count()),
            new ClaimId(in.text()),
            in.millis(),
            in.intCount());
    return new PermitRecord(Scope.of(lambda), permit).toBytes(Optional.empty());
  }

  public static byte[] trigger(TaskId taskId, Instant triggerAt, byte[] record) {
    var in = new RecordReader(record);
    long epoch = in.count();
    var scheduledAt = in.millis();
    @Nullable CollectionName collection = in.optional(() -> new CollectionName(in.text()));
    return TriggerRecord.of(new TriggerEntry(taskId, triggerAt, epoch, collection, scheduledAt));
  }
}
