package dev.atf.storeconsumer.release;

import static dev.atf.storeconsumer.release.LookAhead.Offer.ADDED;
import static dev.atf.storeconsumer.release.LookAhead.Offer.FULL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.model.fairness.KeyGroup;
import dev.atf.queue.QueueName;
import dev.atf.storeconsumer.ConsumerRig;
import dev.atf.storeconsumer.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Turns and capacity of groups of fairness keys in one queue. */
final class SharedLookAheadTest {
  private static final Instant T = ManualClock.START;
  private static final KeyGroup NOISY = new KeyGroup(1);
  private static final KeyGroup QUIET = new KeyGroup(2);

  private final Random random = new Random(5);
  private final LookAhead lookAhead = new LookAhead(1_000);

  @Test
  void aLaterEntryOfAnotherGroupIsNext() {
    offer(100, NOISY, 0);
    var quiet = entry(QUIET, 50);
    lookAhead.offer(quiet, 1_000, 1);

    assertThat(take(2)).contains(quiet);
  }

  @Test
  void aFullQueueTakesEntriesOfAnotherGroupUntilBothHaveTheirParts() {
    offer(10, NOISY, 0);

    for (int i = 0; i < 5; i++) {
      assertThat(lookAhead.offer(entry(QUIET, 20), 10, 1)).isEqualTo(ADDED);
    }
    assertThat(lookAhead.offer(entry(QUIET, 20), 10, 1)).isEqualTo(FULL);
    assertThat(lookAhead.heldFor(ConsumerRig.QUEUE)).isEqualTo(10);
  }

  @Test
  void aQueueWithoutCapacityHoldsOneEntryOfEachGroup() {
    assertThat(lookAhead.offer(entry(NOISY, 0), 0, 1)).isEqualTo(ADDED);
    assertThat(lookAhead.offer(entry(NOISY, 0), 0, 1)).isEqualTo(FULL);
    assertThat(lookAhead.offer(entry(QUIET, 0), 0, 1)).isEqualTo(ADDED);
    assertThat(lookAhead.offer(entry(QUIET, 0), 0, 1)).isEqualTo(FULL);
    assertThat(lookAhead.sharedQueues(T)).containsOnlyKeys(ConsumerRig.QUEUE);
  }

  @Test
  void sharedQueuesHaveTheOrderInWhichTheirFirstTasksCame() {
    var queues =
        IntStream.range(0, 8)
            .mapToObj(i -> new QueueName(ConsumerRig.LAMBDA, new Priority("p" + 3 * i % 8)))
            .toList();

    queues.forEach(queue -> lookAhead.offer(entry(queue, NOISY, 0), 10, 1));

    assertThat(lookAhead.sharedQueues(T).keySet()).containsExactlyElementsOf(queues);
  }

  @Test
  void aFullLookAheadLetsTheFullestGroupGiveWay() {
    var small = new LookAhead(4);
    for (int i = 0; i < 4; i++) {
      small.offer(entry(NOISY, i), 100, 1);
    }

    assertThat(small.offer(entry(QUIET, 50), 100, 1)).isEqualTo(ADDED);
    assertThat(small.offer(entry(NOISY, 60), 100, 1)).isEqualTo(FULL);
    assertThat(small.size()).isEqualTo(4);
  }

  @Test
  void aGroupThatIsNotAllowedDelaysNoOther() {
    offer(10, NOISY, 0);
    var quiet = entry(QUIET, 5);
    lookAhead.offer(quiet, 100, 1);
    var now = T.plusMillis(10);

    var taken =
        lookAhead.nextBatch(now, 10, queue -> 100, (queue, group) -> group.equals(NOISY) ? 2 : 100);

    assertThat(taken).hasSize(3).contains(quiet);
    var later = now.plusSeconds(2);
    assertThat(
            lookAhead.untilNext(now, Duration.ofSeconds(9), queue -> now, (queue, group) -> later))
        .isEqualTo(Duration.ofSeconds(2));
  }

  private void offer(int count, KeyGroup group, long millis) {
    for (int i = 0; i < count; i++) {
      lookAhead.offer(entry(group, millis), 1_000, 1);
    }
  }

  private List<DueTask> take(int max) {
    return lookAhead.nextBatch(T.plusMillis(100), max, queue -> 100);
  }

  private DueTask entry(KeyGroup group, long millis) {
    return entry(ConsumerRig.QUEUE, group, millis);
  }

  private DueTask entry(QueueName queue, KeyGroup group, long millis) {
    var ref = new TaskRef(TaskId.random(random), 1);
    return new DueTask(ref, T.plusMillis(millis), queue, 0, null, group, 1, 0);
  }
}
