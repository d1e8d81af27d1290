package dev.atf.simulation.model;

import dev.atf.hsc.HscDecisions;
import dev.atf.hsc.HscDecisions.Word;
import dev.atf.model.Attempt;
import dev.atf.model.ClaimId;
import dev.atf.model.TaskRef;
import dev.atf.model.task.Transition;
import dev.atf.simulation.model.Scenario.Beside;
import dev.atf.simulation.model.Write.Sight;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Any number of executors with their controllers, and the HSC that decides about their calls. They
 * are alike: the first that asks for an epoch is called {@code a}, every later one {@code b}.
 */
record Executors(Scenario scenario, Store store) {

  /** Returns the claims of executors that have received a reference. */
  List<Action> claims(State state) {
    var actions = new ArrayList<Action>();
    for (int epoch = 1; 1 << epoch <= state.queued(); epoch++) {
      if (state.isQueued(epoch)) {
        claim(state, epoch, false).ifPresent(actions::add);
        if (scenario.has(Beside.STRANGERS)) {
          claim(state, epoch, true).ifPresent(actions::add);
        }
      }
    }
    return actions;
  }

  private Optional<Action> claim(State state, int epoch, boolean strange) {
    var id = new ClaimId("%015d%s".formatted(epoch, state.claimed() < epoch ? "a" : "b"));
    var attempt = new Attempt(new TaskRef(Scenario.TASK, epoch), id);
    var run = new Run(attempt, 0, state.now() + scenario.lease(), Run.Phase.GRANTED);
    return HscDecisions.claim(
            attempt,
            (strange ? Scenario.STRANGE : scenario.lambda()).name(),
            Scenario.EXECUTOR,
            Ticks.at(state.now()),
            leaseUntil(state),
            state.task(),
            accepts(state))
        .map(
            transition ->
                new Action(
                    "an executor receives the reference",
                    Write.of(transition, new Sight(epoch, false), state.now())
                        .granting(run, strange),
                    state));
  }

  /** Returns the calls of executors whose claims were granted, some of which are dead by now. */
  List<Action> calls(State state) {
    var actions = new ArrayList<Action>();
    for (var run : state.runs()) {
      beats(state, run, actions);
      reports(state, run, actions);
    }
    return actions;
  }

  private void beats(State state, Run run, List<Action> actions) {
    var lease = state.task().lease();
    if (run.phase() == Run.Phase.GRANTED || run.phase() == Run.Phase.VOID || isCalm(state)) {
      return;
    }
    actions.add(new Action("an executor", new Late.Call(run, null, 0, false), state));
    if (scenario.has(Beside.STRANGERS)) {
      actions.add(new Action("an executor", new Late.Call(run, null, 0, true), state));
    }
    if (lease != null && lease.notesSequence() < scenario.notesMax()) {
      var sequence = lease.notesSequence() + 1;
      actions.add(new Action("an executor", new Late.Call(run, null, sequence, false), state));
    }
  }

  private void reports(State state, Run run, List<Action> actions) {
    for (var word : Word.values()) {
      boolean returned = word == Word.RETURNED;
      if ((word.returnsAttempt() && state.budget().returns() == 0)
          || (word != Word.DIED && returned != isUnbegun(run))
          || (word.returnsAttempt() && returned == scenario.has(Beside.CONDITIONS))
          || (word == Word.SUCCESS_WITH_CHILDREN && !scenario.has(Beside.CHILDREN))) {
        continue;
      }
      var ended = state.run(run, run.ended());
      var by = word.returnsAttempt() ? ended.budget(state.budget().lessReturn()) : ended;
      actions.add(new Action("an executor", new Late.Call(run.ended(), word, 0, false), by));
      if (scenario.has(Beside.STRANGERS)) {
        actions.add(new Action("an executor", new Late.Call(run.ended(), word, 0, true), by));
      }
    }
  }

  private static boolean isUnbegun(Run run) {
    return run.phase() == Run.Phase.GRANTED || run.phase() == Run.Phase.VOID;
  }

  /** Returns the HSC's write when the call arrives; empty if there is none. */
  Optional<Write> arrives(State state, Late.Call call) {
    var run = call.run();
    var now = Ticks.at(state.now());
    var lambda = call.strange() ? Scenario.STRANGE : scenario.lambda();
    var word = call.word();
    var transition =
        word == null
            ? HscDecisions.beat(
                run.attempt(),
                lambda.name(),
                leaseUntil(state),
                call.sequence(),
                state.task(),
                accepts(state))
            : HscDecisions.report(
                run.attempt(), run.number(), word, lambda, now, state.task(), accepts(state));
    return transition.map(
        written ->
            Write.of(written, new Sight(run.attempt().epoch(), false), state.now())
                .by(run, call.strange()));
  }

  /** Returns whether the deadline is over; faults end then, so that every history ends. */
  static boolean isCalm(State state) {
    return state.now() >= Ticks.of(state.task().header().deadline());
  }

  /** Returns the end of the store's lease, which is longer by the largest clock error. */
  private Instant leaseUntil(State state) {
    return Ticks.at(state.now() + scenario.lease() + scenario.aheadMax());
  }

  private Predicate<Transition> accepts(State state) {
    return transition -> store.takes(transition.event(), transition.guards(), state.task());
  }
}
