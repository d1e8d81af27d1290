package dev.atf.store;

import static dev.atf.store.SampleTasks.bare;
import static dev.atf.store.SampleTasks.full;
import static dev.atf.store.SampleTasks.scheduled;
import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.TaskId;
import dev.atf.model.TaskStatus;
import dev.atf.model.task.Association;
import dev.atf.model.task.Children;
import dev.atf.model.task.Parent;
import dev.atf.model.task.TaskEvent;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Behaviour of every store's associations, apart from changes. */
public abstract class TaskAssociationsContract {
  protected abstract Stores stores();

  static Stream<Association> associations() {
    var ended = full(TaskStatus.PROCESSING);
    return Stream.of(
        scheduled(),
        bare(TaskStatus.ENQUEUED),
        full(TaskStatus.RETRIABLE_FAILURE),
        ofAPlan(),
        somebodysChild(full(TaskStatus.NEW)),
        somebodysChild(ofAPlan()),
        SampleTasks.withOutbox(full(TaskStatus.SUCCESS)),
        somebodysChild(SampleTasks.withOutbox(ofAPlan())),
        SampleTasks.withOutbox(full(TaskStatus.SUCCESS)).withChildren(new Children(3, List.of())),
        SampleTasks.withJoins(full(TaskStatus.SUCCESS)),
        somebodysChild(SampleTasks.withJoins(ofAPlan())),
        SampleTasks.withJoins(full(TaskStatus.SUCCESS))
            .withChildren(new Children(2, List.of(), SampleTasks.joins(), false)),
        SampleTransitions.of(TaskEvent.SUCCEED, ended).applyTo(ended));
  }

  private static Association ofAPlan() {
    var task = full(TaskStatus.PROCESSING);
    var plan = PlanId.of(PlanKind.PERIODIC, task.header().lambda(), "nightly / report");
    return task.withOrigin(
        PlanKind.PERIODIC.origin(plan, "2026-01-01T00:00:00Z/1", SampleTasks.nextId()));
  }

  private static Association somebodysChild(Association task) {
    return task.withParent(new Parent(SampleTasks.nextId(), 17, 99));
  }

  @ParameterizedTest
  @MethodSource("associations")
  void createdTasksAreFound(Association task) {
    var created = stores().associations().create(task);

    assertThat(created).isTrue();
    assertThat(stores().associations().find(task.taskId())).contains(task);
  }

  @Test
  void aSecondCreateIsRefusedAndChangesNothing() {
    var first = full(TaskStatus.PROCESSING);
    var second = Association.scheduled(first.header());
    stores().associations().create(first);

    var created = stores().associations().create(second);

    assertThat(created).isFalse();
    assertThat(stores().associations().find(first.taskId())).contains(first);
  }

  @Test
  void unknownTasksAreNotFound() {
    assertThat(stores().associations().find(SampleTasks.nextId())).isEmpty();
    assertThat(stores().associations().findAll(List.of(SampleTasks.nextId()))).isEmpty();
    assertThat(stores().associations().findAll(List.of())).isEmpty();
  }

  @Test
  void manyAreFoundAtOnceThoughSomeAreMissingOrNamedTwice() {
    var there = new ArrayList<Association>();
    var asked = new ArrayList<TaskId>();
    for (int i = 0; i < 120; i++) {
      var task = scheduled();
      there.add(task);
      stores().associations().create(task);
      asked.add(task.taskId());
      asked.add(SampleTasks.nextId());
    }
    asked.add(asked.get(0));

    Eventually.holds(
        () -> {
          var found = stores().associations().findAll(asked);
          assertThat(found.values()).containsExactlyInAnyOrderElementsOf(there);
          there.forEach(task -> assertThat(found).containsEntry(task.taskId(), task));
        });
  }
}
