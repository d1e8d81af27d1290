package dev.atf.store.embedded.record;

import com.google.protobuf.ByteString;
import dev.atf.model.LambdaName;
import dev.atf.plans.row.Bytes;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import dev.atf.plans.row.PlanPart;
import dev.atf.store.stored.plans.StoredPlans;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Plans and their parts as values of their keys. */
public final class PlanRecord {
  private PlanRecord() {}

  /**
   * Returns the record of a plan.
   *
   * @param stored record to replace; empty if there is none
   */
  public static byte[] of(Plan plan, Optional<byte[]> stored) {
    return Layout.of(plan.expiresAt(), message(plan), stored);
  }

  private static StoredPlans.PlanRow message(Plan plan) {
    var message =
        StoredPlans.PlanRow.newBuilder()
            .setKind(StoredPlans.PlanKind.valueOf(plan.kind().name()))
            .setLambda(plan.lambda().value())
            .setName(plan.name())
            .setShard(plan.shard())
            .setVersion(plan.version())
            .setListed(plan.listed())
            .setCreatedAt(plan.createdAt().toEpochMilli())
            .setState(ByteString.copyFrom(plan.state().value()));
    @Nullable Instant alarmAt = plan.alarmAt();
    return alarmAt == null ? message.build() : message.setAlarmAt(alarmAt.toEpochMilli()).build();
  }

  public static Plan read(PlanId id, byte[] record) {
    var message = Layout.readExpiring(StoredPlans.PlanRow.parser(), record);
    return new Plan(
        id,
        PlanKind.valueOf(message.getKind().name()),
        new LambdaName(message.getLambda()),
        message.getName(),
        message.getShard(),
        message.getVersion(),
        message.hasAlarmAt() ? Instant.ofEpochMilli(message.getAlarmAt()) : null,
        message.getListed(),
        Instant.ofEpochMilli(message.getCreatedAt()),
        new Bytes(message.getState().toByteArray()),
        Layout.expiresAt(record));
  }

  public static byte[] of(PlanPart part) {
    var body = ByteString.copyFrom(part.body().value());
    return Layout.of(part.expiresAt(), StoredPlans.PlanPart.newBuilder().setBody(body).build());
  }

  public static PlanPart readPart(PlanId plan, String name, byte[] record) {
    var message = Layout.readExpiring(StoredPlans.PlanPart.parser(), record);
    var body = new Bytes(message.getBody().toByteArray());
    return new PlanPart(plan, name, body, Layout.expiresAt(record));
  }
}
