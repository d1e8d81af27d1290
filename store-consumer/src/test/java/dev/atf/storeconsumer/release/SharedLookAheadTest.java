package dev.atf.storeconsumer.release;

import static dev.atf.storeconsumer.release.LookAhead.Offer.NO_ROOM;
import static dev.atf.storeconsumer.release.LookAhead.Offer.TAKEN;
import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.TaskId;
import dev.atf.model.fairness.KeyGroup;
import dev.atf.storeconsumer.ConsumerRig;
import dev.atf.storeconsumer.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Turns and capacity of groups of fairness keys in one queue. */
final class SharedLookAheadTest {
  private static final Instant T = ManualClock.START;
  private static final KeyGroup NOISY = new KeyGroup(1);
  private static final KeyGroup QUIET = new KeyGroup(2);

  private final Random random = new Random(5);
  private final LookAhead lookAhead = new LookAhead(new LookAhead.Settings(1_000));

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
      assertThat(lookAhead.offer(entry(QUIET, 20), 10, 1)).isEqualTo(TAKEN);
    }
    assertThat(lookAhead.offer(entry(QUIET, 20), 10, 1)).isEqualTo(NO_ROOM);
    assertThat(lookAhead.heldFor(ConsumerRig.QUEUE)).isEqualTo(10);
  }

  @Test
  void aQueueWithoutCapacityHoldsOneEntryOfEachGroup() {
    assertThat(lookAhead.offer(entry(NOISY, 0), 0, 1)).isEqualTo(TAKEN);
    assertThat(lookAhead.offer(entry(NOISY, 0), 0, 1)).isEqualTo(NO_ROOM);
    assertThat(lookAhead.offer(entry(QUIET, 0), 0, 1)).isEqualTo(TAKEN);
    assertThat(lookAhead.offer(entry(QUIET, 0), 0, 1)).isEqualTo(NO_ROOM);
    assertThat(lookAhead.sharedQueues(T)).containsOnlyKeys(ConsumerRig.QUEUE);
  }

  @Test
  void aFullLookAheadLetsTheFullestGroupGiveWay() {
    var small = new LookAhead(new LookAhead.Settings(4));
    for (int i = 0; i < 4; i++) {
      small.offer(entry(NOISY, i), 100, 1);
    }

    assertThat(small.offer(entry(QUIET, 50), 100, 1)).isEqualTo(TAKEN);
    assertThat(small.offer(entry(NOISY, 60), 100, 1)).isEqualTo(NO_ROOM);
    assertThat(small.size()).isEqualTo(4);
  }

  @Test
  void aGroupThatIsNotAllowedDelaysNoOther() {
    offer(10, NOISY, 0);
    var quiet = entry(QUIET, 5);
    lookAhead.offer(quiet, 100, 1);
    var now = T.plusMillis(10);

    var taken =
        lookAhead.takeDue(now, 10, queue -> 100, (queue, group) -> group.equals(NOISY) ? 2 : 100);

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

  private List<PendingRelease> take(int max) {
    return lookAhead.takeDue(T.plusMillis(100), max, queue -> 100);
  }

  private PendingRelease entry(KeyGroup group, long millis) {
    return new PendingRelease(
        TaskId.random(random), 0, T.plusMillis(millis), ConsumerRig.QUEUE, 0, null, group, 1);
  }
}
