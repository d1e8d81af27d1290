package dev.atf.executor.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.executor.Outcome;
import dev.atf.executor.core.attempt.RunningAttempt;
import dev.atf.runtime.loop.Threads;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class SlotAdmissionTest {
  private final Rig rig = new Rig((payload, context) -> Outcome.success());
  private final SlotThreads slots =
      new SlotThreads(3, 1, rig::newSlot, rig.drain, Threads.system());
  private final SlotAdmission admission =
      new SlotAdmission(rig.lease, rig.heartbeat, slots, rig.pace);

  @BeforeEach
  void start() {
    slots.start();
  }

  @AfterEach
  void drain() {
    rig.drain.begin();
  }

  @Test
  void admitsTwiceAsManyAfterEachHeartbeatInterval() {
    assertThat(admission.turn()).isEqualTo(rig.lease.heartbeatInterval());
    assertThat(slots.admitted()).isEqualTo(1);

    assertThat(admission.turn()).isEqualTo(rig.lease.heartbeatInterval());
    assertThat(slots.admitted()).isEqualTo(2);

    assertThat(admission.isNeeded()).isTrue();
    assertThat(admission.turn()).isGreaterThan(rig.lease.heartbeatInterval());
    assertThat(slots.admitted()).isEqualTo(3);
    assertThat(admission.isNeeded()).isFalse();
  }

  @Test
  void admitsNoneWhileHeartbeatsFail() {
    rig.running.add(new RunningAttempt(FakeCluster.work("a", Rig.LAMBDA, "{}"), 0));
    rig.cluster.hscDown = true;
    admission.turn();

    rig.heartbeat.turn();
    admission.turn();
    assertThat(slots.admitted()).isEqualTo(1);

    rig.cluster.hscDown = false;
    rig.heartbeat.turn();
    admission.turn();
    assertThat(slots.admitted()).isEqualTo(2);
  }

  @Test
  void asksAheadForAdmittedSlotsAlone() {
    var pace = new Pace(1, Duration.ofMillis(20));
    var admits = new SlotAdmission(rig.lease, rig.heartbeat, slots, pace);
    admits.turn();
    assertThat(soonFree(pace)).isEqualTo(2);

    admits.turn();

    assertThat(pace.freeSoon()).isZero();
    assertThat(soonFree(pace)).isEqualTo(4);
  }

  /** Returns the estimate after many tasks of 9 ms, for which a slot is free twice within 20 ms. */
  private static int soonFree(Pace pace) {
    for (int task = 0; task < 100; task++) {
      pace.busyFor(Duration.ofMillis(9));
    }
    return pace.freeSoon();
  }
}
