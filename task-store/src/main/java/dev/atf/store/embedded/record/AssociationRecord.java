package dev.atf.store.embedded.record;

import dev.atf.model.Alarm;
import dev.atf.model.Association;
import dev.atf.model.ClaimId;
import dev.atf.model.ExecutorId;
import dev.atf.model.Lease;
import dev.atf.model.TaskHeader;
import dev.atf.model.TaskStatus;
import dev.atf.model.Trigger;
import dev.atf.model.history.Notes;
import dev.atf.model.origin.Origin;
import dev.atf.model.transition.Children;
import dev.atf.model.transition.Join;
import dev.atf.model.transition.OutboxText;
import dev.atf.model.transition.Parent;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** An association as the value of its key. When it expires stands first: a sweep reads no more. */
public final class AssociationRecord {
  private static final int VERSION = 1;

  /** Tag before a lease; 0 if there is none. Earlier versions read either as a lease. */
  private static final int LEASE = 1;

  /** Tag before the lease of an attempt that runs alone. */
  private static final int LEASE_ALONE = 2;

  private AssociationRecord() {}

  public static byte[] of(Association task) {
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
        .optional(task.trigger(), trigger -> out.name(trigger.alarm()).millis(trigger.at()));
    write(task.lease(), out);
    out.optional(task.startedAt(), out::millis)
        .optional(task.finishedAt(), out::millis)
        .optional(task.outcome(), outcome -> OutcomeRecord.write(outcome, out))
        .optional(notes.progress(), progress -> PayloadRecord.write(progress, out))
        .optional(notes.checkpoint(), checkpoint -> PayloadRecord.write(checkpoint, out));
    HistoryRecord.write(task.history(), out);
    writeFamily(task, out);
    return out.toBytes();
  }

  /** Writes the fields that few tasks have, after the common ones; nothing if there are none. */
  private static void writeFamily(Association task, RecordWriter out) {
    var origin = task.header().origin();
    var parent = task.header().parent();
    var children = task.children();
    boolean ofChildren = parent != null || children.any();
    if (origin != null || ofChildren) {
      out.text(origin == null ? "" : origin.toText());
    }
    if (ofChildren) {
      out.text(parent == null ? "" : parent.toText())
          .count(children.count())
          .text(children.pending() ? OutboxText.of(children.outbox()) : "");
    }
    if (!children.joins().isEmpty()) {
      out.text(Join.write(children.joins()));
    }
  }

  private static Association readFamily(Association task, RecordReader in) {
    if (!in.hasMore()) {
      return task;
    }
    var origin = in.text();
    var planned = origin.isEmpty() ? task : task.withOrigin(Origin.parse(origin));
    if (!in.hasMore()) {
      return planned;
    }
    var parent = in.text();
    int count = in.intCount();
    var outbox = in.text();
    var joins = in.hasMore() ? Join.read(in.text()) : List.<Join>of();
    var children =
        outbox.isEmpty()
            ? new Children(count, List.of(), joins, false)
            : Children.toBeMade(OutboxText.parse(outbox), joins);
    return (parent.isEmpty() ? planned : planned.withParent(Parent.parse(parent)))
        .withChildren(children);
  }

  public static Association read(byte[] value) {
    var in = new RecordReader(value);
    @Nullable Instant expiresAt = Expiry.read(in);
    in.requireVersion(VERSION);
    var header = HeaderRecord.read(in);
    return readFamily(readBody(header, in, expiresAt), in);
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
        lease(in),
        in.optional(in::millis),
        in.optional(in::millis),
        in.optional(() -> OutcomeRecord.read(in)),
        new Notes(
            in.optional(() -> PayloadRecord.read(in)), in.optional(() -> PayloadRecord.read(in))),
        HistoryRecord.read(in),
        expiresAt);
  }

  private static void write(@Nullable Lease lease, RecordWriter out) {
    if (lease == null) {
      out.flag(false);
      return;
    }
    out.octet(lease.alone() ? LEASE_ALONE : LEASE)
        .text(lease.claimId().value())
        .text(lease.owner().value())
        .millis(lease.until())
        .count(lease.notesSequence());
  }

  private static @Nullable Lease lease(RecordReader in) {
    int mark = in.octet();
    return mark == 0
        ? null
        : new Lease(
            new ClaimId(in.text()),
            new ExecutorId(in.text()),
            in.millis(),
            in.count(),
            mark == LEASE_ALONE);
  }
}
