package dev.atf.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.queue.QueueName;
import dev.atf.queue.ReceivedTask;
import dev.atf.queue.memory.InMemoryTaskQueue;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class MessageSettlerTest {
  private static final QueueName QUEUE =
      new QueueName(ControllerRig.LAMBDA, new Priority("normal"));

  private final ManualTime time = new ManualTime();
  private final WatchedQueue queue = new WatchedQueue(new InMemoryTaskQueue(time), time, time);
  private final MessageSettler messages =
      new MessageSettler(
          ControllerConfig.DEFAULTS, queue, new ControllerMetrics(new SimpleMeterRegistry()));
  private final Random random = new Random(1);
  private int woken;

  MessageSettlerTest() {
    messages.whenEarlier(() -> woken++);
  }

  @Test
  void messagesGatherBeforeTheyAreDeletedTogether() {
    messages.turn();
    add(1);
    assertThat(woken).isEqualTo(1);

    assertThat(messages.turn()).isPositive().isLessThan(Duration.ofSeconds(1));
    assertThat(queue.deleted).isEmpty();
    add(7);
    assertThat(woken).as("whoever gathers is not woken").isEqualTo(1);

    messages.turn();
    assertThat(queue.deleted).hasSize(8);
  }

  @Test
  void idleDeleterIsWokenByTheNextDeletion() {
    messages.turn();
    add(1);
    messages.turn();
    messages.turn();
    assertThat(queue.deleted).hasSize(1);

    assertThat(messages.turn()).isGreaterThan(Duration.ofSeconds(1));
    add(1);

    assertThat(woken).isEqualTo(2);
  }

  @Test
  void aBacklogIsDeletedWithoutAWait() {
    messages.turn();
    add(150);

    messages.turn();

    assertThat(queue.deleted).hasSize(100);
  }

  private void add(int count) {
    for (int i = 0; i < count; i++) {
      var message = new ReceivedTask(new TaskRef(TaskId.random(random), 1), "r" + random.nextInt());
      messages.delete(List.of(new BufferedRef(QUEUE, message, 0)));
    }
  }
}
