package dev.atf.executor.core.lease;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.executor.ExitCode;
import dev.atf.executor.Outcome;
import dev.atf.executor.core.FakeCluster;
import dev.atf.executor.core.Rig;
import dev.atf.executor.core.attempt.RunningAttempt;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.WorkOfJob;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class DeadlineWatchTest {
  private static final Duration SEVEN = Duration.ofSeconds(7);

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
  @Tag("J6")
  void aTaskThatRunsAtItsDeadlineIsToldToStopAndReportedAsOverdue() throws Exception {
    var cancelled = new AtomicBoolean();
    var other = new AtomicReference<Rig>();
    var run =
        new Rig(
            (payload, context) -> {
              var inside = Objects.requireNonNull(other.get());
              inside.clock.advance(Duration.ofSeconds(6));
              inside.watch.turn();
              cancelled.set(context.isCancelled());
              inside.clock.advance(Duration.ofSeconds(1));
              inside.watch.turn();
              assertThat(Thread.interrupted()).isTrue();
              context.throwIfCancelled();
              return Outcome.success();
            });
    other.set(run);
    var left = ProtoTimes.proto(Duration.ofSeconds(7));
    var work = FakeCluster.work("a", Rig.LAMBDA, "{}").toBuilder().setDeadlineLeft(left).build();
    run.cluster.queue.add(work);

    run.slot.turn();
    run.slot.turn();
    run.slot.turn();

    assertThat(cancelled).isFalse();
    var failure = run.recorded(work).orElseThrow().getFatalFailure();
    assertThat(failure.getCode()).isEqualTo("DEADLINE_EXCEEDED");
    assertThat(run.terminator.reasons()).isEmpty();
  }

  @Test
  void workWhoseDeadlineIsOverBeforeItBeginsIsReportedAsOverdue() throws Exception {
    var attempt = holds(WorkOfJob.newBuilder().setUltimatumLeft(ProtoTimes.proto(SEVEN)).build());
    rig.clock.advance(SEVEN);

    rig.watch.turn();
    rig.slot.turn();
    rig.slot.turn();

    assertThat(rig.recorded(attempt.work()).orElseThrow().getFatalFailure().getCode())
        .isEqualTo("DEADLINE_EXCEEDED");
  }

  @Test
  void aHandlerThatHasEndedInTimeIsReportedAsItEnded() throws Exception {
    var attempt = holds(WorkOfJob.newBuilder().setUltimatumLeft(ProtoTimes.proto(SEVEN)).build());
    rig.slot.turn();
    rig.clock.advance(SEVEN);

    rig.watch.turn();
    rig.slot.turn();

    assertThat(rig.recorded(attempt.work()).orElseThrow().hasSuccess()).isTrue();
  }

  private RunningAttempt holds(WorkOfJob job) throws Exception {
    rig.cluster.queue.add(FakeCluster.work("a", Rig.LAMBDA, "{}").toBuilder().setJob(job).build());
    rig.slot.turn();
    return rig.running.all().get(0);
  }

  @Test
  void stuckHandlerOfALostClaimEndsTheProcessAtItsDeadline() throws Exception {
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
  void theWatchSleepsUntilTheFirstDeadlineOfALeaseOrOfATask() throws Exception {
    var attempt = holds(WorkOfJob.newBuilder().setUltimatumLeft(ProtoTimes.proto(SEVEN)).build());
    rig.clock.advance(SEVEN.minusMillis(1));

    assertThat(rig.watch.turn()).isEqualTo(Duration.ofMillis(1));
    rig.clock.advance(Duration.ofMillis(1));
    // Interrupted once; the lease is next.
    assertThat(rig.watch.turn()).isEqualTo(rig.watch.turn()).isGreaterThan(Duration.ZERO);
    assertThat(attempt.isOverdue()).isTrue();
  }

  @Test
  void aTaskThatEndedBeforeItsDeadlineDoesNotKeepTheWatchAwake() throws Exception {
    holds(WorkOfJob.newBuilder().setUltimatumLeft(ProtoTimes.proto(SEVEN)).build());
    rig.cluster.hscDown = true;
    rig.slot.turn();
    rig.clock.advance(SEVEN);

    assertThat(rig.watch.turn()).isGreaterThan(Duration.ZERO);
  }

  @Test
  void nothingToWatchIsNothingToFear() {
    rig.clock.advance(Duration.ofDays(1));

    // Attempts that start before the next turn have at least their margin left.
    assertThat(rig.watch.turn()).isLessThanOrEqualTo(rig.lease.startMargin());
    assertThat(rig.terminator.reasons()).isEmpty();
  }
}
