package dev.atf.frontend.express;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.queue.TaskMessage;
import java.time.Duration;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class ExpressQueueTest {
  private static final Duration REFRESH = Duration.ofMillis(500);
  private static final Duration GATHER = Duration.ofMillis(20);
  private static final int MAX = 100;

  private final ExpressQueue queue = new ExpressQueue(REFRESH, GATHER);
  private final Random random = new Random(1);
  private long now;

  @Test
  void anIdleQueueIsPushedToAtOnce() {
    take(1);
    write(1);

    assertThat(queue.nextBatch(now)).hasSize(1);
  }

  @Test
  void aBatchWaitsForTasksThatWillFillItAndNotForFewer() {
    take(10);
    write(1);
    assertThat(queue.nextBatch(now)).as("nine more are being written").isEmpty();
    assertThat(queue.untilNextBatch(now, Duration.ofHours(1))).isEqualTo(GATHER);

    write(9);
    assertThat(queue.nextBatch(now)).hasSize(10);

    take(9);
    write(1);
    assertThat(queue.nextBatch(now)).as("eight more do not fill it").hasSize(1);
  }

  @Test
  void batchIsSentAtTheGatherTimeEvenIfNotFull() {
    take(10);
    write(2);
    now += GATHER.toNanos() - 1;
    assertThat(queue.nextBatch(now)).isEmpty();

    now += 1;
    assertThat(queue.nextBatch(now)).hasSize(2);
  }

  @Test
  void aTaskThatIsNotWrittenAfterAllIsNotWaitedFor() {
    take(10);
    write(1);
    queue.givenUp();

    assertThat(queue.nextBatch(now)).hasSize(1);
  }

  @Test
  void whileAPartFilledBatchIsUnderWayTheNextOneFills() {
    take(3);
    write(1);
    queue.nextBatch(now);
    write(2);
    assertThat(queue.nextBatch(now)).isEmpty();

    queue.sent(1);

    assertThat(queue.nextBatch(now)).hasSize(2);
  }

  @Test
  void fullBatchesDoNotWaitForOneAnother() {
    take(30);
    write(30);

    for (int batch = 0; batch < 3; batch++) {
      assertThat(queue.nextBatch(now)).hasSize(10);
    }
    assertThat(queue.nextBatch(now)).isEmpty();
    assertThat(queue.isIdle()).isFalse();
    for (int batch = 0; batch < 3; batch++) {
      queue.sent(10);
    }
    assertThat(queue.isIdle()).isTrue();
  }

  @Test
  void noMoreAreLetInThanTheQueueHasRoomFor() {
    queue.sees(MAX - 3, now);

    take(3);
    assertThat(queue.take(MAX, now)).isEqualTo(DispatchPath.QUEUE_FULL);

    queue.givenUp();
    take(1);
  }

  @Test
  void countsPendingPushesInTheDepth() {
    take(3);
    write(1);

    queue.sees(MAX - 3, now);

    assertThat(queue.take(MAX, now)).isEqualTo(DispatchPath.QUEUE_FULL);
  }

  @Test
  void aQueueOfUnknownDepthGetsAFewAndIsLookedAtOnce() {
    assertThat(queue.needsCheck(now)).isTrue();
    queue.checking();
    assertThat(queue.needsCheck(now)).isFalse();

    take(ExpressQueue.UNKNOWN_ROOM);
    assertThat(queue.take(MAX, now)).isEqualTo(DispatchPath.QUEUE_FULL);

    queue.sees(0, now);
    take(MAX - ExpressQueue.UNKNOWN_ROOM);
    assertThat(queue.take(MAX, now)).isEqualTo(DispatchPath.QUEUE_FULL);
  }

  @Test
  void aQueueThatIsHardlyPushedToIsHardlyLookedAt() {
    queue.sees(0, now);
    take(9);
    now += ExpressQueue.KNOWN_FOR.toNanos() - 1;
    assertThat(queue.needsCheck(now)).isFalse();

    take(1);
    assertThat(queue.needsCheck(now)).as("ten were added").isTrue();
  }

  @Test
  void aQueueThatRefusedIsLeftAloneUntilItWasSeenToAnswer() {
    queue.sees(0, now);
    take(1);
    write(1);
    queue.nextBatch(now);
    queue.refused(now);
    assertThat(queue.take(MAX, now)).isEqualTo(DispatchPath.QUEUE_AWAY);
    assertThat(queue.needsCheck(now)).isFalse();

    now += REFRESH.toNanos();
    assertThat(queue.take(MAX, now)).isEqualTo(DispatchPath.QUEUE_AWAY);
    assertThat(queue.needsCheck(now)).isTrue();
    queue.checking();
    queue.seesNothing(now);
    assertThat(queue.take(MAX, now)).isEqualTo(DispatchPath.QUEUE_AWAY);

    now += REFRESH.toNanos();
    queue.checking();
    queue.sees(0, now);
    take(1);
  }

  private void take(int count) {
    for (int i = 0; i < count; i++) {
      assertThat(queue.take(MAX, now)).isEqualTo(DispatchPath.EXPRESS);
    }
  }

  private void write(int count) {
    for (int i = 0; i < count; i++) {
      queue.written(TaskMessage.of(new TaskRef(TaskId.random(random), 1)), now);
    }
  }
}
