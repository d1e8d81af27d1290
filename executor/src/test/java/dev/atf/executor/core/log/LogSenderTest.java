package dev.atf.executor.core.log;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.executor.LeaseConfig;
import dev.atf.executor.core.FakeCluster;
import dev.atf.executor.core.attempt.RunningAttempt;
import dev.atf.executor.core.call.ExecutorIdentity;
import dev.atf.protocol.v1.AppendLogRequest;
import dev.atf.runtime.loop.Threads;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

final class LogSenderTest {
  private static final String LAMBDA = "resize";

  private final FakeCluster cluster = new FakeCluster();
  private final AtomicLong now = new AtomicLong();
  private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
  private final LogSender sender =
      new LogSender(
          new ExecutorIdentity("host:1:nonce", LAMBDA, 1),
          LeaseConfig.DEFAULTS.callTimeout(),
          cluster,
          now::get,
          Threads.system(),
          metrics);

  @Test
  void logOfAFailedAttemptIsSentAndThatOfASuccessIsNot() throws Exception {
    var failed = attempt("a", false);
    var succeeded = attempt("b", false);
    failed.log().add("it breaks");
    succeeded.log().add("it works");

    sender.end(failed, true);
    sender.end(succeeded, false);
    turnUntilIdle();

    assertThat(sent()).containsExactly("a 1 it breaks\n last");
    assertThat(sender.awaitSent(Duration.ZERO)).isTrue();
  }

  @Test
  void logOfASuccessIsSentWhereAllAreKept() {
    var succeeded = attempt("a", true);
    succeeded.log().add("it works");

    sender.end(succeeded, false);
    turnUntilIdle();

    assertThat(sent()).containsExactly("a 1 it works\n last");
  }

  @Test
  void attemptWithoutALineCausesNoCall() {
    sender.end(attempt("a", true), true);

    assertThat(sender.turn()).isGreaterThan(Duration.ofMinutes(1));
    assertThat(cluster.logParts).isEmpty();
  }

  @Test
  void followedLogIsSentEveryTwoSecondsAndToItsEnd() {
    var attempt = attempt("a", false);
    attempt.log().add("one");
    sender.follow(List.of(attempt));

    assertThat(sender.turn()).isEqualTo(LogSender.FOLLOW_EVERY);
    attempt.log().add("two");
    assertThat(sender.turn()).isEqualTo(LogSender.FOLLOW_EVERY);
    assertThat(sent()).containsExactly("a 1 one\n");

    now.addAndGet(LogSender.FOLLOW_EVERY.toNanos());
    sender.turn();
    sender.end(attempt, false);
    turnUntilIdle();

    assertThat(sent()).containsExactly("a 1 one\n", "a 2 two\n", "a 3  last");
  }

  @Test
  void logIsSentNoMoreWhenNobodyFollowsAndAllTheSameAtItsEnd() {
    var attempt = attempt("a", false);
    attempt.log().add("one");
    sender.follow(List.of(attempt));
    sender.turn();
    sender.follow(List.of());
    attempt.log().add("two");
    now.addAndGet(LogSender.FOLLOW_EVERY.toNanos());

    assertThat(sender.turn()).isGreaterThan(Duration.ofMinutes(1));
    assertThat(sent()).containsExactly("a 1 one\n");

    sender.end(attempt, false);
    turnUntilIdle();
    assertThat(sent()).containsExactly("a 1 one\n", "a 2 two\n last");
  }

  @Test
  void attemptThatHasEndedIsNotFollowed() {
    var attempt = attempt("a", false);
    sender.end(attempt, false);

    sender.follow(List.of(attempt));

    assertThat(sender.turn()).isGreaterThan(Duration.ofMinutes(1));
  }

  @Test
  void partWithoutAnAnswerIsRepeatedAsItIsAndGivenUpSoon() {
    var attempt = attempt("a", false);
    attempt.log().add("one");
    cluster.hscDown = true;
    sender.end(attempt, true);
    sender.turn();
    cluster.hscDown = false;
    assertThat(sender.turn()).isPositive();
    assertThat(cluster.logParts).isEmpty();

    now.addAndGet(Duration.ofSeconds(1).toNanos());
    turnUntilIdle();
    assertThat(sent()).containsExactly("a 1 one\n last");

    var lost = attempt("b", false);
    lost.log().add("two");
    cluster.hscDown = true;
    sender.end(lost, true);
    for (int tries = 0; tries < LogSender.TRIES_MAX; tries++) {
      sender.turn();
      now.addAndGet(Duration.ofSeconds(1).toNanos());
    }
    assertThat(metrics.counter("atf.executor.logs.dropped").count()).isEqualTo(1);
    cluster.hscDown = false;
    turnUntilIdle();
    assertThat(sent()).containsExactly("a 1 one\n last");
  }

  @Test
  void logsBeyondTheBoundAreDropped() {
    cluster.hscDown = true;
    for (int each = 0; each <= LogSender.ENDED_MAX; each++) {
      var attempt = attempt("task-" + each, false);
      attempt.log().add("one");
      sender.end(attempt, true);
    }

    assertThat(metrics.counter("atf.executor.logs.dropped").count()).isEqualTo(1);
  }

  @Test
  void logOfALostClaimIsNotSent() {
    var attempt = attempt("a", true);
    attempt.log().add("one");
    attempt.lose();

    sender.end(attempt, true);
    turnUntilIdle();

    assertThat(cluster.logParts).isEmpty();
  }

  @Test
  void longLogIsSentInParts() {
    var attempt = attempt("a", true);
    for (int line = 0; line < 10_000; line++) {
      attempt.log().add("line " + line);
    }

    sender.end(attempt, false);
    turnUntilIdle();

    var text = new StringBuilder();
    for (var part : cluster.logParts) {
      assertThat(part.getText().size()).isLessThanOrEqualTo(LogSender.PART_BYTES_MAX);
      text.append(part.getText().toStringUtf8());
    }
    assertThat(cluster.logParts).hasSizeBetween(2, 4);
    assertThat(text.toString()).startsWith("… ").endsWith("line 9998\nline 9999\n");
    assertThat(cluster.logParts.stream().filter(AppendLogRequest::getLast)).hasSize(1);
  }

  private RunningAttempt attempt(String taskId, boolean always) {
    var work =
        FakeCluster.work(taskId, LAMBDA, "{}").toBuilder()
            .setLogBytesMax(64 * 1024)
            .setLogAlways(always)
            .build();
    return new RunningAttempt(work, 0);
  }

  private void turnUntilIdle() {
    for (int turn = 0; turn < 100 && sender.turn().isZero(); turn++) {
      // The next part.
    }
  }

  private List<String> sent() {
    return cluster.logParts.stream()
        .map(
            part ->
                "%s %d %s%s"
                    .formatted(
                        part.getAttemptRef().getTaskId(),
                        part.getPart(),
                        part.getText().toStringUtf8(),
                        part.getLast() ? " last" : ""))
        .toList();
  }
}
