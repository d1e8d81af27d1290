package dev.atf.executor.core.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.executor.core.FakeCluster;
import dev.atf.executor.core.ManualClock;
import dev.atf.executor.core.attempt.RunningAttempt;
import dev.atf.executor.core.attempt.RunningAttempts;
import dev.atf.executor.core.call.ExecutorIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DeadlineFileTest {
  private static final ExecutorIdentity IDENTITY = new ExecutorIdentity("host:1:a", "paint", 4);

  @TempDir private Path directory;

  private final ManualClock clock = new ManualClock();
  private final RunningAttempts running = new RunningAttempts();
  private Path path = Path.of("");
  private DeadlineFile file = new DeadlineFile(Path.of("unused"), IDENTITY, running, clock);

  @BeforeEach
  void makeFile() {
    path = directory.resolve("paint-0.deadline");
    file = new DeadlineFile(path, IDENTITY, running, clock);
  }

  private RunningAttempt attempt(String taskId, Duration left) {
    var attempt = new RunningAttempt(FakeCluster.work(taskId, "paint", "{}", left), clock.nanos());
    running.add(attempt);
    return attempt;
  }

  @Test
  void anAttemptIsCoveredBeforeItStarts() throws Exception {
    file.cover(attempt("a", Duration.ofSeconds(25)));

    assertThat(Files.readString(path)).isEqualTo("1 25000 0 host:1:a");
  }

  @Test
  void aProcessThatHasNoWorkYetSaysThatItIsThere() throws Exception {
    file.refresh();

    assertThat(Files.readString(path)).isEqualTo("1 idle host:1:a");
  }

  @Test
  void aLaterDeadlineNeedsNoNewNoticeAndAnEarlierOneDoes() throws Exception {
    file.cover(attempt("a", Duration.ofSeconds(20)));
    file.cover(attempt("b", Duration.ofSeconds(21)));
    assertThat(Files.readString(path)).isEqualTo("1 20000 0 host:1:a");

    file.cover(attempt("c", Duration.ofSeconds(19)));

    assertThat(Files.readString(path)).isEqualTo("2 19000 0 host:1:a");
  }

  @Test
  void coversTheSameAndLaterDeadlinesOnly() throws Exception {
    var first = attempt("a", Duration.ofSeconds(20));
    assertThat(file.covers(first)).isFalse();
    file.cover(first);

    assertThat(file.covers(first)).isTrue();
    assertThat(file.covers(attempt("b", Duration.ofSeconds(21)))).isTrue();
    assertThat(file.covers(attempt("c", Duration.ofSeconds(20).minusNanos(1)))).isFalse();
  }

  @Test
  void anIdleNoticeCoversNothing() throws Exception {
    var attempt = attempt("a", Duration.ofSeconds(20));
    file.cover(attempt);
    running.remove(attempt);
    file.refresh();

    assertThat(file.covers(attempt("b", Duration.ofSeconds(25)))).isFalse();
  }

  @Test
  void aRefreshThatCouldNotBeWrittenCoversNothing() throws Exception {
    var attempt = attempt("a", Duration.ofSeconds(20));
    file.cover(attempt);
    attempt.acknowledged(clock.nanos(), Duration.ofSeconds(25));
    var aside = path.resolveSibling(path.getFileName() + ".new");
    Files.createDirectory(aside);

    assertThatThrownBy(file::refresh).isInstanceOf(IOException.class);

    assertThat(file.covers(attempt)).isFalse();
  }

  @Test
  void refreshingMovesTheNoticeToTheFirstDeadlineOrToIdle() throws Exception {
    var attempt = attempt("a", Duration.ofSeconds(25));
    file.cover(attempt);
    clock.advance(Duration.ofSeconds(5));
    attempt.acknowledged(clock.nanos(), attempt.lease());

    file.refresh();
    assertThat(Files.readString(path)).isEqualTo("2 25000 5000 host:1:a");
    file.refresh();
    assertThat(Files.readString(path)).isEqualTo("2 25000 5000 host:1:a");
    running.remove(attempt);
    file.refresh();

    assertThat(Files.readString(path)).isEqualTo("3 idle host:1:a");
  }

  @Test
  void theNoticeTellsHowLongTheOldestAttemptHasBeenHeld() throws Exception {
    var oldest = attempt("a", Duration.ofSeconds(25));
    file.cover(oldest);
    clock.advance(Duration.ofSeconds(20));
    var younger = attempt("b", Duration.ofSeconds(25));
    oldest.acknowledged(clock.nanos(), oldest.lease());

    file.refresh();
    assertThat(Files.readString(path)).isEqualTo("2 25000 20000 host:1:a");
    running.remove(oldest);
    younger.acknowledged(clock.nanos(), Duration.ofSeconds(30));
    file.refresh();

    assertThat(Files.readString(path)).isEqualTo("3 30000 0 host:1:a");
  }
}
