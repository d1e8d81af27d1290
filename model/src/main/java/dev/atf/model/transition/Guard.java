package dev.atf.model.transition;

import dev.atf.model.Association;
import dev.atf.model.ClaimId;
import dev.atf.model.LambdaName;
import dev.atf.model.TaskStatus;
import java.time.Instant;
import java.util.Set;

/**
 * One clause of the condition under which a transition is written. A store translates each into its
 * own language; {@link #holds} is the meaning that the contract suite holds it to.
 *
 * <p>A guard about something that is absent (the lease of a task without one) does not hold.
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

  /** Pins the attempt that the caller decided by: its retry, or its end, follows from it. */
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

  /** Its time has come: a consumer's fast clock does not start a task early. */
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

  /** The lease was not extended since the caller looked. */
  record LeaseUntilIs(Instant until) implements Guard {
    @Override
    public boolean holds(Association task) {
      return task.lease() != null && task.lease().until().equals(until);
    }
  }

  /** A heartbeat that was overtaken by a later one never shortens the lease. */
  record LeaseNotAfter(Instant until) implements Guard {
    @Override
    public boolean holds(Association task) {
      return task.lease() != null && !task.lease().until().isAfter(until);
    }
  }

  /** Notes that were overtaken by later ones of the same claim never replace them. */
  record NotesBefore(long sequence) implements Guard {
    @Override
    public boolean holds(Association task) {
      return task.lease() != null && task.lease().notesSequence() < sequence;
    }
  }

  /** It waits for the turn of its ordering key, or stands in no list. */
  record AlarmIsUnset() implements Guard {
    @Override
    public boolean holds(Association task) {
      return task.trigger() == null;
    }
  }

  /** The alarm is the one that the caller saw ring. */
  record AlarmAtIs(Instant at) implements Guard {
    @Override
    public boolean holds(Association task) {
      return task.trigger() != null && task.trigger().at().equals(at);
    }
  }

  /** The alarm rings no later than the lease ends (law 2). */
  record AlarmNotAfter(Instant at) implements Guard {
    @Override
    public boolean holds(Association task) {
      return task.trigger() != null && !task.trigger().at().isAfter(at);
    }
  }

  /** The task has succeeded, and its children are perhaps not all made. */
  record OutboxFull() implements Guard {
    @Override
    public boolean holds(Association task) {
      return task.isUnsettled();
    }
  }
}
