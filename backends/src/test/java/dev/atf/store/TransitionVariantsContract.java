package dev.atf.store;

import static dev.atf.store.SampleTasks.NOW;
import static dev.atf.store.SampleTasks.bare;
import static dev.atf.store.SampleTasks.full;
import static dev.atf.store.SampleTasks.with;

import dev.atf.model.TaskStatus;
import dev.atf.model.lambda.LambdaDefinition.History;
import dev.atf.model.task.TaskEvent;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Behaviour of every transition on tasks with different fields: the store keeps what the model
 * says.
 */
public abstract class TransitionVariantsContract {
  private final TransitionCheck check = new TransitionCheck(this::stores);

  protected abstract Stores stores();

  @AfterEach
  void assertListed() {
    check.assertListed();
  }

  @ParameterizedTest
  @MethodSource("dev.atf.store.SampleTransitions#eventsFromEachSource")
  void aPermittedTransitionLeavesExactlyWhatTheModelSays(TaskEvent event, TaskStatus source) {
    for (var history : History.values()) {
      var before = SampleTransitions.ready(event, full(source));
      var transition = SampleTransitions.of(event, before, history);

      check.assertApplied(before, transition);
    }
  }

  @ParameterizedTest
  @MethodSource("dev.atf.store.SampleTransitions#eventsFromEachSource")
  void aPermittedTransitionOfATaskWithLittleOnItLeavesWhatTheModelSays(
      TaskEvent event, TaskStatus source) {
    var before = SampleTransitions.ready(event, bare(source));
    var transition = SampleTransitions.of(event, before);

    if (transition.failing(before).isEmpty()) {
      check.assertApplied(before, transition);
    } else {
      check.assertRefused(before, transition);
    }
  }

  @ParameterizedTest
  @MethodSource("dev.atf.store.SampleTransitions#eventsFromEachSource")
  void aTaskWithAKeyIsKeptAsItsHeaderSays(TaskEvent event, TaskStatus source) {
    var task = full(source);
    var header = SampleTasks.keptUntil(task.header(), NOW.plusSeconds(99_999_999));
    var before = SampleTransitions.ready(event, with(task, header));

    check.assertApplied(before, SampleTransitions.of(event, before));
  }
}
