package dev.atf.hints;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Hints that wait, a bounded number of them. */
final class PendingHintsTest {
  private record Hint(String subject, int count) {
    Hint and(Hint later) {
      return new Hint(subject, count + later.count);
    }
  }

  private final PendingHints<String, Hint> pending =
      new PendingHints<>(2, Hint::subject, Hint::and);

  @Test
  void hintsAboutOneSubjectBecomeOne() {
    pending.add(new Hint("night", 1));
    pending.add(new Hint("day", 1));
    pending.add(new Hint("night", 2));

    assertThat(pending.take()).containsExactly(new Hint("night", 3), new Hint("day", 1));
    assertThat(pending.take()).isEmpty();
  }

  @Test
  void dropsHintsAboutMoreSubjectsThanMayWait() {
    assertThat(pending.add(new Hint("a", 1))).isTrue();
    assertThat(pending.add(new Hint("b", 1))).isTrue();
    assertThat(pending.add(new Hint("c", 1))).isFalse();
    assertThat(pending.add(new Hint("a", 1))).isTrue();

    assertThat(pending.take()).containsExactly(new Hint("a", 2), new Hint("b", 1));
    assertThat(pending.add(new Hint("c", 1))).isTrue();
  }

  @Test
  void wakesTheLoopOnlyForTheFirstHint() {
    var wakes = new AtomicInteger();
    pending.whenAdded(wakes::incrementAndGet);

    pending.add(new Hint("a", 1));
    pending.add(new Hint("b", 1));
    assertThat(wakes).hasValue(1);
    var unused = pending.take();
    pending.add(new Hint("b", 1));

    assertThat(wakes).hasValue(2);
  }

  @Test
  void takesAPartAndLeavesTheRest() {
    pending.add(new Hint("a", 1));
    pending.add(new Hint("b", 1));

    assertThat(pending.take(1)).containsExactly(new Hint("a", 1));
    assertThat(pending.take(1)).containsExactly(new Hint("b", 1));
  }
}
