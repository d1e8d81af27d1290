package dev.atf.model.task;

import dev.atf.model.Alarm;
import dev.atf.model.Lease;
import dev.atf.model.Payload;
import dev.atf.model.TaskStatus;
import dev.atf.model.Trigger;
import dev.atf.model.TriggerPartition;
import dev.atf.model.condition.Block;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Part of a transition's write. It does not depend on the previous state, so that a store can apply
 * it in the same request as the condition. {@link #apply} defines its meaning, which the contract
 * suite checks.
 */
public sealed interface Change {
  Association apply(Association task);

  record SetStatus(TaskStatus status) implements Change {
    @Override
    public Association apply(Association task) {
      return task.withStatus(status);
    }
  }

  record SetEpoch(long epoch) implements Change {
    @Override
    public Association apply(Association task) {
      return task.withEpoch(epoch);
    }
  }

  /**
   * Changes the number of attempts: 1 at a claim, −1 when work was returned without being started.
   */
  record AddAttempt(int delta) implements Change {
    @Override
    public Association apply(Association task) {
      return task.withAttempt(task.attempt() + delta);
    }
  }

  record SetAttempt(int attempt) implements Change {
    @Override
    public Association apply(Association task) {
      return task.withAttempt(attempt);
    }
  }

  record SetDeaths(int deaths) implements Change {
    @Override
    public Association apply(Association task) {
      return task.withDeaths(deaths);
    }
  }

  record SetDrains(int drains) implements Change {
    @Override
    public Association apply(Association task) {
      return task.withDrains(drains);
    }
  }

  record SetScheduledAt(Instant at) implements Change {
    @Override
    public Association apply(Association task) {
      return task.withHeader(task.header().withScheduledAt(at));
    }
  }

  record SetDeadline(Instant at) implements Change {
    @Override
    public Association apply(Association task) {
      return task.withHeader(task.header().withDeadline(at));
    }
  }

  record SetProgress(Payload progress) implements Change {
    @Override
    public Association apply(Association task) {
      return task.withNotes(new Notes(progress, task.notes().checkpoint()));
    }
  }

  record SetCheckpoint(Payload checkpoint) implements Change {
    @Override
    public Association apply(Association task) {
      return task.withNotes(new Notes(task.notes().progress(), checkpoint));
    }
  }

  /** Puts {@code entry} into its slot of the task's history. */
  record AddHistory(HistoryEntry entry) implements Change {
    @Override
    public Association apply(Association task) {
      return task.withHistory(task.history().with(entry));
    }
  }

  /** Removes the end and the outcome of the task. */
  record Reopen() implements Change {
    @Override
    public Association apply(Association task) {
      return task.with()
          .finishedAt(null)
          .expiresAt(null)
          .outcome(null)
          .lease(null)
          .block(null)
          .cancelRequested(false)
          .build();
    }
  }

  record SetPushes(int pushes) implements Change {
    @Override
    public Association apply(Association task) {
      return task.withPushes(pushes);
    }
  }

  record SetTrigger(Trigger trigger) implements Change {
    @Override
    public Association apply(Association task) {
      return task.withTrigger(trigger);
    }
  }

  /**
   * Moves the task to its collection's list of held tasks. The list is an argument, because tasks
   * do not store its name.
   */
  record Hold(TriggerPartition list, Instant at) implements Change {
    public Hold {
      if (list.alarm() != Alarm.HELD) {
        throw new IllegalArgumentException("tasks are not held in " + list);
      }
    }

    @Override
    public Association apply(Association task) {
      return task.withTrigger(new Trigger(Alarm.HELD, at));
    }
  }

  record ClearTrigger() implements Change {
    @Override
    public Association apply(Association task) {
      return task.withTrigger(null);
    }
  }

  record SetLease(Lease lease) implements Change {
    @Override
    public Association apply(Association task) {
      return task.withLease(lease);
    }
  }

  record ExtendLease(Instant until) implements Change {
    @Override
    public Association apply(Association task) {
      var lease = task.lease();
      return lease == null ? task : task.withLease(lease.withUntil(until));
    }
  }

  /** Sets the number of the claim's latest notes. A new lease starts at 0. */
  record SetNotesSequence(long sequence) implements Change {
    @Override
    public Association apply(Association task) {
      var lease = task.lease();
      return lease == null ? task : task.withLease(lease.withNotesSequence(sequence));
    }
  }

  /** Records that the executor runs only the claimed attempt. */
  record MarkAlone() implements Change {
    @Override
    public Association apply(Association task) {
      var lease = task.lease();
      return lease == null ? task : task.withLease(lease.withAlone(true));
    }
  }

  record ClearLease() implements Change {
    @Override
    public Association apply(Association task) {
      return task.withLease(null);
    }
  }

  record SetStartedAt(Instant at) implements Change {
    @Override
    public Association apply(Association task) {
      return task.withStartedAt(at);
    }
  }

  record SetOutcome(Outcome outcome) implements Change {
    @Override
    public Association apply(Association task) {
      return task.withOutcome(outcome);
    }
  }

  record RequestCancel() implements Change {
    @Override
    public Association apply(Association task) {
      return task.withCancelRequested(true);
    }
  }

  /** Requests the end of one epoch's attempt. */
  record RequestKill(long epoch) implements Change {
    @Override
    public Association apply(Association task) {
      return task.withKillRequested(epoch);
    }
  }

  /** Records the condition that the task waits for. */
  record SetBlock(Block block) implements Change {
    @Override
    public Association apply(Association task) {
      return task.withBlock(block);
    }
  }

  /**
   * Ends the task.
   *
   * @param expiresAt time at which the store may delete the task, unless {@link
   *     TaskHeader#keepUntil} is later
   */
  record Finish(Instant at, Instant expiresAt) implements Change {
    @Override
    public Association apply(Association task) {
      @Nullable Instant keepUntil = task.header().keepUntil();
      return task.with()
          .finishedAt(at)
          .expiresAt(keepUntil == null ? expiresAt : keepUntil)
          .build();
    }
  }

  /** Ends a task that must not expire yet. {@link Finish} follows later. */
  record SetFinishedAt(Instant at) implements Change {
    @Override
    public Association apply(Association task) {
      return task.withFinishedAt(at);
    }
  }

  /**
   * Empties the outbox after all children and notices of the outcome were created. The number of
   * children is kept.
   *
   * @param notices names of the notices that were created
   */
  record EmptyOutbox(List<String> notices) implements Change {
    public EmptyOutbox {
      notices = List.copyOf(notices);
    }

    @Override
    public Association apply(Association task) {
      @Nullable Outcome outcome = task.outcome();
      return outcome == null
          ? task
          : task.withOutcome(
              outcome.with(outcome.children().created()).with(new Notices(List.of(), notices)));
    }
  }
}
