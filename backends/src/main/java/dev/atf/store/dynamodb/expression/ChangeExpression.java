package dev.atf.store.dynamodb.expression;

import static dev.atf.store.dynamodb.item.Attributes.ALONE;
import static dev.atf.store.dynamodb.item.Attributes.ATTEMPT;
import static dev.atf.store.dynamodb.item.Attributes.BLOCK;
import static dev.atf.store.dynamodb.item.Attributes.CANCEL;
import static dev.atf.store.dynamodb.item.Attributes.CHECKPOINT;
import static dev.atf.store.dynamodb.item.Attributes.CLAIM_ID;
import static dev.atf.store.dynamodb.item.Attributes.DEADLINE;
import static dev.atf.store.dynamodb.item.Attributes.DEATHS;
import static dev.atf.store.dynamodb.item.Attributes.DRAINS;
import static dev.atf.store.dynamodb.item.Attributes.EPOCH;
import static dev.atf.store.dynamodb.item.Attributes.EXPIRES_AT;
import static dev.atf.store.dynamodb.item.Attributes.FINISHED_AT;
import static dev.atf.store.dynamodb.item.Attributes.HISTORY;
import static dev.atf.store.dynamodb.item.Attributes.KEEP_UNTIL;
import static dev.atf.store.dynamodb.item.Attributes.KILL;
import static dev.atf.store.dynamodb.item.Attributes.LEASE_UNTIL;
import static dev.atf.store.dynamodb.item.Attributes.NEXT_TRIGGER_AT;
import static dev.atf.store.dynamodb.item.Attributes.NOTES_SEQUENCE;
import static dev.atf.store.dynamodb.item.Attributes.NOTICES;
import static dev.atf.store.dynamodb.item.Attributes.NOTICES_DUE;
import static dev.atf.store.dynamodb.item.Attributes.OUTBOX;
import static dev.atf.store.dynamodb.item.Attributes.OUTCOME;
import static dev.atf.store.dynamodb.item.Attributes.OWNER;
import static dev.atf.store.dynamodb.item.Attributes.PROGRESS;
import static dev.atf.store.dynamodb.item.Attributes.PUSHES;
import static dev.atf.store.dynamodb.item.Attributes.SCHEDULED_AT;
import static dev.atf.store.dynamodb.item.Attributes.STARTED_AT;
import static dev.atf.store.dynamodb.item.Attributes.STATUS;
import static dev.atf.store.dynamodb.item.Attributes.TRIGGER_PARTITION;

import dev.atf.model.task.Change;
import dev.atf.model.task.TaskHistory;
import dev.atf.store.dynamodb.item.Attributes;
import dev.atf.store.dynamodb.item.BlockItem;
import dev.atf.store.dynamodb.item.HistoryItem;
import dev.atf.store.dynamodb.item.ItemWriter;
import dev.atf.store.dynamodb.item.NotesItem;
import dev.atf.store.dynamodb.item.OutcomeItem;
import java.util.ArrayList;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Translates {@link Change}s for DynamoDB. It collects the clauses of one update expression. */
final class ChangeExpression {
  private final Expression in;
  private final List<String> sets = new ArrayList<>();
  private final List<String> removes = new ArrayList<>();

  ChangeExpression(Expression in) {
    this.in = in;
  }

  void add(Change change) {
    if (change instanceof Change.SetStatus c) {
      set(STATUS, ItemWriter.text(c.status().name()));
    } else if (change instanceof Change.SetEpoch c) {
      set(EPOCH, ItemWriter.number(c.epoch()));
    } else if (change instanceof Change.AddAttempt c) {
      var attempt = in.name(ATTEMPT);
      sets.add(attempt + " = " + attempt + " + " + in.value(ItemWriter.number(c.delta())));
    } else if (change instanceof Change.SetAttempt c) {
      set(ATTEMPT, ItemWriter.number(c.attempt()));
    } else if (change instanceof Change.SetDeaths c) {
      set(DEATHS, ItemWriter.number(c.deaths()));
    } else if (change instanceof Change.SetDrains c) {
      set(DRAINS, ItemWriter.number(c.drains()));
    } else if (change instanceof Change.SetScheduledAt c) {
      set(SCHEDULED_AT, ItemWriter.millis(c.at()));
    } else if (change instanceof Change.SetDeadline c) {
      set(DEADLINE, ItemWriter.millis(c.at()));
    } else if (change instanceof Change.SetProgress c) {
      set(PROGRESS, NotesItem.of(c.progress()));
    } else if (change instanceof Change.SetCheckpoint c) {
      set(CHECKPOINT, NotesItem.of(c.checkpoint()));
    } else if (change instanceof Change.AddHistory c) {
      var slot = in.name(HISTORY) + "." + in.name(TaskHistory.slotOf(c.entry()));
      sets.add(slot + " = " + in.value(HistoryItem.of(c.entry())));
    } else if (change instanceof Change.Reopen) {
      remove(
          FINISHED_AT,
          EXPIRES_AT,
          OUTCOME,
          CLAIM_ID,
          OWNER,
          LEASE_UNTIL,
          NOTES_SEQUENCE,
          ALONE,
          CANCEL,
          BLOCK);
    } else if (change instanceof Change.SetPushes c) {
      set(PUSHES, ItemWriter.number(c.pushes()));
    } else if (change instanceof Change.SetTrigger c) {
      var home = Attributes.partitionOf(c.trigger().alarm());
      sets.add(in.name(TRIGGER_PARTITION) + " = " + in.name(home));
      set(NEXT_TRIGGER_AT, ItemWriter.millis(c.trigger().at()));
    } else if (change instanceof Change.Hold c) {
      set(TRIGGER_PARTITION, ItemWriter.text(c.list().key()));
      set(NEXT_TRIGGER_AT, ItemWriter.millis(c.at()));
    } else if (change instanceof Change.ClearTrigger) {
      remove(TRIGGER_PARTITION, NEXT_TRIGGER_AT);
    } else if (change instanceof Change.SetLease c) {
      set(CLAIM_ID, ItemWriter.text(c.lease().claimId().value()));
      set(OWNER, ItemWriter.text(c.lease().owner().value()));
      set(LEASE_UNTIL, ItemWriter.millis(c.lease().until()));
      if (c.lease().notesSequence() > 0) {
        set(NOTES_SEQUENCE, ItemWriter.number(c.lease().notesSequence()));
      } else {
        remove(NOTES_SEQUENCE);
      }
      if (c.lease().alone()) {
        set(ALONE, ItemWriter.mark());
      } else {
        remove(ALONE);
      }
    } else if (change instanceof Change.ExtendLease c) {
      set(LEASE_UNTIL, ItemWriter.millis(c.until()));
    } else if (change instanceof Change.SetNotesSequence c) {
      set(NOTES_SEQUENCE, ItemWriter.number(c.sequence()));
    } else if (change instanceof Change.MarkAlone) {
      set(ALONE, ItemWriter.mark());
    } else if (change instanceof Change.ClearLease) {
      remove(CLAIM_ID, OWNER, LEASE_UNTIL, NOTES_SEQUENCE, ALONE);
    } else if (change instanceof Change.SetStartedAt c) {
      set(STARTED_AT, ItemWriter.millis(c.at()));
    } else if (change instanceof Change.SetOutcome c) {
      set(OUTCOME, OutcomeItem.of(c.outcome()));
    } else if (change instanceof Change.RequestCancel) {
      set(CANCEL, ItemWriter.mark());
    } else if (change instanceof Change.RequestKill c) {
      set(KILL, ItemWriter.number(c.epoch()));
    } else if (change instanceof Change.SetBlock c) {
      set(BLOCK, BlockItem.of(c.block()));
    } else if (change instanceof Change.Finish c) {
      set(FINISHED_AT, ItemWriter.millis(c.at()));
      var expiresAt = in.value(ItemWriter.seconds(c.expiresAt()));
      var kept = "if_not_exists(" + in.name(KEEP_UNTIL) + ", " + expiresAt + ")";
      sets.add(in.name(EXPIRES_AT) + " = " + kept);
    } else if (change instanceof Change.SetFinishedAt c) {
      set(FINISHED_AT, ItemWriter.millis(c.at()));
    } else if (change instanceof Change.EmptyOutbox c) {
      emptyOutbox(c);
    } else {
      // Java 17 does not check that a chain is complete; TransitionExpressionTest does.
      throw new IllegalStateException("no expression for " + change);
    }
  }

  /** Returns the whole update expression. */
  String text() {
    var text = new StringBuilder();
    if (!sets.isEmpty()) {
      text.append("SET ").append(String.join(", ", sets));
    }
    if (!removes.isEmpty()) {
      text.append(" REMOVE ").append(String.join(", ", removes));
    }
    return text.toString();
  }

  private void emptyOutbox(Change.EmptyOutbox change) {
    var outcome = in.name(OUTCOME) + ".";
    removes.add(outcome + in.name(OUTBOX));
    removes.add(outcome + in.name(NOTICES_DUE));
    if (!change.notices().isEmpty()) {
      var names = ItemWriter.text(String.join(" ", change.notices()));
      sets.add(outcome + in.name(NOTICES) + " = " + in.value(names));
    }
  }

  private void set(String attribute, AttributeValue value) {
    sets.add(in.equal(attribute, value));
  }

  private void remove(String... attributes) {
    for (var attribute : attributes) {
      removes.add(in.name(attribute));
    }
  }
}
