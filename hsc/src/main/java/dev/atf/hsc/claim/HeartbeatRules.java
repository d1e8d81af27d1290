package dev.atf.hsc.claim;

import dev.atf.model.Attempt;
import dev.atf.model.LambdaName;
import dev.atf.model.task.Association;
import dev.atf.model.task.Guard;
import dev.atf.model.task.Notes;
import dev.atf.model.task.Transition;
import dev.atf.model.task.Transitions;
import dev.atf.store.TransitionResult;
import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Rules for the heartbeat of one attempt: its write, and the next step after the result of that
 * write.
 *
 * @param alone whether to record that its process runs only this attempt
 */
public record HeartbeatRules(
    Attempt attempt, LambdaName lambda, Instant leaseUntil, SentNotes sent, boolean alone) {
  private static final Set<Class<? extends Guard>> OVERTAKEN =
      Set.of(Guard.LeaseNotAfter.class, Guard.NotesBefore.class);

  /**
   * Notes of the handler in this heartbeat.
   *
   * @param sequence number that grows with each message that carries notes of the attempt; 0 if
   *     there is no number
   */
  public record SentNotes(Notes notes, long sequence) {
    public static final SentNotes NOTHING = new SentNotes(Notes.NONE, 0);
  }

  /** Verdict on one attempt of an executor. */
  public enum Verdict {
    /** The lease ends at the time that this heartbeat requested, or later. */
    HELD,
    /**
     * The lease is held, but the executor should stop the attempt and report that it was cancelled.
     */
    CANCEL_REQUESTED,
    /**
     * The lease is held, but the executor should stop the attempt and report that it was killed.
     */
    KILL_REQUESTED,
    /** The executor no longer holds the task. */
    LOST,
    /** The write's outcome is unknown: the lease may have been extended. */
    UNKNOWN;

    /**
     * Returns the verdict for a held lease.
     *
     * @param task association with the caller's claim
     */
    private static Verdict held(Association task) {
      if (task.cancelRequested()) {
        return CANCEL_REQUESTED;
      }
      return task.isToBeKilled() ? KILL_REQUESTED : HELD;
    }
  }

  /**
   * Step after a write.
   *
   * @param again heartbeat to write next; empty if the verdict is final
   */
  public record Next(Verdict verdict, Optional<HeartbeatRules> again) {
    private Next(Verdict verdict) {
      this(verdict, Optional.empty());
    }
  }

  public Transition transition() {
    return Transitions.heartbeat(attempt, lambda, leaseUntil, sent.notes(), sent.sequence(), alone);
  }

  /** Decides from the result of writing {@link #transition}. */
  public Next after(TransitionResult result) {
    if (result instanceof TransitionResult.Applied applied) {
      return new Next(Verdict.held(applied.after()));
    }
    return result.task().map(this::afterRefusal).orElseGet(() -> new Next(Verdict.LOST));
  }

  private Next afterRefusal(Association found) {
    var failing =
        transition().failing(found).stream().map(Guard::getClass).collect(Collectors.toSet());
    var lease = found.lease();
    if (lease == null || failing.isEmpty() || !OVERTAKEN.containsAll(failing)) {
      return new Next(Verdict.LOST);
    }
    var held = Verdict.held(found);
    if (!alone && (sent.notes().equals(Notes.NONE) || failing.equals(OVERTAKEN))) {
      return new Next(held);
    }
    // If later notes were written first, these are not written. If the lease already ends later,
    // for example because the lambda's lease was shortened, it is not changed.
    var notes = failing.contains(Guard.NotesBefore.class) ? SentNotes.NOTHING : sent;
    var until = failing.contains(Guard.LeaseNotAfter.class) ? lease.until() : leaseUntil;
    return new Next(held, Optional.of(new HeartbeatRules(attempt, lambda, until, notes, alone)));
  }
}
