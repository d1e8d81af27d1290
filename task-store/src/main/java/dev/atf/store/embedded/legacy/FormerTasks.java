package dev.atf.store.embedded.legacy;

import dev.atf.model.Alarm;
import dev.atf.model.ClaimId;
import dev.atf.model.CollectionName;
import dev.atf.model.ExecutorId;
import dev.atf.model.Failure;
import dev.atf.model.LambdaName;
import dev.atf.model.Lease;
import dev.atf.model.Payload;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.TaskStatus;
import dev.atf.model.Trigger;
import dev.atf.model.task.Association;
import dev.atf.model.task.Children;
import dev.atf.model.task.HistoryEntry;
import dev.atf.model.task.Join;
import dev.atf.model.task.Notes;
import dev.atf.model.task.Outcome;
import dev.atf.model.task.TaskEntity;
import dev.atf.model.task.TaskEvent;
import dev.atf.model.task.TaskHeader;
import dev.atf.model.task.TaskHistory;
import dev.atf.store.codec.ChildrenCodec;
import dev.atf.store.legacy.FormerLinks;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Associations and entities of format 1. */
final class FormerTasks {
  /** Tag before the lease of an attempt that runs alone; 1 before any other, 0 if there is none. */
  private static final int LEASE_ALONE = 2;

  private FormerTasks() {}

  static Association association(RecordReader in) {
    @Nullable Instant expiresAt = in.expiry();
    in.requireVersion();
    var task =
        new Association(
            header(in),
            TaskStatus.valueOf(in.text()),
            in.count(),
            in.intCount(),
            Math.toIntExact(in.number()),
            in.intCount(),
            0,
            in.flag(),
            0,
            null,
            in.optional(() -> new Trigger(Alarm.valueOf(in.text()), in.millis())),
            lease(in),
            in.optional(in::millis),
            in.optional(in::millis),
            in.optional(() -> outcome(in)),
            new Notes(in.optional(() -> payload(in)), in.optional(() -> payload(in))),
            history(in),
            expiresAt);
    return withFamily(task, in);
  }

  /** Reads the fields that few tasks have; they are absent if there is nothing in them. */
  private static Association withFamily(Association task, RecordReader in) {
    var origin = in.hasMore() ? in.text() : "";
    var planned = origin.isEmpty() ? task : task.withOrigin(FormerLinks.origin(origin));
    if (!in.hasMore()) {
      return planned;
    }
    var parent = in.text();
    int count = in.intCount();
    var outbox = in.text();
    var joins = in.hasMore() ? ChildrenCodec.read(FormerLinks.joins(in.text())) : List.<Join>of();
    var children =
        outbox.isEmpty()
            ? new Children(count, List.of(), joins, false)
            : Children.toBeMade(ChildrenCodec.read(FormerLinks.outbox(outbox)), joins);
    return (parent.isEmpty() ? planned : planned.withParent(FormerLinks.parent(parent)))
        .withChildren(children);
  }

  private static @Nullable Lease lease(RecordReader in) {
    int tag = in.octet();
    return tag == 0
        ? null
        : new Lease(
            new ClaimId(in.text()),
            new ExecutorId(in.text()),
            in.millis(),
            in.count(),
            tag == LEASE_ALONE);
  }

  private static Outcome outcome(RecordReader in) {
    return new Outcome(
        in.text(),
        in.optional(() -> payload(in)),
        in.flag(),
        in.optional(() -> new Failure(in.text(), in.text(), in.text(), in.flag())));
  }

  private static TaskHistory history(RecordReader in) {
    var slots = new HashMap<String, HistoryEntry>();
    for (int left = in.intCount(); left > 0; left--) {
      slots.put(
          in.text(),
          new HistoryEntry(
              in.millis(), TaskEvent.valueOf(in.text()), in.count(), in.intCount(), in.text()));
    }
    return new TaskHistory(slots);
  }

  static TaskEntity entity(RecordReader in) {
    var expiresAt = Objects.requireNonNull(in.expiry(), "an entity expires");
    in.requireVersion();
    return new TaskEntity(header(in), payload(in), labels(in), in.text(), expiresAt);
  }

  private static Map<String, String> labels(RecordReader in) {
    var labels = new HashMap<String, String>();
    for (int left = in.intCount(); left > 0; left--) {
      labels.put(in.text(), in.text());
    }
    return labels;
  }

  private static TaskHeader header(RecordReader in) {
    return new TaskHeader(
        new TaskId(in.hex(FormerRecords.ID_BYTES)),
        new LambdaName(in.text()),
        new Priority(in.text()),
        in.optional(() -> new CollectionName(in.text())),
        in.intCount(),
        in.millis(),
        in.millis(),
        in.millis(),
        in.optional(() -> Instant.ofEpochSecond(in.number())));
  }

  static Payload payload(RecordReader in) {
    var contentType = in.text();
    return new Payload(in.bytes(), contentType);
  }
}
