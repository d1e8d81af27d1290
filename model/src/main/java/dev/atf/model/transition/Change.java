package dev.atf.model.transition;

import dev.atf.model.Alarm;
import dev.atf.model.Association;
import dev.atf.model.AssociationDraft;
import dev.atf.model.Lease;
import dev.atf.model.Outcome;
import dev.atf.model.Payload;
import dev.atf.model.TaskHeader;
import dev.atf.model.TaskStatus;
import dev.atf.model.Trigger;
import dev.atf.model.TriggerPartition;
import dev.atf.model.history.HistoryEntry;
import dev.atf.model.history.Notes;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Part of a transition's write, expressed without the state before, so that a store can do it in
 * the same request as the condition. {@link #apply} is the meaning that the contract suite checks.
 */
public sealed interface Change {
  Association apply(Association task);

  record SetStatus(TaskStatus status) implements Change {
    @Override
    public Association apply(Association task) {
      return new AssociationDraft(task).status(status).build();
    }
  }

  record SetEpoch(long epoch) implements Change {
    @Override
    public Association apply(Association task) {
      return new AssociationDraft(task).epoch(epoch).build();
    }
  }

  /** Adds to the attempts: 1 at a claim, −1 when the work was handed back untouched. */
  record AddAttempt(int delta) implements Change {
    @Override
    public Association apply(Association task) {
      return new AssociationDraft(task).attempt(task.attempt() + delta).build();
    }
  }

  record SetAttempt(int attempt) implements Change {
    @Override
    public Association apply(Association task) {
      return new AssociationDraft(task).attempt(attempt).build();
    }
  }

  record SetDeaths(int deaths) implements Change {
    @Override
    public Association apply(Association task) {
      return new AssociationDraft(task).deaths(deaths).build();
    }
  }

  record SetScheduledAt(Instant at) implements Change {
    @Override
    public Association apply(Association task) {
      return new AssociationDraft(task).header(task.header().withScheduledAt(at)).build();
    }
  }

  record SetDeadline(Instant at) implements Change {
    @Override
    public Association apply(Association task) {
      return new AssociationDraft(task).header(task.header().withDeadline(at)).build();
    }
  }

  record SetProgress(Payload progress) implements Change {
    @Override
    public Association apply(Association task) {
      return new AssociationDraft(task)
          .notes(new Notes(progress, task.notes().checkpoint()))
          .build();
    }
  }

  record SetCheckpoint(Payload checkpoint) implements Change {
    @Override
    public Association apply(Association task) {
      return new AssociationDraft(task)
          .notes(new Notes(task.notes().progress(), checkpoint))
          .build();
    }
  }

  /** Puts {@code entry} into its slot of the task's history. */
  record AddHistory(HistoryEntry entry) implements Change {
    @Override
    public Association apply(Association task) {
      return new AssociationDraft(task).history(task.history().with(entry)).build();
    }
  }

  /** Removes the task's end and outcome. */
  record Reopen() implements Change {
    @Override
    public Association apply(Association task) {
      return new AssociationDraft(task)
          .finished(null, null)
          .outcome(null)
          .lease(null)
          .cancelRequested(false)
          .build();
    }
  }

  record SetPushes(int pushes) implements Change {
    @Override
    public Association apply(Association task) {
      return new AssociationDraft(task).pushes(pushes).build();
    }
  }

  record SetTrigger(Trigger trigger) implements Change {
    @Override
    public Association apply(Association task) {
      return new AssociationDraft(task).trigger(trigger).build();
    }
  }

  /**
   * Moves the task to its collection's list of held tasks. The list is given, because tasks do not
   * carry its name: most are never held.
   */
  record Hold(TriggerPartition list, Instant at) implements Change {
    public Hold {
      if (list.alarm() != Alarm.HELD) {
        throw new IllegalArgumentException("tasks are not held in " + list);
      }
    }

    @Override
    public Association apply(Association task) {
      return new AssociationDraft(task).trigger(new Trigger(Alarm.HELD, at)).build();
    }
  }

  record ClearTrigger() implements Change {
    @Override
    public Association apply(Association task) {
      return new AssociationDraft(task).trigger(null).build();
    }
  }

  record SetLease(Lease lease) implements Change {
    @Override
    public Association apply(Association task) {
      return new AssociationDraft(task).lease(lease).build();
    }
  }

  record ExtendLease(Instant until) implements Change {
    @Override
    public Association apply(Association task) {
      var lease = task.lease();
      return lease == null
          ? task
          : new AssociationDraft(task).lease(lease.withUntil(until)).build();
    }
  }

  /** Sets the number of the claim's latest notes; a new lease begins at 0. */
  record SetNotesSequence(long sequence) implements Change {
    @Override
    public Association apply(Association task) {
      var lease = task.lease();
      return lease == null
          ? task
          : new AssociationDraft(task).lease(lease.withNotesSequence(sequence)).build();
    }
  }

  /** Records that the executor runs nothing else beside the claimed attempt. */
  record MarkAlone() implements Change {
    @Override
    public Association apply(Association task) {
      var lease = task.lease();
      return lease == null ? task : new AssociationDraft(task).lease(lease.runningAlone()).build();
    }
  }

  record ClearLease() implements Change {
    @Override
    public Association apply(Association task) {
      return new AssociationDraft(task).lease(null).build();
    }
  }

  record SetStartedAt(Instant at) implements Change {
    @Override
    public Association apply(Association task) {
      return new AssociationDraft(task).startedAt(at).build();
    }
  }

  record SetOutcome(Outcome outcome) implements Change {
    @Override
    public Association apply(Association task) {
      return new AssociationDraft(task).outcome(outcome).build();
    }
  }

  record RequestCancel() implements Change {
    @Override
    public Association apply(Association task) {
      return new AssociationDraft(task).cancelRequested(true).build();
    }
  }

  /**
   * Ends the task.
   *
   * @param expiresAt when the store may delete it, unless its {@link TaskHeader#keepUntil} says
   *     otherwise
   */
  record Finish(Instant at, Instant expiresAt) implements Change {
    @Override
    public Association apply(Association task) {
      @Nullable Instant keepUntil = task.header().keepUntil();
      return new AssociationDraft(task)
          .finished(at, keepUntil == null ? expiresAt : keepUntil)
          .build();
    }
  }

  /** Ends a task that must not expire yet: {@link Finish} is still to come. */
  record SetFinishedAt(Instant at) implements Change {
    @Override
    public Association apply(Association task) {
      return new AssociationDraft(task).finished(at, task.expiresAt()).build();
    }
  }

  /** Empties the outbox, as all children of the outcome are created; their number stays. */
  record EmptyOutbox() implements Change {
    @Override
    public Association apply(Association task) {
      @Nullable Outcome outcome = task.outcome();
      return outcome == null
          ? task
          : new AssociationDraft(task).outcome(outcome.with(outcome.children().made())).build();
    }
  }
}
