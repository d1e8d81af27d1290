package dev.atf.store.embedded.record;

import dev.atf.model.Alarm;
import dev.atf.model.ClaimId;
import dev.atf.model.ExecutorId;
import dev.atf.model.Failure;
import dev.atf.model.Lease;
import dev.atf.model.TaskStatus;
import dev.atf.model.Trigger;
import dev.atf.model.condition.Block;
import dev.atf.model.condition.ConditionName;
import dev.atf.model.task.Association;
import dev.atf.model.task.Children;
import dev.atf.model.task.HistoryEntry;
import dev.atf.model.task.Notes;
import dev.atf.model.task.Notices;
import dev.atf.model.task.Outcome;
import dev.atf.model.task.TaskEvent;
import dev.atf.model.task.TaskHistory;
import dev.atf.store.codec.ChildrenCodec;
import dev.atf.store.stored.Stored;
import java.time.Instant;
import java.util.HashMap;
import java.util.Optional;

/** Association as the value of its key. */
public final class AssociationRecord {
  private AssociationRecord() {}

  public static byte[] of(Association task) {
    return Layout.of(task.expiresAt(), message(task));
  }

  /**
   * Returns the record of a task.
   *
   * @param stored record to replace
   */
  public static byte[] of(Association task, byte[] stored) {
    return Layout.of(task.expiresAt(), message(task), Optional.of(stored));
  }

  /** Returns whether a record has fields that this version does not know. */
  public static boolean hasUnknownFields(byte[] record) {
    return Layout.hasUnknownFields(Stored.Association.parser(), record);
  }

  private static Stored.Association message(Association task) {
    var message =
        Stored.Association.newBuilder()
            .setHeader(HeaderRecord.of(task.header()))
            .setStatus(Stored.Association.Status.valueOf(task.status().name()))
            .setEpoch(task.epoch())
            .setAttempt(task.attempt())
            .setPushes(task.pushes())
            .setDeaths(task.deaths())
            .setDrains(task.drains())
            .setCancelRequested(task.cancelRequested())
            .setKillRequested(task.killRequested());
    var block = task.block();
    if (block != null) {
      message.getBlockBuilder().setCondition(block.condition().value()).setTimes(block.times());
    }
    var trigger = task.trigger();
    if (trigger != null) {
      message
          .getTriggerBuilder()
          .setAlarm(Stored.Trigger.Alarm.valueOf(trigger.alarm().name()))
          .setAt(trigger.at().toEpochMilli());
    }
    var lease = task.lease();
    if (lease != null) {
      message
          .getLeaseBuilder()
          .setClaimId(lease.claimId().value())
          .setOwner(lease.owner().value())
          .setUntil(lease.until().toEpochMilli())
          .setNotesSequence(lease.notesSequence())
          .setAlone(lease.alone());
    }
    var startedAt = task.startedAt();
    if (startedAt != null) {
      message.setStartedAt(startedAt.toEpochMilli());
    }
    var finishedAt = task.finishedAt();
    if (finishedAt != null) {
      message.setFinishedAt(finishedAt.toEpochMilli());
    }
    var outcome = task.outcome();
    if (outcome != null) {
      message.setOutcome(OutcomeRecord.of(outcome));
    }
    write(task.notes(), message);
    task.history().slots().forEach((slot, entry) -> message.addHistory(message(slot, entry)));
    return message.build();
  }

  private static void write(Notes notes, Stored.Association.Builder message) {
    var progress = notes.progress();
    if (progress != null) {
      message.setProgress(HeaderRecord.of(progress));
    }
    var checkpoint = notes.checkpoint();
    if (checkpoint != null) {
      message.setCheckpoint(HeaderRecord.of(checkpoint));
    }
  }

  private static Stored.HistoryEntry message(String slot, HistoryEntry entry) {
    return Stored.HistoryEntry.newBuilder()
        .setSlot(slot)
        .setAt(entry.at().toEpochMilli())
        .setEvent(Stored.HistoryEntry.Event.valueOf(entry.event().name()))
        .setEpoch(entry.epoch())
        .setAttempt(entry.attempt())
        .setDetail(entry.detail())
        .build();
  }

  public static Association read(byte[] record) {
    var message = Layout.readExpiring(Stored.Association.parser(), record);
    return new Association(
        HeaderRecord.read(message.getHeader()),
        TaskStatus.valueOf(message.getStatus().name()),
        message.getEpoch(),
        message.getAttempt(),
        message.getPushes(),
        message.getDeaths(),
        message.getDrains(),
        message.getCancelRequested(),
        message.getKillRequested(),
        message.hasBlock() ? block(message.getBlock()) : null,
        message.hasTrigger() ? trigger(message.getTrigger()) : null,
        message.hasLease() ? lease(message.getLease()) : null,
        message.hasStartedAt() ? Instant.ofEpochMilli(message.getStartedAt()) : null,
        message.hasFinishedAt() ? Instant.ofEpochMilli(message.getFinishedAt()) : null,
        message.hasOutcome() ? OutcomeRecord.read(message.getOutcome()) : null,
        new Notes(
            message.hasProgress() ? HeaderRecord.read(message.getProgress()) : null,
            message.hasCheckpoint() ? HeaderRecord.read(message.getCheckpoint()) : null),
        history(message),
        Layout.expiresAt(record));
  }

  private static Block block(Stored.Block block) {
    return new Block(new ConditionName(block.getCondition()), block.getTimes());
  }

  private static Trigger trigger(Stored.Trigger trigger) {
    return new Trigger(
        Alarm.valueOf(trigger.getAlarm().name()), Instant.ofEpochMilli(trigger.getAt()));
  }

  private static Lease lease(Stored.Lease lease) {
    return new Lease(
        new ClaimId(lease.getClaimId()),
        new ExecutorId(lease.getOwner()),
        Instant.ofEpochMilli(lease.getUntil()),
        lease.getNotesSequence(),
        lease.getAlone());
  }

  private static TaskHistory history(Stored.Association message) {
    var slots = new HashMap<String, HistoryEntry>();
    for (var entry : message.getHistoryList()) {
      slots.put(
          entry.getSlot(),
          new HistoryEntry(
              Instant.ofEpochMilli(entry.getAt()),
              TaskEvent.valueOf(entry.getEvent().name()),
              entry.getEpoch(),
              entry.getAttempt(),
              entry.getDetail()));
    }
    return new TaskHistory(slots);
  }

  /** Outcomes as messages. */
  private static final class OutcomeRecord {
    private OutcomeRecord() {}

    static Stored.Outcome of(Outcome outcome) {
      var message =
          Stored.Outcome.newBuilder()
              .setDigest(outcome.digest())
              .setResultApart(outcome.resultStoredApart());
      var result = outcome.result();
      if (result != null) {
        message.setResult(HeaderRecord.of(result));
      }
      var failure = outcome.failure();
      if (failure != null) {
        message
            .getFailureBuilder()
            .setCode(failure.code())
            .setMessage(failure.message())
            .setDetails(failure.details())
            .setRetriable(failure.retriable());
      }
      var children = outcome.children();
      message.setChildren(children.count());
      if (children.pending()) {
        message.setOutbox(ChildrenCodec.write(children.outbox()));
      }
      if (!children.joins().isEmpty()) {
        message.setJoins(ChildrenCodec.writeJoins(children.joins()));
      }
      var notices = outcome.notices();
      return message.addAllNoticesDue(notices.due()).addAllNotices(notices.created()).build();
    }

    static Outcome read(Stored.Outcome message) {
      var failure = message.getFailure();
      return new Outcome(
          message.getDigest(),
          message.hasResult() ? HeaderRecord.read(message.getResult()) : null,
          message.getResultApart(),
          message.hasFailure()
              ? new Failure(
                  failure.getCode(),
                  failure.getMessage(),
                  failure.getDetails(),
                  failure.getRetriable())
              : null,
          new Children(
              message.getChildren(),
              ChildrenCodec.read(message.getOutbox()),
              ChildrenCodec.read(message.getJoins()),
              message.hasOutbox()),
          new Notices(message.getNoticesDueList(), message.getNoticesList()));
    }
  }
}
