package dev.atf.store.embedded.legacy.plans;

import dev.atf.model.LambdaName;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import dev.atf.plans.row.PlanPart;
import dev.atf.store.embedded.legacy.RecordReader;
import dev.atf.store.embedded.record.PlanRecord;
import dev.atf.store.plans.legacy.FormerPlans;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Plans and parts of format 1 as records of today's format. */
public final class FormerPlanRecords {
  private FormerPlanRecords() {}

  public static byte[] row(PlanId id, byte[] record) {
    var in = new RecordReader(record);
    @Nullable Instant expiresAt = in.expiry();
    in.requireVersion();
    var kind = PlanKind.valueOf(in.text());
    return PlanRecord.of(
        new Plan(
            id,
            kind,
            new LambdaName(in.text()),
            in.text(),
            in.intCount(),
            in.count(),
            in.optional(in::millis),
            in.flag(),
            in.millis(),
            FormerPlans.state(kind, in.text()),
            expiresAt),
        Optional.empty());
  }

  public static byte[] part(PlanId plan, String name, byte[] record) {
    var in = new RecordReader(record);
    @Nullable Instant expiresAt = in.expiry();
    in.requireVersion();
    return PlanRecord.of(new PlanPart(plan, name, FormerPlans.body(name, in.text()), expiresAt));
  }
}
