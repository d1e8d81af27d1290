package dev.atf.store.embedded;

import dev.atf.model.Alarm;
import dev.atf.model.Association;
import dev.atf.model.ClaimId;
import dev.atf.model.ExecutorId;
import dev.atf.model.Lease;
import dev.atf.model.Notes;
import dev.atf.model.TaskHeader;
import dev.atf.model.TaskStatus;
import dev.atf.model.Trigger;
import dev.atf.model.plan.Origin;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An association as the value of its key. When it expires stands first: a sweep reads no more. */
final class AssociationRecord {
  private static final int VERSION = 1;

  private AssociationRecord() {}

  static byte[] of(Association task) {
    var out = new RecordWriter();
    var notes = task.notes();
    Expiry.write(task.expiresAt(), out);
    out.octet(VERSION);
    HeaderRecord.write(task.header(), out);
    out.name(task.status())
        .count(task.epoch())
        .count(task.attempt())
        .number(task.pushes())
        .count(task.deaths())
        .flag(task.cancelRequested())
        .optional(task.trigger(), trigger -> out.name(trigger.alarm()).millis(trigger.at()))
        .optional(task.lease(), lease -> write(lease, out))
        .optional(task.startedAt(), out::millis)
        .optional(task.finishedAt(), out::millis)
        .optional(task.outcome(), outcome -> OutcomeRecord.write(outcome, out))
        .optional(notes.progress(), progress -> PayloadRecord.write(progress, out))
        .optional(notes.checkpoint(), checkpoint -> PayloadRecord.write(checkpoint, out));
    HistoryRecord.write(task.history(), out);
    var origin = task.header().origin();
    if (origin != null) {
      out.text(origin.toText());
    }
    return out.toBytes();
  }

  static Association read(byte[] value) {
    var in = new RecordReader(value);
    @Nullable Instant expiresAt = Expiry.read(in);
    in.requireVersion(VERSION);
    var header = HeaderRecord.read(in);
    var task = readBody(header, in, expiresAt);
    return in.hasMore() ? task.withOrigin(Origin.parse(in.text())) : task;
  }

  private static Association readBody(
      TaskHeader header, RecordReader in, @Nullable Instant expiresAt) {
    return new Association(
        header,
        TaskStatus.valueOf(in.text()),
        in.count(),
        in.intCount(),
        Math.toIntExact(in.number()),
        in.intCount(),
        in.flag(),
        in.optional(() -> new Trigger(Alarm.valueOf(in.text()), in.millis())),
        in.optional(() -> lease(in)),
        in.optional(in::millis),
        in.optional(in::millis),
        in.optional(() -> OutcomeRecord.read(in)),
        new Notes(
            in.optional(() -> PayloadRecord.read(in)), in.optional(() -> PayloadRecord.read(in))),
        HistoryRecord.read(in),
        expiresAt);
  }

  private static void write(Lease lease, RecordWriter out) {
    out.text(lease.claimId().value())
        .text(lease.owner().value())
        .millis(lease.until())
        .count(lease.notesSequence());
  }

  private static Lease lease(RecordReader in) {
    return new Lease(new ClaimId(in.text()), new ExecutorId(in.text()), in.millis(), in.count());
  }
}
