package dev.atf.store.embedded.record;

import dev.atf.model.LambdaName;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import dev.atf.plans.row.PlanPart;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Plans and their parts as values of their keys. When one expires stands first. */
public final class PlanRecord {
  private static final int VERSION = 1;

  private PlanRecord() {}

  public static byte[] of(Plan plan) {
    var out = new RecordWriter();
    Expiry.write(plan.expiresAt(), out);
    return out.octet(VERSION)
        .name(plan.kind())
        .text(plan.lambda().value())
        .text(plan.name())
        .count(plan.shard())
        .count(plan.version())
        .optional(plan.alarmAt(), out::millis)
        .flag(plan.listed())
        .millis(plan.createdAt())
        .text(plan.state())
        .toBytes();
  }

  public static Plan read(PlanId id, byte[] value) {
    var in = new RecordReader(value);
    @Nullable Instant expiresAt = Expiry.read(in);
    in.requireVersion(VERSION);
    return new Plan(
        id,
        PlanKind.valueOf(in.text()),
        new LambdaName(in.text()),
        in.text(),
        in.intCount(),
        in.count(),
        in.optional(in::millis),
        in.flag(),
        in.millis(),
        in.text(),
        expiresAt);
  }

  public static byte[] of(PlanPart part) {
    var out = new RecordWriter();
    Expiry.write(part.expiresAt(), out);
    return out.octet(VERSION).text(part.body()).toBytes();
  }

  public static PlanPart readPart(PlanId plan, String name, byte[] value) {
    var in = new RecordReader(value);
    @Nullable Instant expiresAt = Expiry.read(in);
    in.requireVersion(VERSION);
    return new PlanPart(plan, name, in.text(), expiresAt);
  }
}
