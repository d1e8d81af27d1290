package dev.atf.model.task;

import dev.atf.model.ClaimId;
import dev.atf.model.LambdaName;
import dev.atf.model.TaskStatus;
import java.time.Instant;
import java.util.Set;

/**
 * Clause of the condition under which a transition is written. Each store translates it into its
 * own language. {@link #holds} defines its meaning, which the contract suite checks.
 *
 * <p>A guard about an absent field (the lease of a task without one) does not hold.
 */
public sealed interface Guard {
  boolean holds(Association task);

  record StatusIn(Set<TaskStatus> statuses) implements Guard {
    @Override
    public boolean holds(Association task) {
      return statuses.contains(task.status());
    }
  }

  record EpochIs(long epoch) implements Guard {
    @Override
    public boolean holds(Association task) {
      return task.epoch() == epoch;
    }
  }

  /** Holds if the attempt is the one from which the caller has decided. */
  record AttemptIs(int attempt) implements Guard {
    @Override
    public boolean holds(Association task) {
      return task.attempt() == attempt;
    }
  }

  record LambdaIs(LambdaName lambda) implements Guard {
    @Override
    public boolean holds(Association task) {
      return task.header().lambda().equals(lambda);
    }
  }

  /**
   * Holds from the scheduled time on, so that a consumer's fast clock does not start a task early.
   */
  record ScheduledBy(Instant now) implements Guard {
    @Override
    public boolean holds(Association task) {
      return !task.header().scheduledAt().isAfter(now);
    }
  }

  record DeadlineAfter(Instant now) implements Guard {
    @Override
    public boolean holds(Association task) {
      return task.header().deadline().isAfter(now);
    }
  }

  record CancelNotRequested() implements Guard {
    @Override
    public boolean holds(Association task) {
      return !task.cancelRequested();
    }
  }

  record CancelRequested() implements Guard {
    @Override
    public boolean holds(Association task) {
      return task.cancelRequested();
    }
  }

  record ClaimIs(ClaimId claimId) implements Guard {
    @Override
    public boolean holds(Association task) {
      return task.lease() != null && task.lease().claimId().equals(claimId);
    }
  }

  /** Holds if the lease was not extended since the caller read it. */
  record LeaseUntilIs(Instant until) implements Guard {
    @Override
    public boolean holds(Association task) {
      return task.lease() != null && task.lease().until().equals(until);
    }
  }

  /**
   * Holds unless a later heartbeat was applied first. A late heartbeat never shortens the lease.
   */
  record LeaseNotAfter(Instant until) implements Guard {
    @Override
    public boolean holds(Association task) {
      return task.lease() != null && !task.lease().until().isAfter(until);
    }
  }

  /**
   * Holds unless later notes of the same claim were applied first, so that earlier notes never
   * replace later ones.
   */
  record NotesBefore(long sequence) implements Guard {
    @Override
    public boolean holds(Association task) {
      return task.lease() != null && task.lease().notesSequence() < sequence;
    }
  }

  /** Holds for a task that waits for the turn of its ordering key, or is in no list. */
  record AlarmIsUnset() implements Guard {
    @Override
    public boolean holds(Association task) {
      return task.trigger() == null;
    }
  }

  /** Holds if the alarm is the one that the caller saw. */
  record AlarmAtIs(Instant at) implements Guard {
    @Override
    public boolean holds(Association task) {
      return task.trigger() != null && task.trigger().at().equals(at);
    }
  }

  /** Holds if the alarm rings no later than the lease ends (law 2). */
  record AlarmNotAfter(Instant at) implements Guard {
    @Override
    public boolean holds(Association task) {
      return task.trigger() != null && !task.trigger().at().isAfter(at);
    }
  }

  /** Holds for an ended task if some of its children or notices are possibly not created yet. */
  record OutboxFull() implements Guard {
    @Override
    public boolean holds(Association task) {
      return task.isUnsettled();
    }
  }

  /** Holds for an ended task whose children and notices were all created. */
  record OutboxEmpty() implements Guard {
    @Override
    public boolean holds(Association task) {
      return !task.isUnsettled();
    }
  }

  /**
   * Holds if the task requests a notice of its end, or if it requests none. A writer that has not
   * read the task assumes that it requests none, and is refused otherwise (ADR 0079).
   */
  record OnFinishIs(boolean set) implements Guard {
    @Override
    public boolean holds(Association task) {
      return (task.header().onFinish() != null) == set;
    }
  }
}
