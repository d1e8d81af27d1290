package dev.atf.simulation.model;

import dev.atf.model.Alarm;
import dev.atf.model.FrameworkFailure;
import dev.atf.model.TaskRef;
import dev.atf.model.TaskStatus;
import dev.atf.model.condition.Block;
import dev.atf.model.condition.ConditionName;
import dev.atf.model.lambda.Gate;
import dev.atf.model.lambda.GateState;
import dev.atf.model.lambda.Gates;
import dev.atf.model.task.Association;
import dev.atf.model.task.BlockTransitions;
import dev.atf.model.task.Ending;
import dev.atf.model.task.GateTransitions;
import dev.atf.model.task.Outcome;
import dev.atf.model.task.Transition;
import dev.atf.model.task.Transitions;
import dev.atf.model.task.TurnTransitions;
import dev.atf.simulation.model.Scenario.Beside;
import dev.atf.simulation.model.Scenario.Gating;
import dev.atf.simulation.model.Write.Sight;
import dev.atf.storeconsumer.ConsumerDecisions;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Any number of store consumers, and the HSC when a gate or a condition makes it refuse work. */
record Consumer(Scenario scenario, ConsumerDecisions decisions) {
  private static final Block BLOCK = new Block(new ConditionName("condition"), 1);

  Consumer(Scenario scenario) {
    this(
        scenario,
        new ConsumerDecisions(scenario.lambda(), Scenario.ENQUEUE_TIMEOUT, Duration.ofMillis(1)));
  }

  List<Action> actions(State state) {
    var actions = answers(state);
    if (scenario.aheadMax() > 0) {
      actions.addAll(answers(state, state.now() + scenario.aheadMax()));
    }
    var task = state.task();
    if (task.status() == TaskStatus.ENQUEUED) {
      if (state.budget().refusals() > 0) {
        var soon = decisions.afterRefusal(Ticks.at(state.now()));
        actions.add(
            action(
                state.budget(state.budget().lessRefusal()),
                Transitions.pushFailed(ref(task), 1, soon),
                false));
      }
      if (state.budget().gates() > 0 && state.isQueued(task.epoch())) {
        scenario.gates().forEach(gating -> actions.add(turnedAway(state, gating)));
      }
      if (scenario.has(Beside.CONDITIONS)
          && state.budget().returns() > 0
          && state.isQueued(task.epoch())) {
        actions.add(held(state));
      }
    }
    if (task.status() == TaskStatus.BLOCKED) {
      cleared(state, actions);
    }
    return actions;
  }

  /** Returns the actions that follow from the task's alarm alone, by a correct clock. */
  List<Action> answers(State state) {
    return answers(state, state.now());
  }

  private List<Action> answers(State state, int clock) {
    var actions = new ArrayList<Action>();
    var task = state.task();
    if (task.waits()) {
      waiting(state, clock, actions);
      return actions;
    }
    var trigger = task.trigger();
    if (trigger == null || !trigger.alarm().rings() || Ticks.of(trigger.at()) > clock) {
      return actions;
    }
    if (trigger.alarm() == Alarm.CHECK) {
      checked(state, clock, actions);
    } else {
      due(state, clock, actions);
    }
    return actions;
  }

  /** Adds the turn of the task's key, which may come at any time and be written late. */
  private void waiting(State state, int clock, List<Action> actions) {
    var task = state.task();
    var now = Ticks.at(clock);
    actions.add(turned(state, TurnTransitions.turn(task, now), clock));
    if (task.header().deadline().isAfter(now)) {
      actions.add(
          turned(
              state,
              TurnTransitions.release(
                  task.taskId(), task.epoch(), now, decisions.afterRelease(now)),
              clock));
    } else {
      var outcome = Outcome.failure("", FrameworkFailure.DEADLINE_EXCEEDED.because(""));
      actions.add(
          turned(
              state,
              Transitions.giveUp(
                  task.taskId(), task.epoch(), outcome, Ending.at(now, scenario.lambda())),
              clock));
    }
  }

  /** Returns the block of an unclaimed task; its alarm is nearer than that of an attempt. */
  private Action held(State state) {
    var now = Ticks.at(state.now());
    var lookAt = decisions.afterRelease(now);
    return action(
        state.budget(state.budget().lessReturn()),
        BlockTransitions.blockUnclaimed(ref(state.task()), BLOCK, now, lookAt),
        false);
  }

  /** Adds what a condition, or who looks at it again, does once it is clear: at any time. */
  private void cleared(State state, List<Action> actions) {
    var task = state.task();
    var now = Ticks.at(state.now());
    actions.add(action(state, BlockTransitions.unblock(task, now, ""), false));
    if (task.header().deadline().isAfter(now)) {
      var alarm = Objects.requireNonNull(task.trigger()).at();
      var released = BlockTransitions.release(task, alarm, now, decisions.afterRelease(now));
      actions.add(action(state, released, false));
    }
  }

  private static Action turned(State state, Transition transition, int clock) {
    return new Action(
        "a consumer looks after its key",
        Write.of(transition, new Sight(state.task().epoch(), false), clock),
        state);
  }

  private void due(State state, int clock, List<Action> actions) {
    var task = state.task();
    var now = Ticks.at(clock);
    var rang = Objects.requireNonNull(task.trigger());
    actions.add(
        new Action(
            "a consumer reads that it is due",
            Write.of(
                Transitions.release(
                    task.taskId(), task.epoch(), rang.at(), now, decisions.afterRelease(now)),
                new Sight(task.epoch(), true),
                clock),
            state));
    if (state.budget().gates() == 0) {
      return;
    }
    var gated = state.budget(state.budget().lessGate());
    if (scenario.gates().contains(Gating.PAUSE_COLLECTION) && rang.alarm() == Alarm.DUE) {
      var list = task.header().list(Alarm.HELD);
      actions.add(
          action(
              gated,
              GateTransitions.hold(task.taskId(), task.epoch(), now, list, rang.at(), ""),
              true));
    }
    if (scenario.gates().contains(Gating.DROP)) {
      actions.add(action(gated, dropped(task, now), true));
    }
  }

  private void checked(State state, int clock, List<Action> actions) {
    var now = Ticks.at(clock);
    for (boolean mayPush : List.of(true, false)) {
      decisions
          .alarm(state.task(), Gates.NONE, mayPush, now)
          .map(
              transition ->
                  new Action(
                      "a consumer reads that it rang",
                      Write.of(transition, new Sight(state.task().epoch(), true), clock),
                      state))
          .filter(action -> !actions.contains(action))
          .ifPresent(actions::add);
    }
    if (state.budget().gates() > 0 && state.task().status() == TaskStatus.ENQUEUED) {
      var gated = state.budget(state.budget().lessGate());
      for (var gating : scenario.gates()) {
        decisions
            .alarm(state.task(), closed(gating), true, now)
            .ifPresent(transition -> actions.add(action(gated, transition, true)));
      }
    }
  }

  private Action turnedAway(State state, Gating gating) {
    var task = state.task();
    var now = Ticks.at(state.now());
    var alarm = gating == Gating.PAUSE_LAMBDA ? Alarm.DUE : Alarm.HELD;
    var transition =
        gating == Gating.DROP
            ? dropped(task, now)
            : GateTransitions.park(
                ref(task), now, task.header().list(alarm), task.header().scheduledAt(), "");
    return action(state.budget(state.budget().lessGate()), transition, false);
  }

  private Transition dropped(Association task, Instant now) {
    var outcome = Outcome.failure("", FrameworkFailure.DROPPED.because(""));
    return GateTransitions.drop(
        task.taskId(), task.epoch(), outcome, Ending.at(now, scenario.lambda()));
  }

  private Gates closed(Gating gating) {
    var lambda = scenario.lambda().name();
    var collection = gating == Gating.PAUSE_LAMBDA ? null : Scenario.COLLECTION;
    var state = gating == Gating.DROP ? GateState.DROPPING : GateState.PAUSED;
    return Gates.of(List.of(new Gate(lambda, collection, state, null, "", "", Instant.EPOCH)));
  }

  private static Action action(State by, Transition transition, boolean rang) {
    return new Action(
        "a consumer decides",
        Write.of(transition, new Sight(by.task().epoch(), rang), by.now()),
        by);
  }

  private static TaskRef ref(Association task) {
    return new TaskRef(task.taskId(), task.epoch());
  }
}
