package dev.atf.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.queue.QueueName;
import dev.atf.queue.ReceivedTask;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

final class PriorityBuffersTest {
  private static final long SECOND = Duration.ofSeconds(1).toNanos();
  private final PriorityBuffers buffers =
      new PriorityBuffers(
          ControllerConfigs.buffering(3, Duration.ofSeconds(2), List.of(16, 2, 1)), 0);
  private int lastTask;

  PriorityBuffersTest() {
    buffers.setPriorities(Stream.of("high", "normal", "low").map(Priority::new).toList());
  }

  @Test
  void theHighestPriorityGoesFirst() {
    buffers.add(ref("low", 0), 0);
    buffers.add(ref("normal", 0), 0);
    buffers.add(ref("high", 0), 0);

    assertThat(takeAllAt(0)).containsExactly("high", "normal", "low");
  }

  @Test
  void onePriorityLeavesInTheOrderOfItsArrival() {
    var first = ref("high", 0);
    var second = ref("high", 0);
    buffers.add(first, 0);
    buffers.add(second, 0);

    assertThat(buffers.takeBest(0)).contains(first);
    assertThat(buffers.takeBest(0)).contains(second);
  }

  @Test
  void tasksPutBackKeepTheirPlace() {
    var first = ref("high", 0);
    buffers.add(first, 0);
    buffers.takeBest(0);
    buffers.add(ref("high", 0), 0);

    buffers.putBack(first, 0);

    assertThat(buffers.takeBest(0)).contains(first);
  }

  @Test
  void aLineTakesNoMoreThanItsBound() {
    for (int i = 0; i < 3; i++) {
      assertThat(buffers.add(ref("high", 0), 0)).isTrue();
    }

    assertThat(buffers.add(ref("high", 0), 0)).isFalse();
    assertThat(buffers.putBack(ref("high", 0), 0)).isFalse();
    assertThat(buffers.add(ref("low", 0), 0)).isTrue();
    assertThat(buffers.size(new Priority("high"))).isEqualTo(3);
  }

  @Test
  void aPriorityThatIsNotOursIsNotTaken() {
    assertThat(buffers.add(ref("urgent", 0), 0)).isFalse();
  }

  @Test
  void aLowerPriorityIsServedOnceAfterItsAgeing() {
    buffers.add(ref("normal", 0), 0);
    buffers.add(ref("normal", 0), 0);
    buffers.add(ref("high", 0), 0);
    buffers.add(ref("high", 0), 0);

    assertThat(takeOneAt(SECOND - 1)).isEqualTo("high");
    assertThat(takeOneAt(SECOND)).isEqualTo("normal");
    assertThat(takeOneAt(SECOND)).isEqualTo("high");
    assertThat(takeOneAt(SECOND)).isEqualTo("normal");
  }

  @Test
  void theLowestWaitsTwiceAsLongWhenItIsTwoStepsDown() {
    buffers.add(ref("low", 0), 0);
    buffers.add(ref("high", 0), 0);
    buffers.add(ref("high", 0), 0);

    assertThat(takeOneAt(2 * SECOND - 1)).isEqualTo("high");
    assertThat(takeOneAt(2 * SECOND)).isEqualTo("low");
  }

  @Test
  void theDistanceCountsFromTheBestThatHasAny() {
    buffers.add(ref("low", 0), 0);
    buffers.add(ref("normal", 0), 0);

    assertThat(takeOneAt(SECOND)).isEqualTo("low");
  }

  @Test
  void underAFloodOfHighTheOthersKeepTheirShare() {
    var served = new ArrayList<String>();
    for (int tenth = 0; tenth < 100; tenth++) {
      long now = tenth * SECOND / 10;
      for (var priority : List.of("high", "normal", "low")) {
        buffers.add(ref(priority, now), now);
      }
      served.add(takeOneAt(now));
    }

    // Ten seconds: about one in each second, and one in each two.
    assertThat(served).filteredOn("normal"::equals).hasSizeBetween(8, 10);
    assertThat(served).filteredOn("low"::equals).hasSizeBetween(4, 5);
  }

  @Test
  void underAPermanentFloodEachPriorityGetsItsShareThoughNoTimePasses() {
    var served = new ArrayList<String>();
    for (int i = 0; i < 1_900; i++) {
      for (var priority : List.of("high", "normal", "low")) {
        buffers.add(ref(priority, 0), 0);
      }
      served.add(takeOneAt(0));
    }

    // Weights 16, 2 and 1.
    assertThat(served).filteredOn("high"::equals).hasSizeBetween(1_599, 1_602);
    assertThat(served).filteredOn("normal"::equals).hasSizeBetween(199, 201);
    assertThat(served).filteredOn("low"::equals).hasSizeBetween(99, 101);
  }

  @Test
  void untilALowerPriorityHasAgedEveryHigherReferenceGoesFirst() {
    buffers.add(ref("low", 0), 0);
    for (int i = 0; i < 19; i++) {
      buffers.add(ref("high", 0), 0);
      assertThat(takeOneAt(0)).isEqualTo("high");
    }
    buffers.add(ref("high", 0), 0);

    assertThat(takeOneAt(0)).isEqualTo("low");
  }

  @Test
  void aPriorityWithoutWorkIsOwedNothing() {
    var low = new Priority("low");
    buffers.pollEnded(low, 0, 0);
    for (int i = 0; i < 100; i++) {
      buffers.add(ref("high", 0), 0);
      takeOneAt(0);
    }
    assertThat(buffers.owed(low)).isZero();

    buffers.add(ref("low", 0), 0);
    buffers.add(ref("high", 0), 0);
    assertThat(takeOneAt(0)).isEqualTo("high");
  }

  @Test
  void onlyWhatIsOlderThanTheBoundIsOverAged() {
    var old = ref("low", 0);
    var young = ref("low", 1);
    buffers.add(old, 0);
    buffers.add(young, 1);

    assertThat(buffers.takeOverAged(2 * SECOND)).isEmpty();
    assertThat(buffers.takeOverAged(2 * SECOND + 1)).containsExactly(old);
    assertThat(buffers.takeBest(2 * SECOND + 1)).contains(young);
  }

  @Test
  void aPriorityWhoseReferencesAlwaysAgeOutDoesNotStarveByIt() {
    buffers.add(ref("low", 0), 0);
    buffers.takeOverAged(2 * SECOND + 1);
    buffers.add(ref("low", 2 * SECOND + 2), 2 * SECOND + 2);
    buffers.add(ref("high", 2 * SECOND + 2), 2 * SECOND + 2);

    assertThat(takeOneAt(2 * SECOND + 2)).isEqualTo("low");
  }

  @Test
  void aNewOrderOfPrioritiesKeepsWhatIsBuffered() {
    buffers.add(ref("normal", 0), 0);
    buffers.add(ref("low", 0), 0);

    buffers.setPriorities(Stream.of("low", "normal").map(Priority::new).toList());

    assertThat(takeAllAt(0)).containsExactly("low", "normal");
  }

  private String takeOneAt(long now) {
    return buffers.takeBest(now).orElseThrow().queue().priority().value();
  }

  private List<String> takeAllAt(long now) {
    var taken = new ArrayList<String>();
    while (!buffers.isEmpty()) {
      taken.add(takeOneAt(now));
    }
    return taken;
  }

  private BufferedRef ref(String priority, long receivedAt) {
    var task = new TaskRef(new TaskId("%032x".formatted(++lastTask)), 1);
    return new BufferedRef(
        new QueueName(new LambdaName("l"), new Priority(priority)),
        new ReceivedTask(task, "r" + lastTask),
        receivedAt);
  }
}
