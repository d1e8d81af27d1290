package dev.atf.model;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that ids are stable where they must be, and evenly spread where they should be. */
final class TaskIdTest {
  @Test
  void theIdOfAKeyIsTheSameForEver() {
    var id = TaskId.ofKey(new LambdaName("resize-image"), new IdempotencyKey("order-17"));

    // sha256("resize-image/order-17"), its first half; another value would run old keys again.
    assertThat(id.value()).isEqualTo("4f301c581f4c0a6c578ed27fd51044bd");
  }

  @Test
  @Tag("E1.5")
  void lambdasAndKeysDoNotRunTogether() {
    var ids = new HashSet<TaskId>();
    ids.add(TaskId.ofKey(new LambdaName("a"), new IdempotencyKey("b/c")));
    ids.add(TaskId.ofKey(new LambdaName("a"), new IdempotencyKey("b")));
    ids.add(TaskId.ofKey(new LambdaName("a-b"), new IdempotencyKey("c")));
    ids.add(TaskId.ofKey(new LambdaName("a"), new IdempotencyKey("-b/c")));

    assertThat(ids).hasSize(4);
  }

  @Test
  void tasksSpreadEvenlyOverShards() {
    var random = new Random(7);
    var counts = new int[16];
    for (int i = 0; i < 16_000; i++) {
      counts[TaskId.random(random).shard(16)]++;
    }

    for (int count : counts) {
      assertThat(count).isBetween(800, 1_200);
    }
  }

  @Test
  void aShardIsStableAndNeverNegative() {
    assertThat(new TaskId("ffffffff000000000000000000000000").shard(256)).isEqualTo(255);
    assertThat(new TaskId("80000000000000000000000000000000").shard(7))
        .isEqualTo((int) (0x8000_0000L % 7));
    assertThat(new TaskId("00000000ffffffffffffffffffffffff").shard(3)).isZero();
    assertThat(new TaskId("ffffffff000000000000000000000000").shard(1)).isZero();
  }

  @Test
  void randomIdsDiffer() {
    var random = new Random(7);

    assertThat(TaskId.random(random)).isNotEqualTo(TaskId.random(random));
    assertThat(ClaimId.random(random)).isNotEqualTo(ClaimId.random(random));
  }
}
