package dev.atf.store.embedded;

import dev.atf.model.Association;
import dev.atf.store.embedded.record.AssociationRecord;
import java.util.Optional;

/**
 * Task as it is stored.
 *
 * @param laterFields its record, if that has fields of a later version, which the next one keeps
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
}
