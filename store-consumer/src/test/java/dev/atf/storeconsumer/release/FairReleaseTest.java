package dev.atf.storeconsumer.release;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.model.fairness.Fairness;
import dev.atf.model.fairness.FairnessKey;
import dev.atf.storeconsumer.ConsumerRig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Releases of a lambda that fairness keys share (ADR 0080). */
final class FairReleaseTest {
  private static final FairnessKey NOISY = new FairnessKey("noisy");
  private static final FairnessKey QUIET = new FairnessKey("quiet");

  private final ConsumerRig rig = new ConsumerRig();

  @Test
  @Tag("K2")
  void aBacklogOfAHundredThousandDelaysNoTaskOfAnotherKey() {
    share(Fairness.EQUAL);
    rig.queueDepthMax = 100;
    var consumer = rig.consumer("a");
    for (int i = 0; i < 100_000; i++) {
      rig.schedule(NOISY, rig.now());
    }
    consumer.work();
    assertThat(rig.sender.pushed).hasSize(100);
    rig.clock.advance(Duration.ofSeconds(4));

    var quiet = rig.schedule(QUIET, rig.now());
    consumer.duePoll.turn();
    // Workers take ten, and there is capacity again.
    rig.sender.depths.merge(ConsumerRig.QUEUE, -10, Integer::sum);
    rig.clock.advance(Duration.ofSeconds(1));
    consumer.releaseAll();

    assertThat(pushedAfter(100)).hasSizeLessThanOrEqualTo(10).contains(quiet);
  }

  @Test
  void keysShareAccordingToTheirWeights() {
    share(new Fairness(Map.of("quiet", 3), 0, 0));
    rig.queueDepthMax = 40;
    var consumer = rig.consumer("a");
    var quiet = new ArrayList<TaskId>();
    for (int i = 0; i < 100; i++) {
      rig.schedule(NOISY, rig.now());
      quiet.add(rig.schedule(QUIET, rig.now()));
    }

    consumer.work();

    assertThat(pushedAfter(0)).hasSize(40).filteredOn(quiet::contains).hasSizeBetween(28, 32);
  }

  @Test
  void aRateOfAKeyHoldsBackNoOther() {
    share(new Fairness(Map.of(), 2, 0));
    var consumer = rig.consumer("a");
    for (int i = 0; i < 50; i++) {
      rig.schedule(NOISY, rig.now());
    }
    var quiet = rig.schedule(QUIET, rig.now());

    consumer.work();

    assertThat(pushedAfter(0)).hasSize(2).contains(quiet);
    for (int half = 0; half < 20; half++) {
      rig.clock.advance(Duration.ofMillis(500));
      consumer.work();
    }
    assertThat(pushedAfter(0)).as("2 a second").hasSize(22);
  }

  @Test
  void aTaskWhoseHintWasLostIsReleasedAfterASweep() {
    share(Fairness.EQUAL);
    var consumer = rig.consumer("a");
    var task = rig.schedule(QUIET, rig.now());
    consumer.connection.hidesGroups = true;
    consumer.work();
    assertThat(rig.sender.pushed).isEmpty();

    for (var waited = Duration.ZERO;
        waited.compareTo(DueLists.SWEEP_INTERVAL) <= 0;
        waited = waited.plusSeconds(2)) {
      rig.clock.advance(Duration.ofSeconds(2));
      consumer.learn();
      consumer.work();
    }

    assertThat(pushedAfter(0)).as("and pushed again while nobody claims it").containsOnly(task);
  }

  @Test
  void aTaskThatIsScheduledForLaterIsReleasedAtItsTime() {
    share(Fairness.EQUAL);
    var consumer = rig.consumer("a");
    var task = rig.schedule(QUIET, rig.now().plusSeconds(300));
    for (int i = 0; i < 149; i++) {
      rig.clock.advance(Duration.ofSeconds(2));
      consumer.learn();
      consumer.work();
    }
    assertThat(rig.sender.pushed).isEmpty();

    rig.clock.advance(Duration.ofSeconds(2));
    consumer.release.turn();

    assertThat(pushedAfter(0)).containsExactly(task);
  }

  private void share(Fairness fairness) {
    rig.register(rig.lambda().withFairness(fairness));
  }

  private List<TaskId> pushedAfter(int count) {
    return rig.sender.pushed.stream().skip(count).map(TaskRef::taskId).toList();
  }
}
