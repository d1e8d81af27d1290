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
    Attempt attempt, LambdaName lambda, Instant leaseUntil, Said said, boolean alone) {
  private static final Set<Class<? extends Guard>> OVERTAKEN =
      Set.of(Guard.LeaseNotAfter.class, Guard.NotesBefore.class);

  /**
   * Notes of the handler in this heartbeat.
   *
   * @param sequence grows with each message that carries the attempt's notes; 0: not numbered
   */
  public record Said(Notes notes, long sequence) {
    public static final Said NOTHING = new Said(Notes.NONE, 0);
  }

  /** Answer to an executor for one of its attempts. */
  public enum Verdict {
    /** Its lease ends no earlier than this heartbeat asked for. */
    HELD,
    /** Held, but the executor should stop and report that it did. */
    CANCEL_REQUESTED,
    /** Held, but the executor should stop the attempt and report that it was killed. */
    KILL_REQUESTED,
    /** The executor no longer holds the task. */
    LOST,
    /** The write's outcome is unknown: the lease may have been extended. */
    UNKNOWN;

    /**
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
   * What follows from a write.
   *
   * @param again the heartbeat to write as well; empty if the verdict is final
   */
  public record Next(Verdict verdict, Optional<HeartbeatRules> again) {
    private Next(Verdict verdict) {
      this(verdict, Optional.empty());
    }
  }

  public Transition transition() {
    return Transitions.heartbeat(attempt, lambda, leaseUntil, said.notes(), said.sequence(), alone);
  }

  /** Decides by the result of writing {@link #transition}. */
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
    if (!alone && (said.notes().equals(Notes.NONE) || failing.equals(OVERTAKEN))) {
      return new Next(held);
    }
    // If later notes were written first, these are not written. If the lease already ends later,
    // for example because the lambda's lease was shortened, it is not changed.
    var notes = failing.contains(Guard.NotesBefore.class) ? Said.NOTHING : said;
    var until = failing.contains(Guard.LeaseNotAfter.class) ? lease.until() : leaseUntil;
    return new Next(held, Optional.of(new HeartbeatRules(attempt, lambda, until, notes, alone)));
  }
}
