package dev.atf.simulation.scale;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("system")
final class ScaleRunTest {
  private static final int BACKLOG = 3_000;

  @Test
  void aBacklogInOneShardIsThrottledByItsPartitionAndMoreShardsCureIt() {
    var oneShard = run(backlogIn(1));
    var eightShards = run(backlogIn(8));

    assertThat(oneShard.isComplete()).isTrue();
    assertThat(oneShard.finished()).isEqualTo(BACKLOG);
    assertThat(oneShard.throttled()).isPositive();
    // At most the units that a partition saves in a second, plus those of one second.
    assertThat(oneShard.busiestOfIndex().writeUnits())
        .isBetween(
            LimitedTables.WRITE_UNITS_PER_SECOND * 0.9, LimitedTables.WRITE_UNITS_PER_SECOND * 2.0);
    assertThat(eightShards.isComplete()).isTrue();
    assertThat(eightShards.throttled()).isZero();
    assertThat(eightShards.behindSeconds()).isLessThan(oneShard.behindSeconds());
  }

  @Test
  void aTaskThatIsScheduledAheadCostsNineWriteUnitsAndStartsInTime() {
    var report = run(plan(200, 0, Duration.ZERO, 1));

    assertThat(report.finished()).isEqualTo(400);
    assertThat(report.writeUnitsPerTask()).isBetween(9.0, 9.1);
    assertThat(report.behindSeconds()).isZero();
    // A mark takes 5 ms and a push 10 ms in the mean, a claim 3 ms and 5 ms.
    assertThat(report.startP50Millis()).isGreaterThan(20.0);
  }

  @Test
  void catchesUpOnTasksDueDuringAStoreOutage() {
    var report = run(plan(100, 0, Duration.ofSeconds(20), 1));

    assertThat(report.schedulesFailed()).isZero();
    assertThat(report.finished()).isEqualTo(2_200);
    assertThat(report.startP99Millis()).isGreaterThan(15_000);
    assertThat(report.behindSeconds()).isBetween(0.1, 60.0);
  }

  @Test
  @Tag("nightly")
  void keepsUpWithTenThousandTasksASecondOfAHundredLambdas() {
    var report =
        run(
            new ScalePlan(
                1,
                10_000,
                Duration.ofSeconds(3),
                Duration.ofSeconds(5),
                0,
                Duration.ZERO,
                100,
                3,
                1,
                5,
                5,
                64,
                3,
                16,
                Duration.ofMillis(10),
                80));

    assertThat(report.schedulesFailed()).isZero();
    assertThat(report.finished()).isEqualTo(30_000);
    assertThat(report.throttled()).isZero();
    assertThat(report.behindSeconds()).isZero();
    assertThat(report.startP99Millis()).isLessThan(1_000);
  }

  @Test
  void oneSeedMakesOneHistory() {
    var once = run(plan(100, 100, Duration.ZERO, 1));
    var again = run(plan(100, 100, Duration.ZERO, 1));

    assertThat(again.happened()).isEqualTo(once.happened());
    assertThat(again.startP99Millis()).isEqualTo(once.startP99Millis());
  }

  private static ScaleReport run(ScalePlan plan) {
    return ScaleRun.run(plan, finished -> {});
  }

  private static ScalePlan backlogIn(int shards) {
    return plan(0, BACKLOG, Duration.ZERO, shards);
  }

  private static ScalePlan plan(int rate, int backlog, Duration away, int shards) {
    return new ScalePlan(
        1,
        rate,
        Duration.ofSeconds(2),
        Duration.ofSeconds(5),
        backlog,
        away,
        1,
        1,
        shards,
        1,
        1,
        16,
        1,
        64,
        Duration.ofMillis(10),
        32);
  }
}
