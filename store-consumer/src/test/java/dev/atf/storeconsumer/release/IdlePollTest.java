package dev.atf.storeconsumer.release;

import static dev.atf.storeconsumer.ConsumerRig.LAMBDA;
import static dev.atf.storeconsumer.ConsumerRig.NORMAL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.TaskId;
import dev.atf.model.TaskStatus;
import dev.atf.model.lambda.GateState;
import dev.atf.model.task.Association;
import dev.atf.model.task.TaskHeader;
import dev.atf.store.awake.AwakeLambdas;
import dev.atf.store.awake.WakingTransitions;
import dev.atf.storeconsumer.ConsumerRig;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Polls of lambdas that sleep, and of those that were woken. */
final class IdlePollTest {
  private static final Duration INTERVAL = Duration.ofSeconds(2);
  private static final int ROUNDS_OF_A_MINUTE = 30;

  private final ConsumerRig rig = new ConsumerRig();
  private final ConsumerRig.Consumer consumer;
  private final WakingTransitions waking;
  private final Random random = new Random(3);

  IdlePollTest() {
    rig.lambdasSleep = true;
    rig.hscBeats();
    consumer = rig.consumer("a");
    waking = new WakingTransitions(rig.store, rig.store, new AwakeLambdas(rig.members), rig.clock);
  }

  @Test
  void listsOfSleepingLambdasAreLookedAtTwiceAMinute() {
    rounds(ROUNDS_OF_A_MINUTE);
    consumer.connection.reads.clear();

    rounds(ROUNDS_OF_A_MINUTE);

    int lists = 2 * rig.lambda().priorities().size();
    assertThat(consumer.connection.reads).hasSize(2 * lists);
  }

  @Test
  void taskThatWakesItsLambdaIsReadInTheNextRound() {
    rounds(2);

    var task = schedule(rig.now());
    rounds(1);

    assertThat(rig.task(task).status()).isEqualTo(TaskStatus.ENQUEUED);
  }

  @Test
  void taskScheduledAheadOfASleepingLambdaIsReleasedAtItsDueMillisecond() {
    var dueAt = rig.now().plusSeconds(201).plusMillis(700);
    var task = schedule(dueAt);
    while (rig.now().plus(INTERVAL).isBefore(dueAt)) {
      rounds(1);
    }

    rig.clock.advance(Duration.between(rig.now(), dueAt.minusMillis(1)));
    consumer.releaseAll();
    assertThat(rig.task(task).status()).isEqualTo(TaskStatus.NEW);
    rig.clock.advance(Duration.ofMillis(1));
    consumer.releaseAll();
    assertThat(rig.task(task).status()).isEqualTo(TaskStatus.ENQUEUED);
  }

  @Test
  void taskWhoseWakeWasLostIsReadAtTheNextLook() {
    rounds(ROUNDS_OF_A_MINUTE);

    var task = rig.schedule(rig.now());
    rounds(ROUNDS_OF_A_MINUTE / 2 + 1);

    assertThat(rig.task(task).status()).isEqualTo(TaskStatus.ENQUEUED);
  }

  @Test
  void leaseOfARunningTaskEndsInTimeAlthoughItsLambdaSleeps() {
    var task = rig.schedule(rig.now());
    rounds(ROUNDS_OF_A_MINUTE / 2 + 1);
    rig.claim(task);
    var leaseEnds = rig.alarm(task);

    while (!rig.now().isAfter(leaseEnds)) {
      rounds(1);
    }

    assertThat(rig.task(task).status()).isEqualTo(TaskStatus.RETRIABLE_FAILURE);
  }

  @Test
  void openedGateHasTheListsReadAtOnce() {
    rig.gate(null, GateState.PAUSED, null);
    var task = rig.schedule(rig.now());
    rounds(ROUNDS_OF_A_MINUTE);

    rig.gate(null, GateState.OPEN, null);
    rounds(1);

    assertThat(rig.task(task).status()).isEqualTo(TaskStatus.ENQUEUED);
  }

  private TaskId schedule(Instant at) {
    var id = TaskId.random(random);
    var deadline = at.plus(Duration.ofDays(30));
    waking.create(
        Association.scheduled(
            new TaskHeader(id, LAMBDA, NORMAL, null, 0, rig.now(), at, deadline, null)));
    return id;
  }

  private void rounds(int count) {
    for (int i = 0; i < count; i++) {
      rig.clock.advance(INTERVAL);
      rig.hscBeats();
      consumer.learn();
      consumer.duePoll.turn();
      consumer.releaseAll();
      consumer.checkAll();
    }
  }
}
