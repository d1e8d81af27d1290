package dev.atf.store;

import static dev.atf.store.SampleTasks.scheduled;
import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.store.activity.Activity;
import dev.atf.store.activity.ActivityInterval;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A slow reader costs the writers nothing, and receives a gap. */
final class LocalTransitionFeedTest {
  private final List<Long> awaited = new ArrayList<>();
  private final LocalTransitionFeed feed = new LocalTransitionFeed(awaited::add);

  @Test
  @Tag("W4")
  void slowReaderGetsOneGapThenTheLatestTransitions() {
    try (var slow = feed.follow()) {
      for (int i = 0; i < 40_000; i++) {
        feed.wrote(null, scheduled(), i);
      }
      var last = scheduled();
      feed.wrote(null, last, 40_000);

      var first = slow.read();
      var told = new ArrayList<>(first.transitions());
      for (var page = slow.read(); !page.transitions().isEmpty(); page = slow.read()) {
        assertThat(page.gap()).isFalse();
        told.addAll(page.transitions());
      }

      assertThat(first.gap()).isTrue();
      assertThat(told).hasSize(40_001 - 32_768);
      assertThat(told.get(told.size() - 1).header()).isEqualTo(last.header());
    }
  }

  @Test
  @Tag("W5")
  void readWaitsUntilWritesAreDurable() {
    try (var reader = feed.follow()) {
      feed.wrote(null, scheduled(), 6);
      feed.wrote(null, scheduled(), 7);

      reader.read();
      reader.read();

      assertThat(awaited).containsExactly(7L);
    }
  }

  @Test
  void countsActivityWithoutReaders() {
    var task = scheduled();

    feed.wrote(null, task, 1);

    var counted =
        feed.counted()
            .orElseThrow()
            .read(
                task.header().lambda().value()::equals,
                Activity.WINDOW_MAX,
                task.header().createdAt());
    assertThat(counted).extracting(ActivityInterval::scheduled).contains(1);
    assertThat(counted.stream().mapToInt(ActivityInterval::scheduled).sum()).isEqualTo(1);
  }

  @Test
  void closedReaderGetsNothing() {
    var reader = feed.follow();
    reader.close();

    feed.wrote(null, scheduled(), 1);

    assertThat(reader.read().transitions()).isEmpty();
  }
}
