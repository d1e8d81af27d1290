package dev.atf.model.task;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Tests that the history is bounded, whatever happens to a task. */
final class TaskHistoryTest {
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  @Test
  void theLatestEpochsAreKeptInTheirOrder() {
    var history = TaskHistory.EMPTY;
    for (int epoch = 1; epoch <= 100; epoch++) {
      history = history.with(entry(epoch, 0, TaskEvent.RELEASE));
      history = history.with(entry(epoch, 1, TaskEvent.CLAIM));
      history = history.with(entry(epoch, 2, TaskEvent.EXPIRE));
    }

    assertThat(history.entries()).hasSize(3 * TaskHistory.EPOCHS_MAX);
    assertThat(history.entries().get(0)).isEqualTo(entry(93, 0, TaskEvent.RELEASE));
    assertThat(history.entries().get(23)).isEqualTo(entry(100, 2, TaskEvent.EXPIRE));
  }

  @Test
  void keepsTheLatestOperatorActionOfEachKind() {
    var history = TaskHistory.EMPTY;
    for (int i = 0; i < 50; i++) {
      history = history.with(entry(i, 0, TaskEvent.REDRIVE));
      history = history.with(entry(i, 1, TaskEvent.RESCHEDULE));
    }

    assertThat(history.entries())
        .containsExactly(entry(49, 0, TaskEvent.REDRIVE), entry(49, 1, TaskEvent.RESCHEDULE));
  }

  @Test
  void eventsOfOneMillisecondStandInTheOrderOfTheLifecycle() {
    var history =
        TaskHistory.EMPTY
            .with(new HistoryEntry(NOW, TaskEvent.SUCCEED, 1, 1, ""))
            .with(new HistoryEntry(NOW, TaskEvent.CLAIM, 1, 0, ""))
            .with(new HistoryEntry(NOW, TaskEvent.RELEASE, 1, 0, ""));

    assertThat(history.entries())
        .extracting(HistoryEntry::event)
        .containsExactly(TaskEvent.RELEASE, TaskEvent.CLAIM, TaskEvent.SUCCEED);
  }

  @Test
  void longDetailsAreCut() {
    var entry = new HistoryEntry(NOW, TaskEvent.CANCEL, 1, 0, "x".repeat(5_000));

    assertThat(entry.detail()).hasSize(HistoryEntry.DETAIL_CHARS_MAX).endsWith("…");
  }

  private static HistoryEntry entry(int epoch, int second, TaskEvent event) {
    return new HistoryEntry(NOW.plusSeconds(epoch * 10L + second), event, epoch, 0, "");
  }
}
