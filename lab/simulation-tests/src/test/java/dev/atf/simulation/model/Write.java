package dev.atf.simulation.model;

import dev.atf.model.Failure;
import dev.atf.model.task.Association;
import dev.atf.model.task.Change;
import dev.atf.model.task.Guard;
import dev.atf.model.task.Outcome;
import dev.atf.model.task.TaskEvent;
import dev.atf.model.task.Transition;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Transition on its way to the store, without the data that is only for people: history, texts and
 * times of events.
 *
 * @param by the attempt whose call it is; null if a store consumer or a client wrote it
 * @param seen the version that its writer had read
 * @param decidedAt time of the decision by its writer's clock
 * @param grants the executor's run if it is applied; only for a claim
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
   * Version of a task that a writer had read.
   *
   * @param rang true if the writer answers its alarm
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
    // The caller's claim matters, not the version it had read; the time matters for a success only.
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
