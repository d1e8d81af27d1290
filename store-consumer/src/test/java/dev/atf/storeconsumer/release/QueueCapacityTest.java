package dev.atf.storeconsumer.release;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.queue.QueueName;
import dev.atf.storeconsumer.ConsumerRig;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Share of one consumer in a queue's capacity. */
final class QueueCapacityTest {
  private static final QueueName QUEUE = new QueueName(ConsumerRig.LAMBDA, ConsumerRig.NORMAL);

  private final ConsumerRig rig = new ConsumerRig();

  @Test
  void consumersTogetherFillAQueueNoFurtherThanItsDepth() {
    rig.sender.depths.put(QUEUE, 20);
    int together = 0;
    for (double share : new double[] {0.5, 0.25, 0.25}) {
      var room = room(share);
      int left = room.left(QUEUE, rig.now());
      room.pushed(QUEUE, left);
      together += left;
      assertThat(room.left(QUEUE, rig.now())).isZero();
    }

    assertThat(together).isEqualTo(80);
  }

  @Test
  void countsAllPushesSinceTheDepthWasRead() {
    var room = room(0.5);
    assertThat(room.left(QUEUE, rig.now())).isEqualTo(50);

    room.pushed(QUEUE, 30);

    assertThat(room.left(QUEUE, rig.now())).isEqualTo(20);
    assertThat(room.depth(QUEUE, rig.now())).isEqualTo(30);
  }

  @Test
  void theLastPlaceOfAQueueIsSomebodys() {
    rig.sender.depths.put(QUEUE, 99);

    assertThat(room(0.1).left(QUEUE, rig.now())).isEqualTo(1);
  }

  @Test
  void reportsNoDepthFromBeforeTheClockWasSetBack() {
    var room = room(1);
    room.left(QUEUE, rig.now());
    assertThat(room.depths(rig.now())).containsOnlyKeys(QUEUE);

    rig.clock.jump(Duration.ofHours(-1));

    assertThat(room.depths(rig.now())).isEmpty();
  }

  private QueueCapacity room(double share) {
    return new QueueCapacity(
        rig.sender,
        new QueueCapacity.Settings(100, 10, Duration.ofSeconds(1), Duration.ofSeconds(1)),
        queue -> share);
  }
}
