package dev.atf.plans.order;

import static dev.atf.plans.order.Key.NOW;
import static dev.atf.plans.order.Key.header;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.model.TaskId;
import dev.atf.model.TaskStatus;
import dev.atf.model.lambda.FatalPolicy;
import dev.atf.model.task.Association;
import dev.atf.model.task.Change;
import dev.atf.model.task.Ending;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Explores every history of a few Schedules, two supervisors and a worker on one key. Each of them
 * may stop permanently between any two of its reads and writes, and has its own clock.
 */
final class OrderExplorationTest {
  private static final Instant EXPIRES = NOW.plusSeconds(90_000);

  /** Part of the protocol that is removed, to show that a law then breaks. */
  private enum Without {
    NOTHING,
    THE_VERSION_OF_A_PUT,
    THE_GUARD_OF_A_RELEASE,
    THE_ROW_OF_ONE_THAT_WAITS
  }

  /** Progress of a Schedule, and what it has read. */
  private enum At {
    BEGIN,
    READ_ROW,
    DECIDED,
    PART_PUT,
    WRITE_DUE,
    WRITE_WAITING,
    ANSWERED,
    DEAD
  }

  private record Call(
      int number, At at, Optional<OrderRow> row, Optional<Placing> placing, Optional<Place> place) {
    static Call begin(int number) {
      return new Call(number, At.BEGIN, Optional.empty(), Optional.empty(), Optional.empty());
    }

    Call to(At next) {
      return new Call(number, next, row, placing, place);
    }

    boolean over() {
      return at == At.ANSWERED || at == At.DEAD;
    }
  }

  /** Facts that a supervisor has read, and its next write. */
  private record Look(Optional<OrderRow> row, Optional<TurnDecision> next, boolean dead) {
    static final Look IDLE = new Look(Optional.empty(), Optional.empty(), false);
  }

  private record State(
      Optional<OrderRow> row,
      TreeMap<String, Member> parts,
      TreeMap<TaskId, Association> tasks,
      List<Call> calls,
      List<Look> looks,
      int crashes,
      List<Integer> released,
      Without without) {

    State copy() {
      return new State(
          row,
          new TreeMap<>(parts),
          new TreeMap<>(tasks),
          new ArrayList<>(calls),
          new ArrayList<>(looks),
          crashes,
          new ArrayList<>(released),
          without);
    }

    State with(Optional<OrderRow> newRow) {
      return new State(newRow, parts, tasks, calls, looks, crashes, released, without);
    }

    State crashed() {
      return new State(row, parts, tasks, calls, looks, crashes - 1, released, without);
    }

    /** Returns the next state; null if the put was refused. */
    @Nullable State put(OrderRow next) {
      long before = row.map(it -> it.plan().version()).orElse(0L);
      return next.plan().version() == before + 1 || without == Without.THE_VERSION_OF_A_PUT
          ? with(Optional.of(next))
          : null;
    }
  }

  @Test
  @Tag("O1")
  void twoSchedulesTwoSupervisorsAndACrash() {
    explore(2, 2, 1, false);
  }

  @Test
  @Tag("O2")
  void runsTasksInOrderOfAcknowledgement() {
    explore(3, 1, 1, true);
  }

  /** Ids order tasks with the same time and sequence. Here, the last task has the smallest id. */
  @Test
  void orderDoesNotDependOnIds() {
    explore(begin(4, 3, 2, 1), 1, 0, true, Without.NOTHING);
  }

  @Test
  void threeSchedulesAndASupervisorThatMayStop() {
    explore(3, 1, 0, false);
  }

  @ParameterizedTest
  @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "NOTHING")
  void withoutAnyOfItALawIsBroken(Without without) {
    assertThatThrownBy(() -> explore(begin(1, 2, 3), 2, 0, false, without))
        .isInstanceOf(AssertionError.class);
  }

  private static void explore(int calls, int supervisors, int crashes, boolean sequential) {
    var numbers = IntStream.rangeClosed(1, calls).toArray();
    explore(begin(numbers), supervisors, crashes, sequential, Without.NOTHING);
  }

  private static List<Call> begin(int... numbers) {
    return Arrays.stream(numbers).mapToObj(Call::begin).toList();
  }

  private static void explore(
      List<Call> calls, int supervisors, int crashes, boolean sequential, Without without) {
    var looks = new ArrayList<Look>();
    for (int i = 0; i < supervisors; i++) {
      looks.add(Look.IDLE);
    }
    var first =
        new State(
            Optional.empty(),
            new TreeMap<>(),
            new TreeMap<>(),
            calls,
            looks,
            crashes,
            List.of(),
            without);
    Set<State> seen = new HashSet<>(Set.of(first));
    var open = new ArrayDeque<>(List.of(first));
    int quiet = 0;
    while (!open.isEmpty()) {
      var state = open.removeLast();
      check(state);
      var next = successors(state, sequential);
      boolean moves = false;
      for (var after : next) {
        if (!after.equals(state)) {
          moves = true;
          if (seen.add(after)) {
            open.add(after);
          }
        }
      }
      if (!moves) {
        quiet++;
        checkEnd(state, sequential);
      }
    }
    assertThat(quiet).isPositive();
  }

  /** Checks that at most one task may run, and that acknowledged tasks are released in order. */
  private static void check(State state) {
    assertThat(
            state.tasks().values().stream()
                .filter(task -> !task.status().finished() && !task.waits())
                .count())
        .as("%s", state)
        .isLessThanOrEqualTo(1);
  }

  private static void checkEnd(State state, boolean sequential) {
    for (var call : state.calls()) {
      if (call.at() == At.ANSWERED) {
        assertThat(Objects.requireNonNull(state.tasks().get(Key.id(call.number()))).status())
            .as("task %s of %s", call.number(), state)
            .isEqualTo(TaskStatus.SUCCESS);
      }
    }
    assertThat(state.released()).doesNotHaveDuplicates();
    if (sequential) {
      var numbers = state.calls().stream().map(Call::number).toList();
      assertThat(state.released().stream().map(numbers::indexOf)).as("%s", state).isSorted();
    }
  }

  private static List<State> successors(State state, boolean sequential) {
    var next = new ArrayList<State>();
    for (int i = 0; i < state.calls().size(); i++) {
      boolean mayGo = !sequential || i == 0 || state.calls().get(i - 1).over();
      if (mayGo && !state.calls().get(i).over()) {
        next.add(step(state.copy(), i));
        if (state.crashes() > 0) {
          var dead = state.copy();
          dead.calls().set(i, dead.calls().get(i).to(At.DEAD));
          next.add(dead.crashed());
        }
      }
    }
    for (int i = 0; i < state.looks().size(); i++) {
      if (!state.looks().get(i).dead()) {
        next.add(performCheck(state.copy(), i));
      }
    }
    for (var task : state.tasks().values()) {
      if (!task.status().finished() && !task.waits()) {
        var done = state.copy();
        done.tasks().put(task.taskId(), new Change.SetStatus(TaskStatus.SUCCESS).apply(task));
        next.add(done);
      }
    }
    return next;
  }

  /** Returns a clock that is behind those before it. */
  private static Instant clockOf(int index) {
    return NOW.minusSeconds(index + 1);
  }

  private static State step(State state, int index) {
    var call = state.calls().get(index);
    var clock = clockOf(index);
    var header = header(call.number(), clock.minusMillis(500));
    switch (call.at()) {
      case BEGIN ->
          state
              .calls()
              .set(
                  index,
                  new Call(
                      call.number(), At.READ_ROW, state.row(), Optional.empty(), call.place()));
      case READ_ROW -> {
        var row = call.row().orElseGet(Key::fresh);
        var turn = turn(row, state);
        var placing =
            Placing.of(row, call.row().isPresent(), turn, header, call.place(), EXPIRES, clock);
        state
            .calls()
            .set(
                index,
                new Call(
                    call.number(), At.DECIDED, call.row(), Optional.of(placing), call.place()));
      }
      case DECIDED -> {
        var placing = call.placing().orElseThrow();
        if (placing instanceof Placing.Has) {
          state.calls().set(index, call.to(At.WRITE_DUE));
        } else if (placing instanceof Placing.Take take) {
          return put(state, index, take.row(), At.WRITE_DUE);
        } else {
          var wait = (Placing.Wait) placing;
          state.parts().putIfAbsent(wait.member().place().name(), wait.member());
          state
              .calls()
              .set(
                  index,
                  new Call(
                      call.number(),
                      At.PART_PUT,
                      call.row(),
                      call.placing(),
                      Optional.of(wait.member().place())));
        }
      }
      case PART_PUT -> {
        if (state.without() == Without.THE_ROW_OF_ONE_THAT_WAITS) {
          state.calls().set(index, call.to(At.WRITE_WAITING));
          return state;
        }
        return put(
            state, index, ((Placing.Wait) call.placing().orElseThrow()).row(), At.WRITE_WAITING);
      }
      case WRITE_DUE -> {
        write(state, Association.scheduled(header));
        state.calls().set(index, call.to(At.ANSWERED));
      }
      case WRITE_WAITING -> {
        write(state, Association.waiting(header));
        state.calls().set(index, call.to(At.ANSWERED));
      }
      case ANSWERED, DEAD -> throw new IllegalStateException("over");
    }
    return state;
  }

  private static State put(State state, int index, OrderRow row, At then) {
    var call = state.calls().get(index);
    var after = state.put(row);
    if (after == null) {
      state
          .calls()
          .set(
              index,
              new Call(call.number(), At.BEGIN, Optional.empty(), Optional.empty(), call.place()));
      return state;
    }
    after
        .calls()
        .set(
            index, new Call(call.number(), then, Optional.empty(), Optional.empty(), call.place()));
    return after;
  }

  private static void write(State state, Association task) {
    if (state.tasks().putIfAbsent(task.taskId(), task) == null && !task.waits()) {
      state.released().add(numberOf(task));
    }
  }

  private static int numberOf(Association task) {
    return Integer.parseInt(task.taskId().value().substring(24), 16);
  }

  private static Turn turn(OrderRow row, State state) {
    var order = row.state();
    return Turn.of(
        order,
        order.holder().flatMap(h -> Optional.ofNullable(state.tasks().get(h.taskId()))),
        FatalPolicy.CONTINUE,
        NOW);
  }

  /**
   * Reads the row, decides from the current tasks, and writes. Other actors may act between these
   * three steps.
   */
  private static State performCheck(State state, int index) {
    var look = state.looks().get(index);
    if (look.row().isEmpty()) {
      var live = state.row().filter(row -> row.alarmAt() != null);
      live.ifPresent(
          row -> state.looks().set(index, new Look(Optional.of(row), Optional.empty(), false)));
      return state;
    }
    var row = look.row().get();
    if (look.next().isEmpty()) {
      var next = decide(row, state);
      state
          .looks()
          .set(
              index,
              next instanceof TurnDecision.Leave
                  ? Look.IDLE
                  : new Look(Optional.of(row), Optional.of(next), false));
      return state;
    }
    return write(state, index, look.next().get());
  }

  private static TurnDecision decide(OrderRow row, State state) {
    var order = row.state();
    var holder = order.holder().flatMap(h -> Optional.ofNullable(state.tasks().get(h.taskId())));
    var decision = TurnDecision.of(row, turn(row, state), holder, NOW);
    if (!(decision instanceof TurnDecision.Next)) {
      return decision;
    }
    var waiters =
        state.parts().tailMap(order.from()).values().stream()
            .map(
                member ->
                    new TurnDecision.Waiter(
                        member, Optional.ofNullable(state.tasks().get(member.taskId()))))
            .toList();
    return TurnDecision.pass(row, waiters, false, NOW);
  }

  private static State write(State state, int index, TurnDecision decision) {
    state.looks().set(index, Look.IDLE);
    if (decision instanceof TurnDecision.Write write) {
      write(state, Association.scheduled(write.holder().header()));
    } else if (decision instanceof TurnDecision.Release release) {
      var found = state.tasks().get(release.task().taskId());
      boolean mayGo = found != null && found.waits() && found.epoch() == release.task().epoch();
      if (found != null && (mayGo || state.without() == Without.THE_GUARD_OF_A_RELEASE)) {
        state.tasks().put(found.taskId(), Key.released(found));
        state.released().add(numberOf(found));
      }
    } else if (decision instanceof TurnDecision.Fence fence) {
      var ending = Ending.at(NOW, Key.DEFINITION);
      state
          .tasks()
          .putIfAbsent(
              fence.holder().taskId(), Association.abandoned(fence.holder().header(), ending));
    } else if (decision instanceof TurnDecision.Pass pass) {
      return orSame(state, pass.row());
    } else if (decision instanceof TurnDecision.Idle idle) {
      return orSame(state, idle.row());
    } else {
      throw new IllegalStateException("not in this world: " + decision);
    }
    return state;
  }

  private static State orSame(State state, OrderRow row) {
    var after = state.put(row);
    return after == null ? state : after;
  }
}
