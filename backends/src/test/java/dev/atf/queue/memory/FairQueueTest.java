package dev.atf.queue.memory;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.model.fairness.KeyGroup;
import dev.atf.queue.QueueName;
import dev.atf.queue.ReceivedTask;
import dev.atf.queue.TaskMessage;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Turns of groups in the queues of this process. */
final class FairQueueTest {
  private static final QueueName QUEUE = new QueueName(new LambdaName("l"), new Priority("p"));
  private static final KeyGroup NOISY = new KeyGroup(1);
  private static final KeyGroup QUIET = new KeyGroup(2);
  private static final Duration VISIBILITY = Duration.ofMinutes(1);

  private final Random random = new Random(1);
  private final InMemoryTaskQueue queue = new InMemoryTaskQueue(InstantSource.system());

  @BeforeEach
  void create() {
    queue.ensure(QUEUE);
  }

  @Test
  void aMessageOfAnotherGroupOvertakesABacklog() {
    queue.push(QUEUE, messages(NOISY, 1, 1_000));
    var quiet = messages(QUIET, 1, 1);
    queue.push(QUEUE, quiet);

    assertThat(receive(2)).contains(quiet.get(0).ref());
    assertThat(queue.estimate(QUEUE).waiting()).isEqualTo(999);
  }

  @Test
  void groupsAreReceivedByTheirWeights() {
    queue.push(QUEUE, messages(NOISY, 1, 100));
    var heavy = messages(QUIET, 4, 100);
    queue.push(QUEUE, heavy);

    assertThat(receive(50))
        .filteredOn(ref -> heavy.stream().anyMatch(message -> message.ref().equals(ref)))
        .hasSize(40);
  }

  @Test
  void aGroupIsReceivedInTheOrderOfItsPushes() {
    var messages = messages(NOISY, 1, 20);
    queue.push(QUEUE, messages);

    assertThat(receive(20)).isEqualTo(messages.stream().map(TaskMessage::ref).toList());
  }

  private List<TaskRef> receive(int max) {
    return queue.receive(QUEUE, max, Duration.ZERO, VISIBILITY).stream()
        .map(ReceivedTask::ref)
        .toList();
  }

  private List<TaskMessage> messages(KeyGroup group, int weight, int count) {
    return IntStream.range(0, count)
        .mapToObj(i -> new TaskMessage(new TaskRef(TaskId.random(random), 1), group, weight))
        .toList();
  }
}
