package dev.atf.storeconsumer.release;

import static dev.atf.storeconsumer.release.LookAhead.Offer.ADDED;
import static dev.atf.storeconsumer.release.LookAhead.Offer.FULL;
import static dev.atf.storeconsumer.release.LookAhead.Offer.KNOWN;
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
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

final class LookAheadTest {
  private static final Instant T = ManualClock.START;
  private static final QueueName QUEUE = ConsumerRig.QUEUE;
  private static final QueueName OTHER = new QueueName(ConsumerRig.LAMBDA, new Priority("high"));

  private final Random random = new Random(5);
  private final LookAhead lookAhead = new LookAhead(4);

  @Test
  void entriesComeOutInTheOrderOfTheirTimesAndNotBeforeThem() {
    var late = entry(QUEUE, 20);
    var early = entry(QUEUE, 10);
    lookAhead.offer(late, 100, 1);
    lookAhead.offer(early, 100, 1);

    assertThat(lookAhead.nextBatch(T.plusMillis(9), 10, LookAheadTest::all)).isEmpty();
    assertThat(lookAhead.nextBatch(T.plusMillis(10), 10, LookAheadTest::all))
        .containsExactly(early);
    assertThat(lookAhead.nextBatch(T.plusMillis(30), 10, LookAheadTest::all)).containsExactly(late);
  }

  @Test
  void anEntryIsKnownUntilItIsForgotten() {
    var entry = entry(QUEUE, 0);
    assertThat(lookAhead.offer(entry, 100, 1)).isEqualTo(ADDED);
    assertThat(lookAhead.offer(entry, 100, 1)).isEqualTo(KNOWN);

    var taken = lookAhead.nextBatch(T, 10, LookAheadTest::all);
    assertThat(lookAhead.offer(entry, 100, 1)).isEqualTo(KNOWN);

    lookAhead.forget(taken);
    assertThat(lookAhead.offer(entry, 100, 1)).isEqualTo(ADDED);
  }

  @Test
  void anEntryThatWasGivenAnEarlierTimeGoesOutAtThat() {
    var looks = new AtomicInteger();
    var held = entry(QUEUE, 2_000);
    lookAhead.offer(held, 100, 1);
    lookAhead.untilNext(T, Duration.ofSeconds(5), queue -> T);
    lookAhead.whenEarlier(looks::incrementAndGet);
    var now = new DueTask(held.ref(), T, QUEUE, 0, null, KeyGroup.NONE, 1, 0);

    assertThat(lookAhead.offer(now, 100, 1)).isEqualTo(KNOWN);

    assertThat(looks).hasValue(1);
    var taken = lookAhead.nextBatch(T, 10, LookAheadTest::all);
    assertThat(taken).containsExactly(now);
    assertThat(lookAhead.offer(now, 100, 1)).isEqualTo(KNOWN);
    lookAhead.forget(taken);
    assertThat(lookAhead.size()).isZero();
    assertThat(lookAhead.heldFor(QUEUE)).isZero();
  }

  @Test
  void aNewEpochOfATaskIsAnotherEntry() {
    var first = entry(QUEUE, 0);
    lookAhead.offer(first, 100, 1);

    var ref = new TaskRef(first.taskId(), first.ref().epoch() + 1);
    var next = new DueTask(ref, T.plusMillis(1), QUEUE, 0, null, KeyGroup.NONE, 1, 0);

    assertThat(lookAhead.offer(next, 100, 1)).isEqualTo(ADDED);
    assertThat(lookAhead.nextBatch(T.plusMillis(1), 10, LookAheadTest::all))
        .containsExactly(first, next);
  }

  @Test
  void aQueueHoldsNoMoreThanItMay() {
    assertThat(lookAhead.offer(entry(QUEUE, 1), 1, 1)).isEqualTo(ADDED);
    assertThat(lookAhead.offer(entry(QUEUE, 0), 1, 1)).isEqualTo(FULL);
    assertThat(lookAhead.offer(entry(OTHER, 0), 1, 1)).isEqualTo(ADDED);
  }

  @Test
  void whenAllIsFullTheQueueThatHasMostGivesWay() {
    var only = entry(OTHER, 50);
    lookAhead.offer(only, 100, 1);
    for (int i = 1; i <= 3; i++) {
      lookAhead.offer(entry(QUEUE, 10L * i), 100, 1);
    }

    assertThat(lookAhead.offer(entry(QUEUE, 60), 100, 1)).isEqualTo(FULL);
    assertThat(lookAhead.offer(entry(OTHER, 70), 100, 1)).isEqualTo(ADDED);
    assertThat(lookAhead.heldFor(QUEUE)).isEqualTo(2);
    assertThat(lookAhead.offer(entry(OTHER, 80), 100, 1)).isEqualTo(FULL);
    assertThat(lookAhead.size()).isEqualTo(4);
  }

  @Test
  void whenAllIsFullTheLatestOfAQueueGivesWayToItsEarlierOne() {
    for (int i = 1; i <= 4; i++) {
      lookAhead.offer(entry(QUEUE, 10L * i), 100, 1);
    }
    var earlier = entry(QUEUE, 5);

    assertThat(lookAhead.offer(earlier, 100, 1)).isEqualTo(ADDED);

    assertThat(lookAhead.size()).isEqualTo(4);
    assertThat(lookAhead.nextBatch(T.plusMillis(100), 10, LookAheadTest::all))
        .hasSize(4)
        .startsWith(earlier);
  }

  @Test
  void aQueueThatMayNotBeHandedOutDoesNotHoldUpTheOthers() {
    lookAhead.offer(entry(QUEUE, 0), 100, 1);
    lookAhead.offer(entry(QUEUE, 0), 100, 1);
    var other = entry(OTHER, 1);
    lookAhead.offer(other, 100, 1);

    var taken = lookAhead.nextBatch(T.plusMillis(1), 10, queue -> queue.equals(QUEUE) ? 0 : 10);

    assertThat(taken).containsExactly(other);
    assertThat(lookAhead.untilNext(T.plusMillis(1), Duration.ofSeconds(9), q -> T.plusSeconds(3)))
        .isEqualTo(Duration.ofMillis(2_999));

    // The thread that waits for the token is woken by what comes before it, and by nothing later.
    var woken = new AtomicInteger();
    lookAhead.whenEarlier(woken::incrementAndGet);
    lookAhead.offer(entry(OTHER, 4_000), 100, 1);
    assertThat(woken).hasValue(0);
    lookAhead.offer(entry(OTHER, 1_000), 100, 1);
    assertThat(woken).hasValue(1);
  }

  @Test
  void queuesTakeTurns() {
    var backlog = new LookAhead(1_000);
    for (int i = 0; i < 100; i++) {
      backlog.offer(entry(QUEUE, -1_000), 1_000, 1);
    }
    var urgent = entry(OTHER, 0);
    backlog.offer(urgent, 1_000, 1);

    assertThat(backlog.nextBatch(T, 2, LookAheadTest::all)).contains(urgent);
  }

  @Test
  void earlierEntryWakesTheWaitingThread() {
    var woken = new AtomicInteger();
    lookAhead.whenEarlier(woken::incrementAndGet);

    lookAhead.offer(entry(QUEUE, 20), 100, 1);
    lookAhead.offer(entry(QUEUE, 30), 100, 1);
    assertThat(woken).hasValue(1);

    lookAhead.offer(entry(OTHER, 10), 100, 1);
    assertThat(woken).hasValue(2);
  }

  @Test
  void computesTheWaitUntilTheNextEntry() {
    assertThat(lookAhead.untilNext(T, Duration.ofSeconds(1), q -> T))
        .isEqualTo(Duration.ofSeconds(1));

    lookAhead.offer(entry(QUEUE, 20), 100, 1);

    assertThat(lookAhead.untilNext(T, Duration.ofSeconds(1), q -> T))
        .isEqualTo(Duration.ofMillis(20));
    assertThat(lookAhead.untilNext(T.plusSeconds(1), Duration.ofSeconds(1), q -> T)).isZero();
  }

  private static int all(QueueName queue) {
    return Integer.MAX_VALUE;
  }

  private DueTask entry(QueueName queue, long millis) {
    var ref = new TaskRef(TaskId.random(random), 1);
    return new DueTask(ref, T.plusMillis(millis), queue, 0, null, KeyGroup.NONE, 1, 0);
  }
}
