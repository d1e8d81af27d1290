package dev.atf.store.embedded.record;

import dev.atf.model.ClaimId;
import dev.atf.model.TaskRef;
import dev.atf.model.fairness.KeyGroup;
import dev.atf.store.RunningPermits.Permit;
import dev.atf.store.RunningPermits.Scope;
import dev.atf.store.codec.StoredIds;
import dev.atf.store.stored.Stored;
import java.time.Instant;
import java.util.Optional;

/**
 * Permit as the value of its key.
 *
 * @param scope scope of the permit
 */
public record PermitRecord(Scope scope, Permit permit) {
  /**
   * Returns the record.
   *
   * @param stored record to replace; empty if there is none
   */
  public byte[] toBytes(Optional<byte[]> stored) {
    var message =
        Stored.Permit.newBuilder()
            .setLambda(scope.owner())
            .setTaskId(StoredIds.of(permit.ref().taskId()))
            .setEpoch(permit.ref().epoch())
            .setClaimId(permit.claimId().value())
            .setTakenAt(permit.takenAt().toEpochMilli())
            .setTakes(permit.takes());
    if (!scope.group().isNone()) {
      message.setGroup(scope.group().number());
    }
    return Layout.of(message.build(), stored);
  }

  public static PermitRecord read(byte[] record) {
    var message = Layout.read(Stored.Permit.parser(), record);
    return new PermitRecord(
        new Scope(
            message.getLambda(),
            message.hasGroup() ? new KeyGroup(message.getGroup()) : KeyGroup.NONE),
        new Permit(
            new TaskRef(StoredIds.taskId(message.getTaskId()), message.getEpoch()),
            new ClaimId(message.getClaimId()),
            Instant.ofEpochMilli(message.getTakenAt()),
            message.getTakes()));
  }
}
