package dev.atf.executor.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.executor.ExitCode;
import dev.atf.executor.Outcome;
import dev.atf.executor.core.attempt.RunningAttempt;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests handlers that do not stop when they are asked to. The test's own thread is in them. */
final class HandlerGraceTest {
  private static final Duration MILLI = Duration.ofMillis(1);

  private final Rig rig = new Rig((payload, context) -> Outcome.success());
  private RunningAttempt stuck = new RunningAttempt(FakeCluster.work("", "", ""), 0);

  @BeforeEach
  void aHandlerRuns() throws Exception {
    stuck = rig.holds("a");
    assertThat(stuck.enter()).isTrue();
  }

  @AfterEach
  void interruptionsStayHere() {
    boolean ignored = Thread.interrupted();
  }

  private void cancelStuck() {
    rig.cluster.cancelRequested.add("a");
    rig.heartbeat.turn();
    rig.grace.turn();
  }

  private void pass(Duration time) {
    rig.clock.advance(time);
    rig.grace.turn();
  }

  private RunningAttempt another() {
    var other = new RunningAttempt(FakeCluster.work("b", Rig.LAMBDA, "{}"), 0);
    rig.running.add(other);
    rig.cluster.held.put("b", other.ref());
    rig.otherSlots = 1;
    return other;
  }

  @Test
  @Tag("F7")
  void ignoringACancelForTheGraceEndsTheProcessAndNothingIsReported() {
    cancelStuck();
    pass(Rig.GRACE.minus(MILLI));
    assertThat(rig.drain.hasBegun()).isFalse();

    pass(MILLI);
    assertThat(rig.drain.hasBegun()).isTrue();
    pass(MILLI);

    assertThat(rig.terminator.codes()).containsExactly(ExitCode.HANDLER_STUCK);
    assertThat(rig.cluster.resultCalls).hasValue(0);
  }

  @Test
  void ignoringAKillForTheGraceEndsTheProcessAndNothingIsReported() {
    rig.cluster.killRequested.add("a");
    rig.heartbeat.turn();
    rig.grace.turn();
    pass(Rig.GRACE.minus(MILLI));
    assertThat(rig.drain.hasBegun()).isFalse();

    pass(MILLI);
    assertThat(rig.drain.hasBegun()).isTrue();
    pass(MILLI);

    assertThat(rig.terminator.codes()).containsExactly(ExitCode.HANDLER_STUCK);
    assertThat(rig.cluster.resultCalls).hasValue(0);
  }

  @Test
  void theLossOfTheClaimIsNoLessAReasonToStop() {
    rig.cluster.held.clear();
    rig.heartbeat.turn();
    rig.grace.turn();

    pass(Rig.GRACE);

    assertThat(rig.drain.hasBegun()).isTrue();
  }

  @Test
  void aHandlerThatStopsWithinTheGraceCostsNothing() {
    cancelStuck();
    pass(Rig.GRACE.minus(MILLI));
    stuck.leave();

    pass(Rig.GRACE);

    assertThat(rig.drain.hasBegun()).isFalse();
    assertThat(rig.terminator.codes()).isEmpty();
  }

  @Test
  void handlersThatWereNotToldToStopMayTakeAnyTime() {
    rig.grace.turn();

    pass(Duration.ofDays(1));

    assertThat(rig.drain.hasBegun()).isFalse();
  }

  @Test
  void waitsForOtherHandlersToFinish() {
    var other = another();
    cancelStuck();
    pass(Rig.GRACE);
    pass(Rig.GRACE.minus(MILLI));
    assertThat(rig.terminator.codes()).isEmpty();
    assertThat(other.isAskedToStop()).isFalse();

    rig.running.remove(other);
    rig.otherSlots = 0;
    pass(Duration.ZERO);

    assertThat(rig.terminator.codes()).containsExactly(ExitCode.HANDLER_STUCK);
  }

  @Test
  void workThatIsStillBeingGivenBackIsWaitedFor() {
    rig.otherSlots = 1;
    cancelStuck();
    pass(Rig.GRACE);

    pass(MILLI);
    assertThat(rig.terminator.codes()).isEmpty();
    rig.otherSlots = 0;
    pass(MILLI);

    assertThat(rig.terminator.codes()).hasSize(1);
  }

  @Test
  void interruptsOtherHandlersAfterOneGraceAndEndsAfterTwo() {
    var other = another();
    cancelStuck();
    pass(Rig.GRACE);

    pass(Rig.GRACE);
    assertThat(other.isAskedToStop()).isTrue();
    assertThat(other.isCancelRequested() || other.isLost()).isFalse();
    pass(Rig.GRACE.minus(MILLI));
    assertThat(rig.terminator.codes()).isEmpty();
    pass(MILLI);

    assertThat(rig.terminator.codes()).containsExactly(ExitCode.HANDLER_STUCK);
  }
}
