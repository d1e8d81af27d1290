package dev.atf.executor.core.lease;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.google.common.util.concurrent.Uninterruptibles;
import dev.atf.executor.Outcome;
import dev.atf.executor.core.FakeCluster;
import dev.atf.executor.core.ManualClock;
import dev.atf.executor.core.Rig;
import dev.atf.executor.core.attempt.RunningAttempt;
import dev.atf.executor.core.attempt.RunningAttempts;
import dev.atf.executor.core.call.ExecutorIdentity;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests a notice on a disk that hangs. Reading a pipe without a writer never returns. The time-out
 * catches only that, not slowness.
 */
@Tag("system")
@Timeout(value = 30, unit = TimeUnit.MINUTES)
final class TimedNoticeTest {
  private static final ExecutorIdentity IDENTITY = new ExecutorIdentity("host:1:a", "paint", 4);

  private static final Duration SHORT = Duration.ofMillis(20);
  private static final Duration LONG = Duration.ofSeconds(30);

  @TempDir private Path directory;

  private final ManualClock clock = new ManualClock();
  private final CountDownLatch diskIsBack = new CountDownLatch(1);

  @AfterEach
  void letGo() {
    diskIsBack.countDown();
  }

  private RunningAttempt attempt(String taskId) {
    return new RunningAttempt(FakeCluster.work(taskId, Rig.LAMBDA, "{}", LONG), clock.nanos());
  }

  @Test
  void workThatIsNotCoveredInTimeIsGivenBackAndNotKeptAlive() throws Exception {
    var disk = new HangingDisk();
    var rig = new Rig((payload, context) -> Outcome.success(), new TimedNotice(disk, SHORT, clock));
    rig.cluster.queue.add(FakeCluster.work("a", Rig.LAMBDA, "{}"));

    rig.slot.turn();
    rig.heartbeat.turn();

    assertThat(rig.cluster.returned.get(0).getReason()).isEqualTo("UNCOVERED");
    assertThat(rig.running.all()).isEmpty();
    assertThat(rig.cluster.heartbeats).isEmpty();
  }

  @Test
  void whileOneWritingHangsNothingIsCoveredAndNothingPilesUp() throws Exception {
    var disk = new HangingDisk();
    var notice = new TimedNotice(disk, SHORT, clock);
    for (int tries = 0; tries < 5; tries++) {
      assertThatThrownBy(() -> notice.cover(attempt("a"))).isInstanceOf(IOException.class);
    }

    diskIsBack.countDown();
    await().until(() -> disk.covered.get() == 1);

    new TimedNotice(disk, LONG, clock).cover(attempt("b"));
    assertThat(disk.covered).hasValue(2);
  }

  @Test
  void aRefreshThatHangsKeepsWorkFromStartingUntilItEnds() throws Exception {
    var disk = new HangingDisk();
    var notice = new TimedNotice(disk, SHORT, clock);
    var refreshing =
        new Thread(
            () -> {
              try {
                notice.refresh();
              } catch (IOException e) {
                throw new AssertionError(e);
              }
            });
    refreshing.start();
    await().until(() -> disk.begun.get() == 1);

    assertThatThrownBy(() -> notice.cover(attempt("a"))).isInstanceOf(IOException.class);
    diskIsBack.countDown();
    refreshing.join();

    assertThat(disk.covered).hasValue(0);
    assertThat(disk.begun).hasValue(1);
  }

  @Test
  void failureToCoverAnAttemptHasItsReason() {
    var notice =
        new TimedNotice(
            new DeadlineFile(Path.of("/", "no", "file"), IDENTITY, new RunningAttempts(), clock),
            LONG,
            clock);

    assertThatThrownBy(() -> notice.cover(attempt("a")))
        .isInstanceOf(java.nio.file.NoSuchFileException.class);
  }

  @Test
  void aFileWhoseWritingBlocksCoversNothingAndIsRightWhenItGoesOn() throws Exception {
    var path = directory.resolve("paint-0.deadline");
    var blocks = directory.resolve("paint-0.deadline.new");
    assertThat(new ProcessBuilder("mkfifo", blocks.toString()).start().waitFor()).isZero();
    var running = new RunningAttempts();
    var notice = new TimedNotice(new DeadlineFile(path, IDENTITY, running, clock), SHORT, clock);
    var attempt = attempt("a");
    running.add(attempt);

    assertThatThrownBy(() -> notice.cover(attempt)).isInstanceOf(IOException.class);
    running.remove(attempt);
    assertThat(Files.readString(blocks)).isEqualTo("1 30000 0 host:1:a");
    notice.refresh();

    assertThat(Files.readString(path)).isEqualTo("2 idle host:1:a");
  }

  private final class HangingDisk implements DeadlineNotice {
    final AtomicInteger begun = new AtomicInteger();
    final AtomicInteger covered = new AtomicInteger();

    @Override
    public void cover(RunningAttempt attempt) {
      refresh();
      covered.incrementAndGet();
    }

    @Override
    public void refresh() {
      begun.incrementAndGet();
      Uninterruptibles.awaitUninterruptibly(diskIsBack);
    }
  }
}
