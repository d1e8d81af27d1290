package dev.atf.store.dynamodb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.TaskStatus;
import dev.atf.model.task.TaskEvent;
import dev.atf.store.SampleTasks;
import dev.atf.store.SampleTransitions;
import dev.atf.store.Stores;
import dev.atf.store.TransitionResult;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** A store that refuses transitions without their items is not believed that there is no task. */
final class NoOldItemsTaskTransitionsTest {
  private static final Stores STORES = Stores.withoutOldItems();

  @ParameterizedTest
  @MethodSource("dev.atf.store.SampleTransitions#events")
  void aRefusalIsAnsweredWithTheTaskAsItIs(TaskEvent event) {
    var running = SampleTasks.full(TaskStatus.PROCESSING);
    var seen = SampleTransitions.ready(event, SampleTasks.full(TaskStatus.NEW));
    STORES.associations().create(running);
    var refused = SampleTransitions.of(TaskEvent.RELEASE, running);

    assertThat(STORES.transitions().apply(refused))
        .isEqualTo(new TransitionResult.Refused(Optional.of(running)));
    assertThat(STORES.transitions().apply(SampleTransitions.of(event, seen)))
        .as("%s of a task that is not there", event)
        .isEqualTo(new TransitionResult.Refused(Optional.empty()));
  }
}
