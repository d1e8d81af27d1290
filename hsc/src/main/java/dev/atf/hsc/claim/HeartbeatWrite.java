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
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Heartbeat of one attempt, and the decision that follows from writing it.
 *
 * @param alone true to record that its process runs nothing else
 */
public record HeartbeatWrite(
    Attempt attempt, LambdaName lambda, Instant leaseUntil, NumberedNotes said, boolean alone) {
  private static final Set<Class<? extends Guard>> OVERTAKEN =
      Set.of(Guard.LeaseNotAfter.class, Guard.NotesBefore.class);

  public sealed interface Next {
    record Answer(HeartbeatDecision decision) implements Next {}

    /**
     * Write this heartbeat as well.
     *
     * @param known what is already known of the claim
     */
    record Write(HeartbeatWrite beat, HeartbeatDecision known) implements Next {}
  }

  public Transition transition() {
    return Transitions.heartbeat(attempt, lambda, leaseUntil, said.notes(), said.sequence(), alone);
  }

  public Next after(TransitionResult result) {
    if (result instanceof TransitionResult.Applied applied) {
      return new Next.Answer(HeartbeatDecision.held(applied.after()));
    }
    return ((TransitionResult.Refused) result)
        .found()
        .map(this::afterRefusal)
        .orElseGet(() -> new Next.Answer(HeartbeatDecision.LOST));
  }

  private Next afterRefusal(Association found) {
    var failing =
        transition().failing(found).stream().map(Guard::getClass).collect(Collectors.toSet());
    var lease = found.lease();
    if (lease == null || failing.isEmpty() || !OVERTAKEN.containsAll(failing)) {
      return new Next.Answer(HeartbeatDecision.LOST);
    }
    var held = HeartbeatDecision.held(found);
    if (!alone && (said.notes().equals(Notes.NONE) || failing.equals(OVERTAKEN))) {
      return new Next.Answer(held);
    }
    // Later notes came first: these are not written. The lease ends later already, such as after
    // the lambda's own was shortened: it is left as it is.
    var notes = failing.contains(Guard.NotesBefore.class) ? NumberedNotes.NONE : said;
    var until = failing.contains(Guard.LeaseNotAfter.class) ? lease.until() : leaseUntil;
    return new Next.Write(new HeartbeatWrite(attempt, lambda, until, notes, alone), held);
  }
}
