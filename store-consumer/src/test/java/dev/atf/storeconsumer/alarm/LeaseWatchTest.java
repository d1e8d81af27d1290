package dev.atf.storeconsumer.alarm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.TaskId;
import dev.atf.storeconsumer.ConsumerRig;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LeaseWatchTest {
  private static final Duration SHORT = Duration.ofSeconds(10);
  private static final Duration LONG = Duration.ofMinutes(5);

  private final ConsumerRig rig = new ConsumerRig();
  private final LeaseWatch watch = new LeaseWatch();

  @Test
  void whenTooManyAreWatchedAShortLeaseDoesNotEndTheWatchOfALongOne() {
    rig.queueDepthMax = 20_000;
    var tasks = rig.scheduleMany(10_001, rig.now());
    rig.consumer("a").work();
    tasks.forEach(rig::claim);
    assertThat(stoodStill(tasks.get(0), LONG, 0)).isFalse();
    others(tasks).forEach(task -> stoodStill(task, SHORT, 0));

    // One more than fits, when all short ones have been watched for more than twice their time.
    assertThat(stoodStill(tasks.get(10_000), SHORT, 21)).isFalse();

    assertThat(stoodStill(tasks.get(0), LONG, 301)).isTrue();
  }

  private static List<TaskId> others(List<TaskId> tasks) {
    return tasks.subList(1, 10_000);
  }

  private boolean stoodStill(TaskId task, Duration storedLease, long second) {
    return watch.hasStoodStill(rig.task(task), storedLease, Duration.ofSeconds(second).toNanos());
  }
}
