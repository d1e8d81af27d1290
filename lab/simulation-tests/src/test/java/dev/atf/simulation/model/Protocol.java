package dev.atf.simulation.model;

import dev.atf.model.task.Association;
import dev.atf.model.task.TaskEvent;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Steps that are possible in a state. Each message is written at once, or lost, or (one in each
 * history) stays under way and arrives at any later times, any number of times.
 */
final class Protocol {
  /** Largest count of looks and pushes: the alarm stops doubling there. */
  private static final int PUSHES_MAX = 2;

  /** Bound of all histories: reaching it means that a task never ends. */
  static final int TICKS_MAX = 20;

  private final Scenario scenario;
  private final Store store;
  private final Consumer consumer;
  private final Clients clients;
  private final Executors executors;
  private final Map<State, List<Step>> atOnce = new HashMap<>();

  Protocol(Scenario scenario, Store store) {
    this.scenario = scenario;
    this.store = store;
    this.consumer = new Consumer(scenario);
    this.clients = new Clients(scenario);
    this.executors = new Executors(scenario, store);
  }

  List<Step> next(State state) {
    var late = state.late();
    var besides = atOnce.computeIfAbsent(state.late(null), this::atOnce);
    if (late == null) {
      var steps = new ArrayList<>(besides);
      actions(state).forEach(action -> keep(state, action, steps));
      return steps;
    }
    var steps = new ArrayList<Step>();
    besides.forEach(step -> steps.add(step.beside(state)));
    arrives(state, late)
        .ifPresent(
            write -> steps.add(new Step(state, "late", late, "", write, applied(state, write))));
    return steps;
  }

  private List<Action> actions(State state) {
    var actions = new ArrayList<>(consumer.actions(state));
    actions.addAll(clients.actions(state));
    actions.addAll(executors.claims(state));
    actions.addAll(executors.calls(state));
    return actions;
  }

  /** Returns the steps while no message is delayed. */
  private List<Step> atOnce(State state) {
    var steps = new ArrayList<Step>();
    actions(state).forEach(action -> send(state, action, steps));
    for (var run : state.runs()) {
      if (run.phase() == Run.Phase.GRANTED) {
        steps.add(Step.silent(state, "the claim is answered", state.run(run, run.begun())));
      }
    }
    if (mayPass(state)) {
      steps.add(Step.silent(state, "time passes", later(state)));
    }
    return steps;
  }

  private void send(State state, Action action, List<Step> steps) {
    arrives(action.by(), action.what())
        .ifPresent(
            write -> {
              var after = applied(action.by(), write);
              steps.add(step(state, action, "", write, after));
              var run = write.by();
              if (write.event() == TaskEvent.HEARTBEAT && run != null && run.runs()) {
                var answered = after.run(run, run.extended(state.now() + scenario.lease()));
                steps.add(step(state, action, " and is answered", write, answered));
              }
            });
  }

  private void keep(State state, Action action, List<Step> steps) {
    var by = action.by();
    steps.add(step(state, action, " – under way", null, by.late(action.what())));
    if (action.what() instanceof Late.Call call) {
      executors
          .arrives(by, call)
          .ifPresent(
              write -> steps.add(step(state, action, " – being written", null, by.late(write))));
    }
  }

  private static Step step(
      State before, Action action, String how, @Nullable Write applied, State after) {
    return new Step(before, action.name(), action.what(), how, applied, after);
  }

  private Optional<Write> arrives(State state, Late what) {
    if (what instanceof Write write) {
      return store.takes(write.event(), write.guards(), state.task())
          ? Optional.of(write)
          : Optional.empty();
    }
    return executors.arrives(state, (Late.Call) what);
  }

  private static State applied(State state, Write write) {
    var task = write.applyTo(state.task());
    var after = state.task(counted(task));
    return switch (write.event()) {
      case RELEASE, PUSH_AGAIN -> after.pushed(task.epoch());
      case CLAIM, CLAIM_AND_MOVE_ALARM -> granted(after, write);
      default -> after;
    };
  }

  private static State granted(State after, Write write) {
    var run = Objects.requireNonNull(write.grants());
    var told = new Run(run.attempt(), after.task().attempt(), run.until(), run.phase());
    var runs = new ArrayList<>(after.runs().stream().filter(Run::isAlive).toList());
    runs.add(told.until() > after.now() ? told : told.ended());
    return after.runs(List.copyOf(runs)).claimed(run.attempt().epoch());
  }

  private static Association counted(Association task) {
    int pushes = Math.max(-1, Math.min(PUSHES_MAX, task.pushes()));
    return new Association(
        task.header(),
        task.status(),
        task.epoch(),
        task.attempt(),
        pushes,
        task.deaths(),
        task.drains(),
        task.cancelRequested(),
        task.killRequested(),
        task.block(),
        task.trigger(),
        task.lease(),
        null,
        task.isUnsettled() ? task.finishedAt() : null,
        task.outcome(),
        task.notes(),
        task.history(),
        null);
  }

  /** Returns whether time may pass: after the faults, not over an alarm that can be answered. */
  private boolean mayPass(State state) {
    if (!state.task().needsAttention() || state.now() >= TICKS_MAX) {
      return false;
    }
    return !Executors.isCalm(state)
        || consumer.answers(state).stream()
            .allMatch(action -> arrives(state, action.what()).isEmpty());
  }

  /** Returns the state one tick later, in which executors have ended at their own deadlines. */
  private static State later(State state) {
    int now = state.now() + 1;
    return state
        .at(now)
        .runs(state.runs().stream().map(run -> run.until() > now ? run : run.ended()).toList());
  }
}
