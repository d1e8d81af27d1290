package dev.atf.simulation.model;

import dev.atf.frontend.ClientDecisions;
import dev.atf.model.FrameworkFailure;
import dev.atf.model.TaskStatus;
import dev.atf.model.task.Association;
import dev.atf.model.task.ClientTransitions;
import dev.atf.model.task.Ending;
import dev.atf.model.task.Outcome;
import dev.atf.model.task.Transition;
import dev.atf.simulation.model.Scenario.ClientCall;
import dev.atf.simulation.model.Write.Sight;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Clients that may change the course of the task through the frontend. */
record Clients(Scenario scenario) {
  /** Ticks from the first deadline to that of a redriven task. */
  private static final int REDRIVE_TICKS = 2;

  List<Action> actions(State state) {
    if (state.budget().clientCalls() == 0) {
      return List.of();
    }
    var paid = state.budget(state.budget().lessWish());
    var seen = new Sight(state.task().epoch(), false);
    return scenario.clientCalls().stream()
        .sorted()
        .flatMap(
            call ->
                transitions(call, state.task(), state.now())
                    .map(
                        transition ->
                            new Action(
                                "a client asks for " + call,
                                Write.of(transition, seen, state.now()),
                                paid)))
        .toList();
  }

  private Stream<Transition> transitions(ClientCall call, Association task, int tick) {
    var now = Ticks.at(tick);
    var status = task.status();
    return switch (call) {
      case CANCEL -> cancel(task, tick);
      case KILL ->
          status.running() && !task.isToBeKilled()
              ? Stream.of(ClientTransitions.requestKill(task.ref(), now, ""))
              : Stream.empty();
      case RESCHEDULE ->
          status.running() || status.finished()
              ? Stream.empty()
              : IntStream.of(tick, tick + 1, tick + 2)
                  .mapToObj(Ticks::at)
                  .filter(at -> at.isBefore(task.header().deadline()))
                  .flatMap(at -> ClientDecisions.reschedule(task, at, now).stream());
      case RUN_NOW ->
          status.running() || status.finished()
              ? Stream.empty()
              : ClientDecisions.runNow(task, now).stream();
      case REDRIVE ->
          status != TaskStatus.FATAL_FAILURE || tick >= scenario.deadline() + REDRIVE_TICKS
              ? Stream.empty()
              : Stream.of(
                  ClientTransitions.redrive(
                      task.taskId(),
                      task.epoch(),
                      now,
                      Ticks.at(scenario.deadline() + REDRIVE_TICKS)));
    };
  }

  private Stream<Transition> cancel(Association task, int tick) {
    var now = Ticks.at(tick);
    if (task.status().finished() || task.cancelRequested()) {
      return Stream.empty();
    }
    if (task.status().running()) {
      return Stream.of(ClientTransitions.requestCancel(task.taskId(), now, ""));
    }
    var outcome = Outcome.failure("", FrameworkFailure.CANCELLED.because(""));
    return Stream.of(
        ClientTransitions.cancel(task.taskId(), outcome, Ending.at(now, scenario.lambda())));
  }
}
