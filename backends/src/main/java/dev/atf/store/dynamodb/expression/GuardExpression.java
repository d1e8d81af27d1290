package dev.atf.store.dynamodb.expression;

import static dev.atf.store.dynamodb.item.Attributes.ATTEMPT;
import static dev.atf.store.dynamodb.item.Attributes.CANCEL;
import static dev.atf.store.dynamodb.item.Attributes.CLAIM_ID;
import static dev.atf.store.dynamodb.item.Attributes.DEADLINE;
import static dev.atf.store.dynamodb.item.Attributes.EPOCH;
import static dev.atf.store.dynamodb.item.Attributes.LAMBDA;
import static dev.atf.store.dynamodb.item.Attributes.LEASE_UNTIL;
import static dev.atf.store.dynamodb.item.Attributes.NEXT_TRIGGER_AT;
import static dev.atf.store.dynamodb.item.Attributes.NOTES_SEQUENCE;
import static dev.atf.store.dynamodb.item.Attributes.NOTICES_DUE;
import static dev.atf.store.dynamodb.item.Attributes.ON_FINISH;
import static dev.atf.store.dynamodb.item.Attributes.OUTBOX;
import static dev.atf.store.dynamodb.item.Attributes.OUTCOME;
import static dev.atf.store.dynamodb.item.Attributes.SCHEDULED_AT;
import static dev.atf.store.dynamodb.item.Attributes.STATUS;

import dev.atf.model.task.Guard;
import dev.atf.store.dynamodb.item.ItemWriter;
import java.util.stream.Collectors;

/**
 * Translates a {@link Guard} for DynamoDB. Comparisons with absent attributes do not hold there, as
 * guards require.
 */
record GuardExpression(Expression in) {

  String of(Guard guard) {
    if (guard instanceof Guard.StatusIn g) {
      return statusIn(g);
    }
    if (guard instanceof Guard.EpochIs g) {
      return in.equal(EPOCH, ItemWriter.number(g.epoch()));
    }
    if (guard instanceof Guard.AttemptIs g) {
      return in.equal(ATTEMPT, ItemWriter.number(g.attempt()));
    }
    if (guard instanceof Guard.LambdaIs g) {
      return in.equal(LAMBDA, ItemWriter.text(g.lambda().value()));
    }
    if (guard instanceof Guard.ScheduledBy g) {
      return in.compare(SCHEDULED_AT, "<=", ItemWriter.millis(g.now()));
    }
    if (guard instanceof Guard.DeadlineAfter g) {
      return in.compare(DEADLINE, ">", ItemWriter.millis(g.now()));
    }
    if (guard instanceof Guard.CancelNotRequested) {
      return "attribute_not_exists(" + in.name(CANCEL) + ")";
    }
    if (guard instanceof Guard.CancelRequested) {
      return "attribute_exists(" + in.name(CANCEL) + ")";
    }
    if (guard instanceof Guard.ClaimIs g) {
      return in.equal(CLAIM_ID, ItemWriter.text(g.claimId().value()));
    }
    if (guard instanceof Guard.LeaseUntilIs g) {
      return in.equal(LEASE_UNTIL, ItemWriter.millis(g.until()));
    }
    if (guard instanceof Guard.LeaseNotAfter g) {
      return in.compare(LEASE_UNTIL, "<=", ItemWriter.millis(g.until()));
    }
    if (guard instanceof Guard.NotesBefore g) {
      return notesBefore(g);
    }
    if (guard instanceof Guard.AlarmAtIs g) {
      return in.equal(NEXT_TRIGGER_AT, ItemWriter.millis(g.at()));
    }
    if (guard instanceof Guard.AlarmNotAfter g) {
      return in.compare(NEXT_TRIGGER_AT, "<=", ItemWriter.millis(g.at()));
    }
    if (guard instanceof Guard.AlarmIsUnset) {
      return "attribute_not_exists(" + in.name(NEXT_TRIGGER_AT) + ")";
    }
    if (guard instanceof Guard.OutboxFull) {
      return "(attribute_exists("
          + outbox(OUTBOX)
          + ") OR attribute_exists("
          + outbox(NOTICES_DUE)
          + "))";
    }
    if (guard instanceof Guard.OutboxEmpty) {
      return "attribute_not_exists("
          + outbox(OUTBOX)
          + ") AND attribute_not_exists("
          + outbox(NOTICES_DUE)
          + ")";
    }
    if (guard instanceof Guard.OnFinishIs g) {
      return (g.set() ? "attribute_exists(" : "attribute_not_exists(") + in.name(ON_FINISH) + ")";
    }
    // Java 17 does not check that a chain is complete; TransitionExpressionTest does.
    throw new IllegalStateException("no expression for " + guard);
  }

  private String outbox(String attribute) {
    return in.name(OUTCOME) + "." + in.name(attribute);
  }

  private String statusIn(Guard.StatusIn guard) {
    var statuses =
        guard.statuses().stream()
            .map(status -> in.value(ItemWriter.text(status.name())))
            .collect(Collectors.joining(", "));
    return in.name(STATUS) + " IN (" + statuses + ")";
  }

  /**
   * Returns the clause of a guard. A claim without notes has no number, but differs from a task
   * without a claim.
   */
  private String notesBefore(Guard.NotesBefore guard) {
    return "attribute_exists("
        + in.name(CLAIM_ID)
        + ") AND (attribute_not_exists("
        + in.name(NOTES_SEQUENCE)
        + ") OR "
        + in.compare(NOTES_SEQUENCE, "<", ItemWriter.number(guard.sequence()))
        + ")";
  }
}
