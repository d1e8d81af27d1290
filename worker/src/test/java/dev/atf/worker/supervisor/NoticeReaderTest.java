package dev.atf.worker.supervisor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.executor.core.ManualClock;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class NoticeReaderTest {
  private static final Duration MARGIN = Duration.ofMillis(500);

  @TempDir private Path directory;

  private final ManualClock clock = new ManualClock();

  private Path file() {
    return directory.resolve("paint-0.deadline");
  }

  private boolean isOverdue(NoticeReader reader) {
    return reader.isOverdue(clock.nanos(), MARGIN);
  }

  @Test
  void aSilentChildIsOverdueOneMarginAfterItsDeadline() throws Exception {
    var reader = new NoticeReader(file());
    Files.writeString(file(), "1 25000");
    assertThat(isOverdue(reader)).isFalse();

    clock.advance(Duration.ofMillis(25_500));
    assertThat(isOverdue(reader)).isFalse();
    clock.advance(Duration.ofMillis(1));

    assertThat(isOverdue(reader)).isTrue();
  }

  @Test
  void theExecutorIsKnownByWhatItSaysLast() throws Exception {
    var reader = new NoticeReader(file());
    Files.writeString(file(), "1 25000");
    isOverdue(reader);
    assertThat(reader.executorId()).isEmpty();

    Files.writeString(file(), "2 25000 0 host:1:a");
    isOverdue(reader);
    assertThat(reader.executorId()).contains("host:1:a");
    Files.writeString(file(), "3 idle host:1:a");
    isOverdue(reader);

    assertThat(reader.executorId()).contains("host:1:a");
  }

  @Test
  void newContentCountsAnewEvenIfItReadsTheSame() throws Exception {
    var reader = new NoticeReader(file());
    Files.writeString(file(), "1 25000");
    isOverdue(reader);
    clock.advance(Duration.ofSeconds(20));
    Files.writeString(file(), "2 25000");
    isOverdue(reader);

    clock.advance(Duration.ofSeconds(20));

    assertThat(isOverdue(reader)).isFalse();
  }

  @Test
  void aSupervisorThatWasPausedItselfReadsBeforeItJudges() throws Exception {
    var reader = new NoticeReader(file());
    Files.writeString(file(), "1 25000");
    isOverdue(reader);
    clock.advance(Duration.ofMinutes(5));
    Files.writeString(file(), "60 25000");

    assertThat(isOverdue(reader)).isFalse();
  }

  @Test
  void anIdleChildAndOneThatNeverSaidAnythingAreLeftAlone() throws Exception {
    var reader = new NoticeReader(file());
    assertThat(isOverdue(reader)).isFalse();
    Files.writeString(file(), "1 25000");
    isOverdue(reader);
    Files.writeString(file(), "2 idle");
    isOverdue(reader);

    clock.advance(Duration.ofDays(1));

    assertThat(isOverdue(reader)).isFalse();
  }

  @Test
  void unreadableContentDoesNotProlongWhatWasSaidBefore() throws Exception {
    var reader = new NoticeReader(file());
    Files.writeString(file(), "1 25000");
    isOverdue(reader);
    Files.writeString(file(), "2 garbage");

    clock.advance(Duration.ofSeconds(26));

    assertThat(isOverdue(reader)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"2", "2 garbage", "2 9223372036854775807", "2 25000 9223372036854775807"})
  void contentThatIsNoNoticeChangesNothing(String content) throws Exception {
    var reader = new NoticeReader(file());
    Files.writeString(file(), "1 idle host:1:a");
    isOverdue(reader);

    Files.writeString(file(), content);
    isOverdue(reader);

    assertThat(reader.isIdle()).isTrue();
    assertThat(reader.executorId()).contains("host:1:a");
  }

  @Test
  void aNewChildIsNotJudgedByTheNoticeOfItsPredecessor() throws Exception {
    var reader = new NoticeReader(file());
    Files.writeString(file(), "1 10");
    isOverdue(reader);

    reader.reset();
    clock.advance(Duration.ofDays(1));

    assertThat(isOverdue(reader)).isFalse();
  }

  @Test
  void theOldestAttemptGrowsOlderUntilTheNoticeSaysOtherwise() throws Exception {
    var reader = new NoticeReader(file());
    assertThat(reader.longestHeld(clock.nanos())).isZero();
    Files.writeString(file(), "1 25000 7000");
    isOverdue(reader);
    clock.advance(Duration.ofSeconds(3));
    assertThat(reader.longestHeld(clock.nanos())).isEqualTo(Duration.ofSeconds(10));

    Files.writeString(file(), "2 24000 1000");
    isOverdue(reader);
    assertThat(reader.longestHeld(clock.nanos())).isEqualTo(Duration.ofSeconds(1));
    Files.writeString(file(), "3 idle");
    isOverdue(reader);

    assertThat(reader.longestHeld(clock.nanos())).isZero();
  }

  @Test
  void anExecutorThatDoesNotSayHowLongIsWatchedAllTheSame() throws Exception {
    var reader = new NoticeReader(file());
    Files.writeString(file(), "1 25000");
    isOverdue(reader);

    clock.advance(Duration.ofSeconds(26));

    assertThat(isOverdue(reader)).isTrue();
    assertThat(reader.longestHeld(clock.nanos())).isEqualTo(Duration.ofSeconds(26));
  }
}
