package dev.atf.store.embedded;

import dev.atf.model.task.Association;
import dev.atf.store.embedded.record.AssociationRecord;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Stored task.
 *
 * @param laterFields record of the task if it has fields of a later version, which the next record
 *     keeps; otherwise empty
 */
record StoredTask(Association task, Optional<byte[]> laterFields) {
  static StoredTask created(Association task) {
    return new StoredTask(task, Optional.empty());
  }

  static StoredTask read(byte[] record) {
    return new StoredTask(
        AssociationRecord.read(record),
        Optional.of(record).filter(AssociationRecord::hasUnknownFields));
  }

  /** Returns the task after a change. */
  StoredTask changedTo(Association after) {
    return new StoredTask(after, laterFields.map(before -> AssociationRecord.of(after, before)));
  }

  byte[] toRecord() {
    return laterFields.orElseGet(() -> AssociationRecord.of(task));
  }

  /**
   * Returns whether the record equals the task. A record stores times in milliseconds, and times of
   * expiry in seconds.
   */
  boolean isExact() {
    var header = task.header();
    var trigger = task.trigger();
    var lease = task.lease();
    return isOf(ChronoUnit.MILLIS, header.createdAt())
        && isOf(ChronoUnit.MILLIS, header.scheduledAt())
        && isOf(ChronoUnit.MILLIS, header.deadline())
        && isOf(ChronoUnit.SECONDS, header.keepUntil())
        && isOf(ChronoUnit.MILLIS, trigger == null ? null : trigger.at())
        && isOf(ChronoUnit.MILLIS, lease == null ? null : lease.until())
        && isOf(ChronoUnit.MILLIS, task.startedAt())
        && isOf(ChronoUnit.MILLIS, task.finishedAt())
        && isOf(ChronoUnit.SECONDS, task.expiresAt())
        && task.history().slots().values().stream()
            .allMatch(entry -> isOf(ChronoUnit.MILLIS, entry.at()));
  }

  private static boolean isOf(ChronoUnit unit, @Nullable Instant time) {
    return time == null || time.truncatedTo(unit).equals(time);
  }
}
