package dev.atf.store.dynamodb.item;

import static dev.atf.store.dynamodb.item.Attributes.ALONE;
import static dev.atf.store.dynamodb.item.Attributes.ATTEMPT;
import static dev.atf.store.dynamodb.item.Attributes.BLOCK;
import static dev.atf.store.dynamodb.item.Attributes.CANCEL;
import static dev.atf.store.dynamodb.item.Attributes.CLAIM_ID;
import static dev.atf.store.dynamodb.item.Attributes.DEATHS;
import static dev.atf.store.dynamodb.item.Attributes.DRAINS;
import static dev.atf.store.dynamodb.item.Attributes.EPOCH;
import static dev.atf.store.dynamodb.item.Attributes.EXPIRES_AT;
import static dev.atf.store.dynamodb.item.Attributes.FINISHED_AT;
import static dev.atf.store.dynamodb.item.Attributes.HISTORY;
import static dev.atf.store.dynamodb.item.Attributes.KILL;
import static dev.atf.store.dynamodb.item.Attributes.LEASE_UNTIL;
import static dev.atf.store.dynamodb.item.Attributes.NEXT_TRIGGER_AT;
import static dev.atf.store.dynamodb.item.Attributes.NOTES_SEQUENCE;
import static dev.atf.store.dynamodb.item.Attributes.OUTCOME;
import static dev.atf.store.dynamodb.item.Attributes.OWNER;
import static dev.atf.store.dynamodb.item.Attributes.PUSHES;
import static dev.atf.store.dynamodb.item.Attributes.STARTED_AT;
import static dev.atf.store.dynamodb.item.Attributes.STATUS;
import static dev.atf.store.dynamodb.item.Attributes.TASK_ID;
import static dev.atf.store.dynamodb.item.Attributes.TRIGGER_PARTITION;

import dev.atf.model.Alarm;
import dev.atf.model.ClaimId;
import dev.atf.model.ExecutorId;
import dev.atf.model.Lease;
import dev.atf.model.TaskStatus;
import dev.atf.model.Trigger;
import dev.atf.model.task.Association;
import dev.atf.model.task.TaskHeader;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Association as an item of its table. */
public final class AssociationItem {
  private static final Logger log = LoggerFactory.getLogger(AssociationItem.class);

  private AssociationItem() {}

  public static Map<String, AttributeValue> of(Association task) {
    var header = task.header();
    var item =
        LinkItem.write(HeaderItem.begin(header), header)
            .text(STATUS, task.status().name())
            .number(EPOCH, task.epoch())
            .number(ATTEMPT, task.attempt())
            .number(PUSHES, task.pushes())
            .number(DEATHS, task.deaths())
            .mark(CANCEL, task.cancelRequested())
            .millis(STARTED_AT, task.startedAt())
            .millis(FINISHED_AT, task.finishedAt())
            .seconds(EXPIRES_AT, task.expiresAt())
            .put(HISTORY, HistoryItem.of(task.history()));
    for (var alarm : List.of(Alarm.DUE, Alarm.CHECK, Alarm.DEAD, Alarm.DONE)) {
      item.text(Attributes.partitionOf(alarm), header.list(alarm).key());
    }
    if (task.drains() > 0) {
      item.number(DRAINS, task.drains());
    }
    if (task.killRequested() > 0) {
      item.number(KILL, task.killRequested());
    }
    var block = task.block();
    if (block != null) {
      item.put(BLOCK, BlockItem.of(block));
    }
    NotesItem.write(item, task.notes());
    var trigger = task.trigger();
    if (trigger != null) {
      item.text(TRIGGER_PARTITION, header.list(trigger.alarm()).key())
          .millis(NEXT_TRIGGER_AT, trigger.at());
    }
    var lease = task.lease();
    if (lease != null) {
      item.text(CLAIM_ID, lease.claimId().value())
          .text(OWNER, lease.owner().value())
          .millis(LEASE_UNTIL, lease.until())
          .mark(ALONE, lease.alone());
      if (lease.notesSequence() > 0) {
        item.number(NOTES_SEQUENCE, lease.notesSequence());
      }
    }
    var outcome = task.outcome();
    if (outcome != null) {
      item.put(OUTCOME, OutcomeItem.of(outcome));
    }
    return item.build();
  }

  /**
   * Reads an association; empty if this version does not know its status. Such a task is not
   * changed (F27).
   */
  public static Optional<Association> read(Map<String, AttributeValue> attributes) {
    var item = new ItemReader(attributes);
    var status = item.text(STATUS);
    if (Arrays.stream(TaskStatus.values()).noneMatch(known -> known.name().equals(status))) {
      log.warn("taskId={} has the status {} of another version", item.text(TASK_ID), status);
      return Optional.empty();
    }
    return Optional.of(readKnown(item));
  }

  private static Association readKnown(ItemReader item) {
    var header = HeaderItem.read(item);
    return new Association(
        header,
        TaskStatus.valueOf(item.text(STATUS)),
        item.number(EPOCH),
        item.count(ATTEMPT),
        item.count(PUSHES),
        item.count(DEATHS),
        item.has(DRAINS) ? item.count(DRAINS) : 0,
        item.has(CANCEL),
        item.has(KILL) ? item.number(KILL) : 0,
        BlockItem.read(item.mapOrNull(BLOCK)),
        trigger(item, header),
        lease(item),
        item.millisOrNull(STARTED_AT),
        item.millisOrNull(FINISHED_AT),
        OutcomeItem.read(item.mapOrNull(OUTCOME)),
        NotesItem.read(item),
        HistoryItem.read(item),
        item.secondsOrNull(EXPIRES_AT));
  }

  private static @Nullable Trigger trigger(ItemReader item, TaskHeader header) {
    if (!item.has(TRIGGER_PARTITION)) {
      return null;
    }
    var partition = item.text(TRIGGER_PARTITION);
    for (var alarm : alarmsOf(header)) {
      if (header.list(alarm).key().equals(partition)) {
        return new Trigger(alarm, item.millis(NEXT_TRIGGER_AT));
      }
    }
    throw new IllegalStateException(header.taskId() + " is in the list " + partition);
  }

  /** Returns the alarms that the task can have. Only a task of a collection can be held. */
  private static List<Alarm> alarmsOf(TaskHeader header) {
    return Arrays.stream(Alarm.values())
        .filter(alarm -> alarm != Alarm.HELD || header.collection() != null)
        .toList();
  }

  private static @Nullable Lease lease(ItemReader item) {
    return item.has(CLAIM_ID)
        ? new Lease(
            new ClaimId(item.text(CLAIM_ID)),
            new ExecutorId(item.text(OWNER)),
            item.millis(LEASE_UNTIL),
            item.has(NOTES_SEQUENCE) ? item.number(NOTES_SEQUENCE) : 0,
            item.has(ALONE))
        : null;
  }
}
