package dev.atf.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.task.Notices;
import dev.atf.model.task.Parent;
import dev.atf.plans.job.JobContents;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
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

  /** Otherwise the task of a key could take the place of one that a plan is about to create. */
  @Test
  @Tag("T7")
  void noKeyGivesTheIdOfATaskOfAnotherKind() {
    var job = PlanId.of(PlanKind.JOB, new LambdaName("acme--pay"), "order-17");
    var ended = TaskId.random(new Random(7));

    assertThat(ofKey("plan", job + "/contents/0")).isNotEqualTo(JobContents.payload(job, 0, ""));
    assertThat(ofKey("child", ended + "/1/0")).isNotEqualTo(new Parent(ended, 1, 0).childId());
    assertThat(ofKey("notice", "ends/" + ended + "/1"))
        .isNotEqualTo(Notices.idOf("ends", ended, 1));
    assertThat(ofKey("on-finish", ended + "/f"))
        .isNotEqualTo(TaskId.ofText("on-finish/" + ended + "/f"));
    assertThat(ofKey("plan", "k")).isNotEqualTo(ofKey("child", "k"));
  }

  private static TaskId ofKey(String lambda, String key) {
    return TaskId.ofKey(new LambdaName(lambda), new IdempotencyKey(key));
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
