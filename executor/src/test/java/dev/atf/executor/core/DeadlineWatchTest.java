package dev.atf.executor.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.executor.ExitCode;
import dev.atf.executor.Outcome;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class DeadlineWatchTest {
  private final Rig rig = new Rig((payload, context) -> Outcome.success());

  @Test
  void theProcessEndsAtTheDeadlineAndNotAMillisecondBefore() throws Exception {
    rig.holds("a");

    rig.clock.advance(Duration.ofSeconds(25).minusMillis(1));
    var wait = rig.watch.turn();
    assertThat(rig.terminator.reasons()).isEmpty();
    assertThat(wait).isEqualTo(Duration.ofMillis(1));
    rig.clock.advance(wait);
    rig.watch.turn();

    assertThat(rig.terminator.reasons()).hasSize(1).first().asString().contains("taskId=a");
  }

  @Test
  void aHandlerThatIgnoresTheLossOfItsClaimEndsTheProcessAtTheOldDeadline() throws Exception {
    var attempt = rig.holds("a");
    assertThat(attempt.enter()).isTrue();
    rig.cluster.held.clear();
    rig.clock.advance(Duration.ofSeconds(20));
    rig.heartbeat.turn();
    attempt.leave();
    assertThat(attempt.enter()).isFalse();

    rig.clock.advance(Duration.ofSeconds(5));
    rig.watch.turn();

    assertThat(rig.terminator.reasons()).hasSize(1);
  }

  @Test
  void aResultThatCannotBeReportedUntilTheDeadlineEndsTheProcess() throws Exception {
    rig.holds("a");
    rig.slot.turn();
    rig.cluster.hscDown = true;
    rig.slot.turn();

    rig.clock.advance(Duration.ofSeconds(25));
    rig.watch.turn();

    assertThat(rig.terminator.codes()).containsExactly(ExitCode.LEASE_OVER);
  }

  @Test
  void heartbeatsKeepTheProcessAlive() throws Exception {
    rig.holds("a");

    for (int second = 0; second < 100; second += 5) {
      rig.clock.advance(Duration.ofSeconds(5));
      rig.heartbeat.turn();
      rig.watch.turn();
    }

    assertThat(rig.terminator.reasons()).isEmpty();
  }

  @Test
  void nothingToWatchIsNothingToFear() {
    rig.clock.advance(Duration.ofDays(1));

    // What is begun meanwhile has at least its margin left.
    assertThat(rig.watch.turn()).isLessThanOrEqualTo(rig.lease.startMargin());
    assertThat(rig.terminator.reasons()).isEmpty();
  }
}
