package dev.atf.storeconsumer.recovery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.Attempt;
import dev.atf.model.TaskId;
import dev.atf.model.TaskStatus;
import dev.atf.model.lambda.LeaseTimes;
import dev.atf.model.task.Ending;
import dev.atf.model.task.Notes;
import dev.atf.model.task.Outcome;
import dev.atf.model.task.TaskEvent;
import dev.atf.model.task.Transitions;
import dev.atf.store.testing.Fault;
import dev.atf.store.testing.StoreWrite;
import dev.atf.storeconsumer.ConsumerRig;
import dev.atf.storeconsumer.alarm.CheckPoll;
import dev.atf.storeconsumer.release.PollFailedException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests law 10: while work runs, the store or all HSCs become unavailable for a while, and recover
 * (F15).
 */
final class OutageTest {
  private static final Duration L = LeaseTimes.DEFAULT.lease();
  private static final int RUNNING = 400;

  private final ConsumerRig rig = new ConsumerRig();
  private final Map<TaskId, Attempt> executors = new HashMap<>();
  private final List<TaskId> tasks = new ArrayList<>();
  private ConsumerRig.Consumer consumer = rig.consumer("nobody");
  private boolean hscAway;
  private boolean hscsBeat = true;
  private boolean storeAway;

  @ParameterizedTest
  @CsvSource({
    "0.5, HSC",
    "1, HSC",
    "3, HSC",
    "0.5, STORE",
    "1, STORE",
    "3, STORE",
    "1, STORE OF AN OLD CLUSTER"
  })
  @Tag("F15")
  void afterAnAbsenceLeasesEndLateSlowlyAndWithoutBlameAndEverythingFinishes(
      double leases, String what) {
    hscsBeat = !what.contains("OLD");
    startWork();
    pass(Duration.ofSeconds(20));

    away(what, true);
    pass(Duration.ofMillis((long) (L.toMillis() * leases)));
    away(what, false);
    var returnedAt = rig.now();
    loseTheExecutorsWhoseLeaseEndedLocally(leases);
    if (leases < 1) {
      // A few die just now: these must neither be blamed nor be expired early.
      tasks.subList(0, 60).forEach(executors::remove);
    }
    pass(Duration.ofSeconds(150));

    var lost = tasks.stream().filter(task -> !executors.containsKey(task)).toList();
    assertThat(lost).hasSize(leases < 1 ? 60 : RUNNING);
    var expiredAt = lost.stream().map(this::expiredAt).sorted().toList();
    var holdEnds = returnedAt.plus(ConsumerRig.LEASE);
    assertThat(expiredAt.get(0)).isAfterOrEqualTo(holdEnds);
    // The return is noticed within a second or two, and the rate is 10, 20, 40 … from then on.
    assertThat(expiredBy(expiredAt, holdEnds.plusSeconds(1))).isLessThanOrEqualTo(10);
    assertThat(expiredBy(expiredAt, holdEnds.plusSeconds(5))).isLessThanOrEqualTo(50);
    assertThat(expiredBy(expiredAt, holdEnds.plusSeconds(8))).isBetween(30L, 110L);
    assertThat(expiredBy(expiredAt, holdEnds.plusSeconds(10))).isLessThanOrEqualTo(150);
    for (var task : tasks) {
      assertThat(rig.task(task).deaths()).isZero();
      assertThat(rig.task(task).history().entries())
          .filteredOn(entry -> entry.event() == TaskEvent.EXPIRE)
          .hasSize(lost.contains(task) ? 1 : 0);
    }
    assertThat(consumer.metrics.get("atf.consumer.recovering").gauge().value()).isZero();

    finish();
    assertThat(tasks)
        .allSatisfy(id -> assertThat(rig.task(id).status()).isEqualTo(TaskStatus.SUCCESS));
    assertThat(consumer.count("atf.consumer.alarm.ignored")).isPositive();
  }

  @Test
  void aShortAbsenceChangesNothing() {
    startWork();
    pass(Duration.ofSeconds(20));
    away("HSC", true);
    pass(Duration.ofSeconds(8));
    away("HSC", false);
    var dead = tasks.subList(0, 60);
    dead.forEach(executors::remove);

    pass(Duration.ofSeconds(34));

    assertThat(dead)
        .allSatisfy(id -> assertThat(rig.task(id).status()).isNotEqualTo(TaskStatus.PROCESSING));
    assertThat(dead).allSatisfy(id -> assertThat(rig.task(id).deaths()).isEqualTo(1));
  }

  @Test
  void noLeaseIsEndedWhileNoHscIsSeenHoweverLongUpToAnHour() {
    startWork();
    pass(Duration.ofSeconds(4));
    away("HSC", true);
    executors.clear();

    rig.clock.advance(Duration.ofMinutes(59));
    consumer.learn();
    consumer.checkAll();
    assertThat(running()).isEqualTo(RUNNING);

    rig.clock.advance(Duration.ofMinutes(2));
    consumer.learn();
    consumer.checkAll();
    assertThat(running()).isEqualTo(RUNNING);
    rig.clock.advance(ConsumerRig.LEASE.plusSeconds(60));
    consumer.checkAll();
    assertThat(running()).isZero();
  }

  @Test
  void tasksWhoseLeasesMayNotBeEndedAreNotReadInEveryRound() {
    startWork();
    pass(Duration.ofSeconds(4));
    away("HSC", true);
    executors.clear();
    pass(Duration.ofSeconds(60));
    int before = consumer.connection.tasksRead;

    pass(CheckPoll.POSTPONED_FOR.multipliedBy(2));

    assertThat(running()).isEqualTo(RUNNING);
    assertThat(consumer.connection.tasksRead - before).isBetween(RUNNING, 3 * RUNNING);
  }

  @Test
  void aConsumerThatWasPausedThroughAnAbsenceEndsNothingBeforeItHasLookedAndWaited() {
    startWork();
    pass(Duration.ofSeconds(10));

    // This simulates SIGSTOP. During it, the HSCs were unavailable, and they are available again.
    rig.clock.advance(Duration.ofSeconds(60));
    rig.hscBeats();
    consumer.checkAll();
    assertThat(running()).isEqualTo(RUNNING);
    consumer.learn();
    consumer.checkAll();
    assertThat(running()).isEqualTo(RUNNING);

    pass(Duration.ofSeconds(40));
    assertThat(running()).isEqualTo(RUNNING);
  }

  @Test
  void aConsumerThatStartsInAnAbsenceWaitsForAnHscAndThenForTheHold() {
    startWork();
    pass(Duration.ofSeconds(10));
    executors.clear();
    rig.clock.advance(Duration.ofSeconds(60));
    consumer = rig.new Consumer("restarted");
    consumer.membership.turn();
    consumer.directory.turn();
    rig.members.leave("store-consumer", "a");

    consumer.checkAll();
    assertThat(running()).isEqualTo(RUNNING);
    consumer.learn();
    rig.clock.advance(Duration.ofSeconds(60));
    consumer.learn();
    consumer.checkAll();
    assertThat(running()).isEqualTo(RUNNING);

    rig.hscBeats();
    consumer.learn();
    consumer.checkAll();
    assertThat(running()).isEqualTo(RUNNING);
    hscAway = false;
    pass(ConsumerRig.LEASE.plusSeconds(2));
    assertThat(running()).isBetween(RUNNING - 30L, RUNNING - 10L);
  }

  @Test
  void expiresLeasesThoughNoHscWritesHeartbeats() {
    hscsBeat = false;
    startWork();
    executors.clear();

    pass(ConsumerRig.LEASE.plusSeconds(4));

    assertThat(running()).isZero();
    assertThat(tasks).allSatisfy(id -> assertThat(rig.task(id).deaths()).isEqualTo(1));
  }

  @Test
  void aStoreThatTakesNoWritesIsAway() {
    hscsBeat = false;
    startWork();
    executors.clear();
    pass(ConsumerRig.LEASE.minusSeconds(2));
    consumer.connection.failIf(StoreWrite.by(TaskEvent.EXPIRE), Fault.UNAVAILABLE);
    pass(Duration.ofSeconds(20));

    consumer.connection.reset();
    pass(Duration.ofSeconds(12));

    assertThat(running()).isEqualTo(RUNNING);
  }

  @Test
  void aStoreThatIsReadButTakesNoWritesIsAwayHoweverLong() {
    hscsBeat = false;
    startWork();
    executors.clear();
    pass(ConsumerRig.LEASE.minusSeconds(2));
    consumer.connection.failIf(StoreWrite.any(), Fault.UNAVAILABLE);
    pass(Duration.ofMinutes(2));
    consumer.connection.reset();

    pass(ConsumerRig.LEASE.minusSeconds(1));
    assertThat(running()).isEqualTo(RUNNING);
    pass(Duration.ofMinutes(2));

    assertThat(running()).isZero();
    assertThat(tasks).allSatisfy(id -> assertThat(rig.task(id).deaths()).isZero());
    assertThat(consumer.metrics.get("atf.consumer.recovering").gauge().value()).isZero();
  }

  @Test
  void alarmsThatAreHeldDoNotSpinThePoll() {
    rig.pageSize = 150;
    startWork();
    executors.clear();
    rig.clock.advance(Duration.ofSeconds(60));
    rig.hscBeats();
    consumer.learn();

    assertThat(consumer.checkPoll.turn()).isZero();
    assertThat(consumer.checkPoll.turn()).isZero();
    assertThat(consumer.checkPoll.turn()).isEqualTo(Duration.ofSeconds(2));
    assertThat(running()).isEqualTo(RUNNING);
  }

  private void startWork() {
    tasks.addAll(rig.scheduleMany(RUNNING, rig.now()));
    rig.consumer("starter").work();
    rig.members.leave("store-consumer", "starter");
    rig.members.leave("store-consumer", "nobody");
    tasks.forEach(task -> executors.put(task, rig.claim(task)));
    if (hscsBeat) {
      rig.hscBeats();
    }
    consumer = rig.consumer("a");
  }

  private void away(String what, boolean away) {
    if (what.equals("HSC")) {
      hscAway = away;
    } else {
      storeAway = away;
    }
  }

  /** Passes seconds with everybody at work. */
  private void pass(Duration time) {
    var until = rig.now().plus(time);
    for (int second = 1; rig.now().isBefore(until); second++) {
      var left = Duration.between(rig.now(), until);
      rig.clock.advance(left.compareTo(Duration.ofSeconds(1)) < 0 ? left : Duration.ofSeconds(1));
      if (!hscAway && !storeAway) {
        if (second % 5 == 1) {
          executors.values().forEach(rig::heartbeat);
        }
        if (hscsBeat && second % 2 == 1) {
          rig.hscBeats();
        }
      }
      turnConsumer(second);
    }
  }

  private void turnConsumer(int second) {
    consumer.connection.away = storeAway;
    if (second % 2 == 1 && !storeAway) {
      consumer.learn();
    }
    try {
      consumer.checkAll();
    } catch (PollFailedException e) {
      // The loop backs off.
      assertThat(storeAway).isTrue();
    }
  }

  private void loseTheExecutorsWhoseLeaseEndedLocally(double leases) {
    if (leases >= 1) {
      executors.clear();
    }
  }

  /** Releases lost tasks again, and lets all handlers return. */
  private void finish() {
    rig.clock.advance(Duration.ofHours(1));
    rig.hscBeats();
    consumer.learn();
    consumer.duePoll.turn();
    consumer.releaseAll();
    for (var task : tasks) {
      var attempt = executors.get(task) == null ? rig.claim(task) : executors.get(task);
      rig.must(
          Transitions.succeed(
              attempt,
              ConsumerRig.LAMBDA,
              Outcome.successStoredApart("d"),
              Ending.at(rig.now(), rig.lambda()),
              Notes.NONE));
    }
  }

  private long running() {
    return tasks.stream()
        .map(task -> rig.task(task).status())
        .filter(status -> status == TaskStatus.CLAIMED || status == TaskStatus.PROCESSING)
        .count();
  }

  private Instant expiredAt(TaskId task) {
    return rig.task(task).history().entries().stream()
        .filter(entry -> entry.event() == TaskEvent.EXPIRE)
        .findFirst()
        .orElseThrow()
        .at();
  }

  private static long expiredBy(List<Instant> expiredAt, Instant at) {
    return expiredAt.stream().filter(expired -> !expired.isAfter(at)).count();
  }
}
