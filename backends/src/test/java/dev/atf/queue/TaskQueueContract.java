package dev.atf.queue;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Contract of the queue ports, for every implementation. Each test has queues of its own, and most
 * of them wait.
 */
@Timeout(240)
@Execution(ExecutionMode.CONCURRENT)
public abstract class TaskQueueContract {
  protected static final Duration NO_WAIT = Duration.ZERO;
  protected static final Duration LONG_POLL = Duration.ofSeconds(20);
  protected static final Duration HIDDEN = Duration.ofSeconds(60);

  private static final AtomicInteger lastQueue = new AtomicInteger();

  protected abstract TaskSender sender();

  protected abstract TaskReceiver receiver();

  protected abstract QueueAdmin admin();

  @Test
  void pushedTasksAreReceived() {
    var queue = newQueue();
    var refs = refs(3);

    var failed = push(queue, refs);
    var received = receiveAll(queue, 3);

    assertThat(failed).isEmpty();
    assertThat(received).extracting(ReceivedTask::ref).containsExactlyInAnyOrderElementsOf(refs);
  }

  @Test
  void aQueueExistsFromItsCreationToItsDeletion() {
    var name = queueName();
    assertThat(admin().exists(name)).isFalse();

    admin().ensure(name);
    assertThat(admin().exists(name)).isTrue();

    admin().delete(name);
    assertThat(admin().exists(name)).isFalse();
  }

  @Test
  void moreThanOneBatchIsPushedAndReceivedWhole() {
    var queue = newQueue();
    var refs = refs(23);

    var failed = push(queue, refs);
    var received = receiveAll(queue, 23);

    assertThat(failed).isEmpty();
    assertThat(received).extracting(ReceivedTask::ref).containsExactlyInAnyOrderElementsOf(refs);
  }

  @Test
  void atMostTheWantedNumberIsReceived() {
    var queue = newQueue();
    push(queue, refs(8));

    var received = receiver().receive(queue, 3, LONG_POLL, HIDDEN);

    assertThat(received).hasSizeBetween(1, 3);
  }

  @Test
  void pushingNothingIsNoFailure() {
    var queue = newQueue();

    assertThat(push(queue, List.of())).isEmpty();
  }

  @Test
  void theSameReferencePushedTwiceIsTwoMessages() {
    var queue = newQueue();
    var ref = refs(1).get(0);

    push(queue, List.of(ref));
    push(queue, List.of(ref));

    assertThat(receiveAll(queue, 2)).extracting(ReceivedTask::ref).containsExactly(ref, ref);
  }

  @Test
  void aReceivedMessageIsOutOfSight() {
    var queue = newQueue();
    push(queue, refs(1));

    receiveAll(queue, 1);

    assertThat(receiver().receive(queue, 10, NO_WAIT, HIDDEN)).isEmpty();
  }

  @Test
  @Tag("E4.2")
  void theEndOfItsVisibilityBringsAMessageBackUnderAnotherReceipt() {
    var queue = newQueue();
    push(queue, refs(1));
    var first = receiver().receive(queue, 10, LONG_POLL, Duration.ofSeconds(1));

    var second = receiver().receive(queue, 10, LONG_POLL, HIDDEN);

    assertThat(second).hasSize(1);
    assertThat(second.get(0).ref()).isEqualTo(first.get(0).ref());
    assertThat(second.get(0).receipt()).isNotEqualTo(first.get(0).receipt());
  }

  @Test
  void aDeletedMessageDoesNotComeBack() {
    var queue = newQueue();
    push(queue, refs(12));
    var received = new ArrayList<ReceivedTask>();
    while (received.size() < 12) {
      received.addAll(receiver().receive(queue, 10, LONG_POLL, Duration.ofSeconds(5)));
    }

    receiver().delete(queue, received);
    var marker = refs(1);
    push(queue, marker);

    // Longer than their visibility: messages that were not deleted would come with or after the
    // marker.
    var after = new HashSet<TaskRef>();
    await()
        .during(Duration.ofSeconds(6))
        .atMost(Duration.ofSeconds(30))
        .until(
            () -> {
              receiver().receive(queue, 10, NO_WAIT, HIDDEN).forEach(m -> after.add(m.ref()));
              return marker.containsAll(after);
            });
    assertThat(after).containsExactlyElementsOf(marker);
  }

  @Test
  @Tag("E5.3")
  @Tag("E5.4")
  void deletingTwiceIsHarmless() {
    var queue = newQueue();
    push(queue, refs(1));
    var received = receiveAll(queue, 1);

    receiver().delete(queue, received);

    assertThatCode(() -> receiver().delete(queue, received)).doesNotThrowAnyException();
  }

  @Test
  void aReleasedMessageIsThereAtOnce() {
    var queue = newQueue();
    push(queue, refs(12));
    var received = receiveAll(queue, 12);

    receiver().release(queue, received, Duration.ZERO);

    assertThat(receiveAll(queue, 12))
        .extracting(ReceivedTask::ref)
        .containsExactlyInAnyOrderElementsOf(received.stream().map(ReceivedTask::ref).toList());
  }

  @Test
  void aMessageReleasedWithADelayStaysAwayForIt() {
    var queue = newQueue();
    push(queue, refs(1));
    var received = receiveAll(queue, 1);

    var releasedAt = InstantSource.system().instant();
    receiver().release(queue, received, Duration.ofSeconds(2));
    var again = receiver().receive(queue, 10, LONG_POLL, HIDDEN);
    var away = Duration.between(releasedAt, InstantSource.system().instant());

    assertThat(again).extracting(ReceivedTask::ref).containsExactly(received.get(0).ref());
    // The engines count in milliseconds and check a little early.
    assertThat(away).isGreaterThan(Duration.ofMillis(1_800));
  }

  @Test
  void aLongPollWakesWhenSomethingIsPushed() throws Exception {
    var queue = newQueue();
    var refs = refs(1);
    var poll =
        CompletableFuture.supplyAsync(() -> receiver().receive(queue, 10, LONG_POLL, HIDDEN));

    push(queue, refs);

    assertThat(poll.get(15, TimeUnit.SECONDS))
        .extracting(ReceivedTask::ref)
        .containsExactlyElementsOf(refs);
  }

  @Test
  void aLongPollOfAnEmptyQueueEndsEmpty() {
    var queue = newQueue();

    assertThat(receiver().receive(queue, 10, Duration.ofSeconds(1), HIDDEN)).isEmpty();
  }

  @Test
  void theDepthIsWhatWaits() {
    var queue = newQueue();
    push(queue, refs(7));

    awaitDepth(queue, 7);
    var received = receiveAll(queue, 7);
    awaitLook(queue, new QueueDepth(0, 7));
    receiver().release(queue, received.subList(0, 2), Duration.ZERO);

    awaitLook(queue, new QueueDepth(2, 5));
    assertThat(sender().depth(queue)).isEqualTo(2);
  }

  @Test
  void prioritiesAndLambdasDoNotMix() {
    int n = lastQueue.incrementAndGet();
    var one = new QueueName(new LambdaName("a-b" + n), new Priority("c"));
    var other = new QueueName(new LambdaName("a"), new Priority("b" + n + "-c"));
    admin().ensure(one);
    admin().ensure(other);

    push(one, refs(1));

    assertThat(receiver().receive(other, 10, NO_WAIT, HIDDEN)).isEmpty();
    assertThat(receiveAll(one, 1)).hasSize(1);
  }

  @Test
  void ensuringAQueueAgainKeepsWhatIsInIt() {
    var queue = newQueue();
    push(queue, refs(2));

    admin().ensure(queue);

    assertThat(receiveAll(queue, 2)).hasSize(2);
  }

  @Test
  void aMissingQueueTakesNothingAndSaysSo() {
    var missing = queueName();
    var refs = refs(12);

    assertThat(push(missing, refs)).isEqualTo(Set.copyOf(refs));
  }

  @Test
  void aMissingQueueCannotBeReadOrMeasured() {
    var missing = queueName();

    assertThatThrownBy(() -> receiver().receive(missing, 1, NO_WAIT, HIDDEN))
        .isInstanceOf(QueueMissingException.class);
    assertThatThrownBy(() -> sender().depth(missing)).isInstanceOf(QueueUnavailableException.class);
  }

  @Test
  void endingDeliveriesOfAMissingQueueIsHarmless() {
    var missing = queueName();
    var gone = List.of(new ReceivedTask(refs(1).get(0), "receipt"));

    assertThatCode(
            () -> {
              receiver().delete(missing, gone);
              receiver().release(missing, gone, Duration.ZERO);
            })
        .doesNotThrowAnyException();
  }

  @Test
  void aQueueThatIsMadeLaterIsFound() {
    var queue = queueName();
    var refs = refs(1);
    assertThat(push(queue, refs)).isNotEmpty();

    admin().ensure(queue);

    assertThat(push(queue, refs)).isEmpty();
    assertThat(receiveAll(queue, 1)).hasSize(1);
  }

  @Test
  void aDeletedQueueIsGoneAndDeletingItAgainIsHarmless() {
    var queue = newQueue();
    push(queue, refs(2));

    admin().delete(queue);
    admin().delete(queue);

    assertThatThrownBy(() -> sender().depth(queue)).isInstanceOf(QueueUnavailableException.class);
  }

  private void awaitLook(QueueName queue, QueueDepth expected) {
    await()
        .pollDelay(Duration.ZERO)
        .atMost(Duration.ofSeconds(90))
        .untilAsserted(() -> assertThat(sender().estimate(queue)).isEqualTo(expected));
  }

  /** SQS says itself that its figure may be a minute behind. */
  private void awaitDepth(QueueName queue, int depth) {
    await()
        .pollDelay(Duration.ZERO)
        .atMost(Duration.ofSeconds(90))
        .untilAsserted(() -> assertThat(sender().depth(queue)).isEqualTo(depth));
  }

  protected final QueueName newQueue() {
    var queue = queueName();
    admin().ensure(queue);
    return queue;
  }

  protected static QueueName queueName() {
    return new QueueName(
        new LambdaName("lambda-" + lastQueue.incrementAndGet()), new Priority("high"));
  }

  /** Pushes references without groups, and returns those that were refused. */
  protected final Set<TaskRef> push(QueueName queue, List<TaskRef> refs) {
    return sender().push(queue, refs.stream().map(TaskMessage::of).toList());
  }

  protected static List<TaskRef> refs(int count) {
    return IntStream.rangeClosed(1, count)
        .mapToObj(i -> new TaskRef(new TaskId("%032x".formatted(i)), i))
        .toList();
  }

  /**
   * Receives until {@code count} messages have come, as a queue may answer with fewer than it has.
   */
  protected final List<ReceivedTask> receiveAll(QueueName queue, int count) {
    var received = new ArrayList<ReceivedTask>();
    await()
        .atMost(Duration.ofSeconds(60))
        .until(
            () -> {
              received.addAll(receiver().receive(queue, 10, Duration.ofSeconds(1), HIDDEN));
              return received.size() >= count;
            });
    assertThat(received).hasSize(count);
    return received;
  }
}
