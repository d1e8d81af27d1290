package dev.atf.store;

import static dev.atf.store.SampleTasks.full;
import static dev.atf.store.SampleTasks.scheduled;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.atf.model.TaskId;
import dev.atf.model.task.Association;
import dev.atf.model.task.TaskEvent;
import dev.atf.model.task.TaskLifecycle;
import dev.atf.model.task.TaskTransition;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Behaviour of every store's transition feed. */
public abstract class TransitionFeedContract {
  private static final Set<TaskEvent> SILENT =
      Set.of(TaskEvent.PUSH_AGAIN, TaskEvent.PUSH_FAILED, TaskEvent.LOOK_AGAIN, TaskEvent.SETTLE);

  /**
   * Number of tasks, with two transitions each: more than the 1,000 records of one answer of a
   * DynamoDB stream.
   */
  private static final int TASKS = 520;

  private final List<TaskTransition> all = new ArrayList<>();
  private TransitionFeed.@Nullable Following following;

  protected abstract Stores stores();

  private void follow() {
    following = stores().feed().follow();
  }

  @AfterEach
  void end() {
    Objects.requireNonNull(following).close();
  }

  static Stream<TaskEvent> events() {
    return SampleTransitions.events().stream();
  }

  @ParameterizedTest
  @MethodSource("events")
  @Tag("W1")
  void everyTransitionIsToldAsItsWriteWas(TaskEvent event) {
    follow();
    var before = before(event);
    stores().associations().create(before);

    var after =
        ((TransitionResult.Applied)
                stores().transitions().apply(SampleTransitions.of(event, before)))
            .after();

    var told = toldOf(before, TaskTransition.between(before, after).isPresent() ? 2 : 1);
    assertThat(told.get(0)).isEqualTo(TaskTransition.between(null, before).orElseThrow());
    if (SILENT.contains(event)) {
      assertThat(told).hasSize(1);
    } else {
      assertThat(told.get(1).event()).isEqualTo(event);
      assertThat(told.get(1).from()).isEqualTo(before.status());
      assertThat(told.get(1).to()).isEqualTo(after.status());
      assertThat(told.get(1)).isEqualTo(TaskTransition.between(before, after).orElseThrow());
    }
  }

  /** Returns the task before the event; a heartbeat is in the feed only if it is the first. */
  private static Association before(TaskEvent event) {
    var status = TaskLifecycle.sourcesOf(event).iterator().next();
    var task = full(status);
    if (event == TaskEvent.TURN) {
      return SampleTasks.with(task, new dev.atf.model.task.Change.ClearTrigger());
    }
    if (event == TaskEvent.SETTLE) {
      return SampleTasks.withOutbox(task);
    }
    return SampleTransitions.wantsCancelRequested(event) ? asked(task) : task;
  }

  private static Association asked(Association task) {
    return SampleTransitions.of(TaskEvent.REQUEST_CANCEL, task).applyTo(task);
  }

  @Test
  void refusedTransitionsAreNotPublished() {
    follow();
    var task = scheduled();
    stores().associations().create(task);
    stores().associations().create(task);
    stores().transitions().apply(SampleTransitions.of(TaskEvent.SUCCEED, task));
    var last = scheduled();
    stores().associations().create(last);

    toldOf(last, 1);

    assertThat(toldOf(task, 1)).hasSize(1);
  }

  private List<TaskTransition> read(TaskId taskId) {
    var reader = Objects.requireNonNull(following);
    for (var page = reader.read(); ; page = reader.read()) {
      assertThat(page.gap()).isFalse();
      all.addAll(page.transitions());
      if (!page.more()) {
        return all.stream().filter(t -> t.header().taskId().equals(taskId)).toList();
      }
    }
  }

  private List<TaskTransition> toldOf(Association task, int count) {
    return await().until(() -> read(task.taskId()), told -> told.size() >= count);
  }

  @Test
  void everyFollowerGetsWritesAfterItBegan() {
    var early = scheduled();
    follow();
    stores().associations().create(early);
    toldOf(early, 1);
    try (var second = stores().feed().follow()) {
      var late = scheduled();
      stores().associations().create(late);

      toldOf(late, 1);
      var ofSecond = new ArrayList<TaskTransition>();
      await()
          .until(
              () -> {
                ofSecond.addAll(second.read().transitions());
                return ofSecond.stream().anyMatch(t -> t.header().equals(late.header()));
              });

      assertThat(ofSecond).noneMatch(t -> t.header().equals(early.header()));
    }
  }

  @Test
  @Tag("W1")
  void moreThanAPageIsToldOnceEachAndThoseOfATaskInTheirOrder() {
    follow();
    var tasks = Stream.generate(SampleTasks::scheduled).limit(TASKS).toList();
    for (var task : tasks) {
      stores().associations().create(task);
      stores().transitions().apply(SampleTransitions.of(TaskEvent.RELEASE, task));
    }
    var last = tasks.get(tasks.size() - 1);

    toldOf(last, 2);

    var ids = tasks.stream().map(Association::taskId).collect(Collectors.toSet());
    await()
        .until(
            () -> {
              read(last.taskId());
              return all.stream().filter(t -> ids.contains(t.header().taskId())).count()
                  == 2 * TASKS;
            });
    var byTask =
        all.stream()
            .filter(t -> ids.contains(t.header().taskId()))
            .collect(
                Collectors.groupingBy(
                    t -> t.header().taskId(),
                    Collectors.mapping(TaskTransition::event, Collectors.toList())));
    assertThat(byTask.values()).hasSize(TASKS);
    assertThat(byTask.values())
        .allSatisfy(
            events -> assertThat(events).containsExactly(TaskEvent.SCHEDULE, TaskEvent.RELEASE));
  }
}
