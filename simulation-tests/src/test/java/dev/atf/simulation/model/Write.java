package dev.atf.simulation.model;

import dev.atf.model.Association;
import dev.atf.model.Failure;
import dev.atf.model.Outcome;
import dev.atf.model.history.TaskEvent;
import dev.atf.model.transition.Change;
import dev.atf.model.transition.Guard;
import dev.atf.model.transition.Transition;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A transition on its way to the store, without what is kept for people alone: history, texts, and
 * when things happened.
 *
 * @param by the attempt whose call it is; null: a store consumer or a client wrote it
 * @param seen what its writer had read
 * @param decidedAt its writer's clock
 * @param grants what the executor has if it is applied; only of a claim
 */
record Write(
    TaskEvent event,
    List<Guard> guards,
    List<Change> changes,
    @Nullable Run by,
    Sight seen,
    int decidedAt,
    @Nullable Run grants,
    boolean strange)
    implements Late {

  /**
   * What was read of a task.
   *
   * @param rang whether the writer answers its alarm
   */
  record Sight(long epoch, boolean rang) {}

  static Write of(Transition transition, Sight seen, int decidedAt) {
    return new Write(
        transition.event(),
        transition.guards(),
        transition.changes().stream().flatMap(Write::essence).toList(),
        null,
        seen,
        decidedAt,
        null,
        false);
  }

  Write by(Run run, boolean asStranger) {
    // What its caller had read does not matter: its claim does. Nor does when, but of a success.
    boolean timed = event == TaskEvent.SUCCEED || event == TaskEvent.SUCCEED_WITH_CHILDREN;
    return new Write(
        event,
        guards,
        changes,
        run,
        new Sight(run.attempt().epoch(), false),
        timed ? decidedAt : 0,
        null,
        asStranger);
  }

  Write granting(Run run, boolean asStranger) {
    return new Write(
        event,
        guards,
        changes,
        null,
        new Sight(run.attempt().epoch(), false),
        decidedAt,
        run,
        asStranger);
  }

  Association applyTo(Association task) {
    var after = task;
    for (var change : changes) {
      after = change.apply(after);
    }
    return after;
  }

  private static Stream<Change> essence(Change change) {
    if (change instanceof Change.AddHistory
        || change instanceof Change.SetStartedAt
        || change instanceof Change.Finish) {
      return Stream.empty();
    }
    return change instanceof Change.SetOutcome set
        ? Stream.of(new Change.SetOutcome(essence(set.outcome())))
        : Stream.of(change);
  }

  private static Outcome essence(Outcome outcome) {
    var failure = outcome.failure();
    return new Outcome(
            outcome.digest(),
            null,
            false,
            failure == null ? null : new Failure(failure.code(), "", "", failure.retriable()))
        .with(outcome.children());
  }

  @Override
  public String toString() {
    var who = grants == null ? by : grants;
    return event
        + (who == null
            ? " at " + decidedAt
            : " of " + who.attempt().claimId().value().substring(14))
        + (strange ? " by a stranger" : "")
        + " in epoch "
        + seen.epoch();
  }
}
