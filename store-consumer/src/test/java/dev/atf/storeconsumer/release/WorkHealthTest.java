package dev.atf.storeconsumer.release;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.queue.QueueName;
import dev.atf.storeconsumer.ConsumerRig;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Conditions under which a consumer reports that it can do the work of a share. */
final class WorkHealthTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);
  private static final QueueName QUEUE = new QueueName(ConsumerRig.LAMBDA, ConsumerRig.NORMAL);
  private static final QueueName OTHER =
      new QueueName(ConsumerRig.LAMBDA, new dev.atf.model.Priority("high"));

  private final ConsumerRig rig = new ConsumerRig();
  private final QueueCapacity room =
      new QueueCapacity(
          rig.sender,
          new QueueCapacity.Settings(100, 100, Duration.ofSeconds(1), Duration.ofSeconds(1)),
          queue -> 1);
  private boolean loopsLive = true;
  private final WorkHealth health = new WorkHealth(() -> loopsLive, () -> room, TIMEOUT, rig.clock);

  @Test
  void deadLoopMakesItUnable() {
    assertThat(health.works()).isTrue();

    loopsLive = false;

    assertThat(health.works()).isFalse();
  }

  @Test
  void queuesThatRefuseEveryPushMakeItUnableForAWhile() {
    room.refused(QUEUE, rig.now());
    assertThat(health.works()).isFalse();

    // It pushes nothing while it has no share, so that nothing is refused either.
    rig.clock.advance(WorkHealth.RETRY_AFTER.minusMillis(1));
    assertThat(health.works()).isFalse();
    rig.clock.advance(Duration.ofMillis(1));

    assertThat(health.works()).isTrue();
  }

  @Test
  void oneQueueThatRefusesIsNotTheConsumersFault() {
    room.pushed(OTHER, 1);
    room.refused(QUEUE, rig.now());
    assertThat(health.works()).isTrue();

    rig.clock.advance(TIMEOUT.minusMillis(1));
    room.refused(QUEUE, rig.now());
    assertThat(health.works()).isTrue();
    rig.clock.advance(Duration.ofMillis(1));
    room.refused(QUEUE, rig.now());

    assertThat(health.works()).isFalse();
  }
}
