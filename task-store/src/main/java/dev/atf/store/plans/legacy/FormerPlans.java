package dev.atf.store.plans.legacy;

import dev.atf.model.LambdaName;
import dev.atf.model.TaskId;
import dev.atf.plans.row.Bytes;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import dev.atf.plans.row.PlanPart;
import dev.atf.store.embedded.legacy.RecordReader;
import dev.atf.store.embedded.record.PlanRecord;
import dev.atf.store.plans.FireNote;
import dev.atf.store.plans.JobSteps;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Former texts of plans and their parts, as today's bytes. */
public final class FormerPlans {
  private FormerPlans() {}

  /** Returns the state of a plan. */
  public static Bytes state(PlanKind kind, String text) {
    if (text.isEmpty()) {
      return Bytes.EMPTY;
    }
    return switch (kind) {
      case PERIODIC -> FormerPeriodic.state(text);
      case ORDER -> FormerOrders.state(text);
      case JOB -> FormerJobs.state(text);
    };
  }

  /**
   * Returns the body of a part.
   *
   * @param name of the part; it says what the body is
   */
  public static Bytes body(String name, String text) {
    if (name.startsWith("steps/")) {
      return FormerJobs.steps(text);
    }
    if (name.startsWith("count/")) {
      return JobSteps.count(Integer.parseInt(text));
    }
    if (name.startsWith("triggered/")) {
      return FireNote.of(new TaskId(text));
    }
    return text.isEmpty() ? Bytes.EMPTY : FormerOrders.member(text);
  }

  /** Returns a plan that has a record of format 1 as a record of today's format. */
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
            state(kind, in.text()),
            expiresAt));
  }

  /** Returns a part that has a record of format 1 as a record of today's format. */
  public static byte[] part(PlanId plan, String name, byte[] record) {
    var in = new RecordReader(record);
    @Nullable Instant expiresAt = in.expiry();
    in.requireVersion();
    return PlanRecord.of(new PlanPart(plan, name, body(name, in.text()), expiresAt));
  }
}
