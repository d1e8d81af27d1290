package dev.atf.model;

import dev.atf.model.history.Notes;
import dev.atf.model.history.TaskHistory;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Builder for a changed association, since records cannot be derived from one another. */
public final class AssociationDraft {
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

  public AssociationDraft(Association from) {
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

  public AssociationDraft header(TaskHeader value) {
    header = value;
    return this;
  }

  public AssociationDraft status(TaskStatus value) {
    status = value;
    return this;
  }

  public AssociationDraft epoch(long value) {
    epoch = value;
    return this;
  }

  public AssociationDraft attempt(int value) {
    attempt = value;
    return this;
  }

  public AssociationDraft pushes(int value) {
    pushes = value;
    return this;
  }

  public AssociationDraft deaths(int value) {
    deaths = value;
    return this;
  }

  public AssociationDraft cancelRequested(boolean value) {
    cancelRequested = value;
    return this;
  }

  public AssociationDraft trigger(@Nullable Trigger value) {
    trigger = value;
    return this;
  }

  public AssociationDraft lease(@Nullable Lease value) {
    lease = value;
    return this;
  }

  public AssociationDraft startedAt(Instant value) {
    startedAt = value;
    return this;
  }

  public AssociationDraft notes(Notes value) {
    notes = value;
    return this;
  }

  public AssociationDraft history(TaskHistory value) {
    history = value;
    return this;
  }

  public AssociationDraft outcome(@Nullable Outcome value) {
    outcome = value;
    return this;
  }

  public AssociationDraft finished(@Nullable Instant at, @Nullable Instant expires) {
    finishedAt = at;
    expiresAt = expires;
    return this;
  }

  public Association build() {
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
