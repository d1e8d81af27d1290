package dev.atf.model;

import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** An association being changed: what records lack until Java can derive one from another. */
final class AssociationDraft {
  private TaskHeader header;
  private TaskStatus status;
  private long epoch;
  private int attempt;
  private int pushes;
  private int deaths;
  private boolean cancelRequested;
  private @Nullable Trigger trigger;
  private @Nullable Lease lease;
  private @Nullable Instant startedAt;
  private @Nullable Instant finishedAt;
  private @Nullable Outcome outcome;
  private Notes notes;
  private TaskHistory history;
  private @Nullable Instant expiresAt;

  AssociationDraft(Association from) {
    this.header = from.header();
    this.status = from.status();
    this.epoch = from.epoch();
    this.attempt = from.attempt();
    this.pushes = from.pushes();
    this.deaths = from.deaths();
    this.cancelRequested = from.cancelRequested();
    this.trigger = from.trigger();
    this.lease = from.lease();
    this.startedAt = from.startedAt();
    this.finishedAt = from.finishedAt();
    this.outcome = from.outcome();
    this.notes = from.notes();
    this.history = from.history();
    this.expiresAt = from.expiresAt();
  }

  AssociationDraft header(TaskHeader value) {
    header = value;
    return this;
  }

  AssociationDraft status(TaskStatus value) {
    status = value;
    return this;
  }

  AssociationDraft epoch(long value) {
    epoch = value;
    return this;
  }

  AssociationDraft attempt(int value) {
    attempt = value;
    return this;
  }

  AssociationDraft pushes(int value) {
    pushes = value;
    return this;
  }

  AssociationDraft deaths(int value) {
    deaths = value;
    return this;
  }

  AssociationDraft cancelRequested(boolean value) {
    cancelRequested = value;
    return this;
  }

  AssociationDraft trigger(@Nullable Trigger value) {
    trigger = value;
    return this;
  }

  AssociationDraft lease(@Nullable Lease value) {
    lease = value;
    return this;
  }

  AssociationDraft startedAt(Instant value) {
    startedAt = value;
    return this;
  }

  AssociationDraft notes(Notes value) {
    notes = value;
    return this;
  }

  AssociationDraft history(TaskHistory value) {
    history = value;
    return this;
  }

  AssociationDraft outcome(@Nullable Outcome value) {
    outcome = value;
    return this;
  }

  AssociationDraft finished(@Nullable Instant at, @Nullable Instant expires) {
    finishedAt = at;
    expiresAt = expires;
    return this;
  }

  Association build() {
    return new Association(
        header,
        status,
        epoch,
        attempt,
        pushes,
        deaths,
        cancelRequested,
        trigger,
        lease,
        startedAt,
        finishedAt,
        outcome,
        notes,
        history,
        expiresAt);
  }
}
