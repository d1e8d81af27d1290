package dev.atf.hsc.log;

import static dev.atf.hsc.HscFixture.CLAIM;
import static dev.atf.hsc.HscFixture.EXECUTOR;
import static dev.atf.hsc.HscFixture.LAMBDA;
import static dev.atf.hsc.HscFixture.NOON;
import static dev.atf.hsc.HscFixture.OTHER_CLAIM;
import static dev.atf.hsc.HscFixture.OTHER_EXECUTOR;
import static dev.atf.hsc.HscFixture.attemptRef;
import static dev.atf.hsc.HscFixture.retriable;
import static dev.atf.hsc.HscFixture.success;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import dev.atf.hsc.HscFixture;
import dev.atf.model.FrameworkFailure;
import dev.atf.model.TaskRef;
import dev.atf.model.log.LogPart;
import dev.atf.model.task.EndedLease;
import dev.atf.model.task.ExpiryTransitions;
import dev.atf.model.task.Outcome;
import dev.atf.protocol.v1.AppendLogRequest;
import dev.atf.store.log.FollowedLogs;
import dev.atf.store.testing.Fault;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Tests AppendLog for claims that are held, ended or lost, and which executors are asked to send.
 */
final class AppendLogTest {
  private static final HscFixture hsc = new HscFixture();

  @BeforeEach
  void reset() {
    hsc.reset();
  }

  @AfterAll
  static void close() {
    hsc.close();
  }

  @Test
  void partsOfARunningAttemptAreKept() {
    var ref = hsc.claimed();

    assertThat(append(ref, CLAIM, 1, "one\n")).isTrue();
    assertThat(append(ref, CLAIM, 2, "two\n")).isTrue();

    assertThat(log(ref)).containsExactly("one\n", "two\n");
  }

  @Test
  void repeatedPartChangesNothing() {
    var ref = hsc.claimed();
    append(ref, CLAIM, 1, "one\n");

    assertThat(append(ref, CLAIM, 1, "another\n")).isTrue();

    assertThat(log(ref)).containsExactly("one\n");
  }

  @Test
  void partWhoseReplyTheStoreLostIsFoundByTheRepetition() {
    var ref = hsc.claimed();
    hsc.faults.failNext(Fault.REPLY_LOST);

    assertThat(append(ref, CLAIM, 1, "one\n")).isTrue();
    assertThat(log(ref)).containsExactly("one\n");
  }

  @Test
  void logOfAnAttemptThatHasEndedIsKept() {
    var succeeded = hsc.claimed();
    hsc.report(success(succeeded, "{}"));
    var failed = hsc.claimed();
    hsc.report(retriable(failed, "E"));
    hsc.clock.advance(Duration.ofMinutes(20));
    var next = hsc.releasedAgain(failed);
    hsc.claim(next, OTHER_CLAIM, OTHER_EXECUTOR);

    assertThat(append(succeeded, CLAIM, 1, "one\n")).isTrue();
    assertThat(append(failed, CLAIM, 1, "two\n")).isTrue();

    assertThat(log(succeeded)).containsExactly("one\n");
    assertThat(log(failed)).containsExactly("two\n");
    assertThat(log(next)).isEmpty();
  }

  @Test
  void logOfALostClaimIsRefused() {
    var ref = hsc.claimed();
    var until = Objects.requireNonNull(hsc.task(ref).lease()).until();
    var failure = FrameworkFailure.LEASE_EXPIRED.because("test");
    hsc.apply(
        ExpiryTransitions.expire(
            new EndedLease(ref, until, 1, 1), Outcome.failure("", failure), NOON, NOON));

    assertThat(append(ref, CLAIM, 1, "late\n")).isFalse();
    assertThat(log(ref)).isEmpty();

    hsc.clock.advance(Duration.ofMinutes(20));
    var next = hsc.releasedAgain(ref);
    hsc.claim(next, OTHER_CLAIM, OTHER_EXECUTOR);
    assertThat(append(ref, CLAIM, 1, "late\n")).isFalse();
    assertThat(append(next, CLAIM, 1, "of another claim\n")).isFalse();
    assertThat(append(next, OTHER_CLAIM, 1, "its own\n")).isTrue();
    assertThat(log(ref)).isEmpty();
    assertThat(log(next)).containsExactly("its own\n");
  }

  @Test
  void logOfAnotherLambdasTaskIsRefused() {
    var ref = hsc.claimed();
    var request = request(ref, CLAIM, 1, "one\n").setLambda("send-email").build();

    assertThat(hsc.hsc.appendLog(request).getRefused()).isTrue();
    assertThat(log(ref)).isEmpty();
  }

  @Test
  void partsOutOfBoundsAreRefused() {
    var ref = hsc.claimed();
    var large = "x".repeat(LogPart.BYTES_MAX + 1);

    assertThatThrownBy(() -> append(ref, CLAIM, 0, "one"))
        .isInstanceOf(StatusRuntimeException.class)
        .hasMessageContaining("part: 0 (expected: 1 to 10000)");
    assertThatThrownBy(() -> append(ref, CLAIM, LogHandler.PARTS_MAX + 1, "one"))
        .hasMessageContaining("part");
    assertThatThrownBy(() -> append(ref, CLAIM, 1, large)).hasMessageContaining("text");
  }

  @Test
  void workSaysWhichLogsAreWanted() {
    var work = hsc.claim(hsc.enqueued()).getClaimed();

    assertThat(work.getLogBytesMax()).isEqualTo(64 * 1024);
    assertThat(work.getLogAlways()).isFalse();
  }

  @Test
  void heartbeatTellsWhichLogsAreFollowed() {
    var followed = hsc.claimed();
    var other = hsc.claimed();
    assertThat(hsc.heartbeat(followed, other).getFollowList()).isEmpty();

    new FollowedLogs(hsc.members).note(followed.taskId(), NOON);
    hsc.refresh();
    assertThat(hsc.heartbeat(followed, other).getFollowList())
        .containsExactly(followed.taskId().value());

    hsc.clock.advance(FollowedLogs.FOLLOWED_FOR.plusMillis(1));
    hsc.refresh();
    assertThat(hsc.heartbeat(followed, other).getFollowList()).isEmpty();
  }

  private static AppendLogRequest.Builder request(
      TaskRef ref, String claimId, int part, String text) {
    return AppendLogRequest.newBuilder()
        .setExecutorId(EXECUTOR.value())
        .setLambda(LAMBDA.value())
        .setAttemptRef(attemptRef(ref, claimId))
        .setPart(part)
        .setText(ByteString.copyFromUtf8(text));
  }

  private static boolean append(TaskRef ref, String claimId, int part, String text) {
    return !hsc.hsc.appendLog(request(ref, claimId, part, text).build()).getRefused();
  }

  private static List<String> log(TaskRef ref) {
    return hsc.store.findLog(ref.taskId(), ref.epoch(), 1, 100).stream()
        .map(stored -> LogPart.of(stored).text())
        .toList();
  }
}
