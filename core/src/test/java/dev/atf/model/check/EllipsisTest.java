package dev.atf.model.check;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.task.HistoryEntry;
import dev.atf.model.task.TaskEvent;
import java.time.Instant;
import org.junit.jupiter.api.Test;

final class EllipsisTest {
  @Test
  void textThatFitsIsLeftAlone() {
    assertThat(Ellipsis.cut("abc", 3)).isEqualTo("abc");
  }

  @Test
  void textThatIsTooLongIsCutToTheBound() {
    assertThat(Ellipsis.cut("abcd", 3)).isEqualTo("ab…");
  }

  @Test
  void aSurrogatePairIsNotCutInTwo() {
    assertThat(Ellipsis.cut("a😀cd", 3)).isEqualTo("a…");
  }

  @Test
  void theDetailOfAHistoryIsWellFormedText() {
    var detail = "x".repeat(HistoryEntry.DETAIL_CHARS_MAX - 2) + "😀😀";

    var entry = new HistoryEntry(Instant.EPOCH, TaskEvent.REQUEST_CANCEL, 0, 0, detail);

    assertThat(entry.detail()).isEqualTo("x".repeat(HistoryEntry.DETAIL_CHARS_MAX - 2) + "…");
  }
}
