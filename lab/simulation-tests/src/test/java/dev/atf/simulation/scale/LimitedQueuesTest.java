package dev.atf.simulation.scale;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.queue.QueueDepth;
import dev.atf.queue.QueueName;
import dev.atf.queue.TaskMessage;
import dev.atf.sim.time.Timeline;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class LimitedQueuesTest {
  private static final QueueName QUEUE =
      new QueueName(new LambdaName("resize"), new Priority("high"));
  private static final Duration VISIBILITY = Duration.ofSeconds(30);

  private final Random random = new Random(1);
  private final Timeline timeline = new Timeline(random);
  private final LimitedQueues queues = new LimitedQueues(timeline, 3);

  @Test
  void nothingIsGivenOutBeyondWhatMayBeInFlight() {
    queues.ensure(QUEUE);
    queues.push(QUEUE, messages(5));

    var taken = queues.take(QUEUE, 10, VISIBILITY);

    assertThat(taken).hasSize(3);
    assertThat(queues.take(QUEUE, 10, VISIBILITY)).isEmpty();
    queues.delete(QUEUE, taken.get(0));
    assertThat(queues.take(QUEUE, 10, VISIBILITY)).hasSize(1);
    assertThat(queues.mostInFlight()).isEqualTo(3);
  }

  @Test
  void redeliversUndeletedTasksAfterTheirVisibility() {
    queues.ensure(QUEUE);
    queues.push(QUEUE, messages(2));
    var taken = queues.take(QUEUE, 10, VISIBILITY);
    queues.delete(QUEUE, taken.get(0));

    timeline.runUntil(VISIBILITY.minusNanos(1));
    assertThat(queues.estimate(QUEUE)).isEqualTo(new QueueDepth(0, 1));
    timeline.runUntil(VISIBILITY);

    assertThat(queues.estimate(QUEUE)).isEqualTo(new QueueDepth(1, 0));
    assertThat(queues.take(QUEUE, 10, VISIBILITY))
        .extracting(task -> task.ref())
        .containsExactly(taken.get(1).ref());
  }

  private List<TaskMessage> messages(int count) {
    return Stream.generate(() -> TaskMessage.of(new TaskRef(TaskId.random(random), 1)))
        .limit(count)
        .toList();
  }
}
