package dev.atf.hsc;

import dev.atf.model.Association;
import dev.atf.model.Attempt;
import dev.atf.model.Guard;
import dev.atf.model.LambdaName;
import dev.atf.model.Notes;
import dev.atf.model.Transition;
import dev.atf.model.Transitions;
import dev.atf.store.TransitionResult;
import java.time.Instant;
import java.util.Set;
import java.util.stream.Collectors;

/** The heartbeat of one attempt, and what follows from writing it. */
record Beat(Attempt attempt, LambdaName lambda, Instant leaseUntil, SaidNotes said) {
  private static final Set<Class<? extends Guard>> OVERTAKEN =
      Set.of(Guard.LeaseNotAfter.class, Guard.NotesBefore.class);

  sealed interface Next {
    record Answer(HeartbeatDecision decision) implements Next {}

    /**
     * Write this one as well.
     *
     * @param known what is true of the claim already
     */
    record Write(Beat beat, HeartbeatDecision known) implements Next {}
  }

  Transition transition() {
    return Transitions.heartbeat(attempt, lambda, leaseUntil, said.notes(), said.sequence());
  }

  Next after(TransitionResult result) {
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
    if (said.notes().equals(Notes.NONE) || failing.equals(OVERTAKEN)) {
      return new Next.Answer(held);
    }
    // Either later notes came first: then only the lease is left to do. Or the lease ends later
    // already, such as after the lambda's own was shortened: then only the notes are.
    var rest =
        failing.contains(Guard.NotesBefore.class)
            ? new Beat(attempt, lambda, leaseUntil, SaidNotes.NONE)
            : new Beat(attempt, lambda, lease.until(), said);
    return new Next.Write(rest, held);
  }
}
