package dev.atf.storeconsumer.release;

import static dev.atf.storeconsumer.ConsumerRig.QUEUE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.TaskRef;
import dev.atf.model.TaskStatus;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.task.TaskEvent;
import dev.atf.store.testing.Fault;
import dev.atf.store.testing.StoreWrite;
import dev.atf.storeconsumer.ConsumerRig;
import dev.atf.storeconsumer.StoreConsumerTuning;
import dev.atf.storeconsumer.lambda.Shard;
import java.time.Duration;
import java.util.HashSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class ReleaseTest {
  private final ConsumerRig rig = new ConsumerRig();

  @Test
  void aTaskIsReleasedAtItsDueMillisecondAndNotBefore() {
    var dueAt = rig.now().plusMillis(1_234);
    var task = rig.schedule(dueAt);
    var consumer = rig.consumer("a");
    consumer.duePoll.turn();

    rig.clock.advanceTo(dueAt.minusMillis(1));
    var wait = consumer.release.turn();
    assertThat(wait).isEqualTo(Duration.ofMillis(1));
    assertThat(rig.sender.pushed).isEmpty();
    assertThat(rig.task(task).status()).isEqualTo(TaskStatus.NEW);

    rig.clock.advanceTo(dueAt);
    consumer.release.turn();
    assertThat(rig.sender.pushed).containsExactly(new TaskRef(task, 1));
    assertThat(rig.task(task).status()).isEqualTo(TaskStatus.ENQUEUED);
    assertThat(rig.alarm(task))
        .isAfter(dueAt.plus(Duration.ofSeconds(28)))
        .isBeforeOrEqualTo(dueAt.plus(ConsumerRig.ENQUEUE_TIMEOUT));
  }

  @Test
  void aTaskBeyondTheLookAheadIsNotHeld() {
    rig.schedule(rig.now().plusMillis(2_501));
    var consumer = rig.consumer("a");

    consumer.duePoll.turn();

    assertThat(consumer.lookAhead.size()).isZero();
  }

  @Test
  void tasksSeenByTwoPollsAreReleasedOnce() {
    rig.schedule(rig.now().plusMillis(2_300));
    var consumer = rig.consumer("a");

    consumer.duePoll.turn();
    rig.clock.advance(Duration.ofSeconds(2));
    consumer.duePoll.turn();
    rig.clock.advance(Duration.ofSeconds(1));
    consumer.releaseAll();
    consumer.duePoll.turn();
    consumer.releaseAll();

    assertThat(rig.sender.pushed).hasSize(1);
    assertThat(consumer.count("atf.consumer.release.lost")).isZero();
  }

  @Test
  void everyPageOfAPartitionIsRead() {
    rig.pageSize = 10;
    var tasks = rig.scheduleMany(25, rig.now());
    var consumer = rig.consumer("a");

    consumer.work();

    assertThat(rig.sender.pushed).hasSize(25).extracting(TaskRef::taskId).containsAll(tasks);
  }

  @Test
  @Tag("E2.4")
  @Tag("F17")
  void twoConsumersOnOnePartitionPushEachTaskOnce() {
    rig.scheduleMany(40, rig.now().plusSeconds(1));
    // Neither has seen the other, so each considers itself the only member.
    var one = rig.consumer("a");
    var other = rig.new Consumer("b");
    other.directory.turn();
    one.duePoll.turn();
    other.duePoll.turn();

    rig.clock.advance(Duration.ofSeconds(1));
    one.releaseAll();
    other.releaseAll();

    assertThat(rig.sender.pushed).hasSize(40).doesNotHaveDuplicates();
    assertThat(other.count("atf.consumer.release.lost")).isEqualTo(40);
  }

  @Test
  @Tag("E3.2")
  void aMarkWhoseReplyWasLostIsPushedAllTheSame() {
    var task = rig.schedule(rig.now());
    var consumer = rig.consumer("a");
    consumer.connection.failNext(Fault.REPLY_LOST);

    consumer.work();

    assertThat(rig.sender.pushed).containsExactly(new TaskRef(task, 1));
  }

  @Test
  @Tag("E3.6")
  void aMarkWhoseOutcomeStaysUnknownIsMadeUpForByItsAlarm() {
    var task = rig.schedule(rig.now());
    var consumer = rig.consumer("a");
    consumer.connection.failNext(Fault.REPLY_LOST, Fault.REPLY_LOST);
    consumer.duePoll.turn();
    assertThatThrownBy(consumer.release::turn).isInstanceOf(WritesFailedException.class);
    assertThat(rig.sender.pushed).isEmpty();

    rig.clock.advanceTo(rig.alarm(task));
    consumer.work();

    assertThat(rig.sender.pushed).containsExactly(new TaskRef(task, 1));
  }

  @Test
  @Tag("E3.1")
  void unmarkedTasksAreFoundByTheNextPoll() {
    var task = rig.schedule(rig.now());
    var consumer = rig.consumer("a");
    consumer.connection.failIf(StoreWrite.by(TaskEvent.RELEASE), Fault.UNAVAILABLE);
    consumer.duePoll.turn();
    assertThatThrownBy(consumer.release::turn).isInstanceOf(WritesFailedException.class);

    consumer.connection.reset();
    rig.clock.advance(Duration.ofSeconds(2));
    consumer.work();

    assertThat(rig.sender.pushed).containsExactly(new TaskRef(task, 1));
  }

  @Test
  @Tag("E3.1")
  void aRefusedPushRingsSoonAndNothingIsLost() {
    var task = rig.schedule(rig.now());
    var consumer = rig.consumer("a");
    rig.sender.refuses = true;
    consumer.work();
    assertThat(rig.alarm(task)).isBetween(rig.now().plusMillis(500), rig.now().plusSeconds(2));

    rig.sender.refuses = false;
    rig.clock.advance(Duration.ofSeconds(2));
    consumer.work();

    assertThat(rig.sender.pushed).containsExactly(new TaskRef(task, 1));
  }

  @Test
  void oneRefusedEntryDoesNotWaitBehindTheBacklogOfItsQueue() {
    rig.sender.depths.put(QUEUE, 500);
    var task = rig.schedule(rig.now());
    var consumer = rig.consumer("a");
    rig.sender.refusalsLeft = 1;
    consumer.work();
    assertThat(rig.sender.pushed).isEmpty();

    for (int second = 0; second < 4; second++) {
      rig.clock.advance(Duration.ofSeconds(1));
      consumer.work();
    }

    assertThat(rig.sender.pushed).containsExactly(new TaskRef(task, 1));
    assertThat(rig.task(task).pushes()).isEqualTo(1);
  }

  @Test
  void refusedTasksWaitSecondsUntilTheQueueHasCapacity() {
    var task = rig.schedule(rig.now());
    var consumer = rig.consumer("a");
    rig.sender.refuses = true;
    rig.sender.depthUnknown = true;
    for (int second = 0; second < 300; second++) {
      consumer.work();
      assertThat(rig.alarm(task)).isBeforeOrEqualTo(rig.now().plus(ConsumerRig.ENQUEUE_TIMEOUT));
      rig.clock.advance(Duration.ofSeconds(1));
    }
    rig.sender.refuses = false;
    rig.sender.depthUnknown = false;
    rig.sender.depths.put(QUEUE, 2_000);
    for (int second = 0; second < 60; second++) {
      consumer.work();
      assertThat(rig.alarm(task)).isBeforeOrEqualTo(rig.now().plus(ConsumerRig.ENQUEUE_TIMEOUT));
      rig.clock.advance(Duration.ofSeconds(1));
    }
    assertThat(rig.sender.pushed).isEmpty();

    rig.sender.depths.put(QUEUE, 1_900);
    rig.clock.advance(ConsumerRig.ENQUEUE_TIMEOUT);
    consumer.work();

    assertThat(rig.sender.pushed).containsExactly(new TaskRef(task, 1));
  }

  @Test
  @Tag("F10")
  void aQueueThatIsAwayKeepsTheBacklogInTheStore() {
    rig.scheduleMany(1_000, rig.now());
    var consumer = rig.consumer("a");
    rig.sender.refuses = true;
    rig.sender.depthUnknown = true;

    for (int second = 0; second < 60; second++) {
      consumer.work();
      rig.clock.advance(Duration.ofSeconds(1));
    }

    long marked =
        rig.store.count(
            new Shard(rig.lambdas.list().get(0), ConsumerRig.NORMAL, 0).check(), 10_000);
    // The first chunk, before anything was known, and a probe every 1.5 s.
    assertThat(marked).isBetween(64L, 64L + 60 * QueueCapacity.PROBE);
    // Its alarms do not try the queue more often either.
    assertThat(rig.sender.attempts).isLessThanOrEqualTo(64 + 60 * QueueCapacity.PROBE);

    rig.sender.refuses = false;
    rig.sender.depthUnknown = false;
    for (int second = 0; second < 60; second++) {
      consumer.work();
      rig.clock.advance(Duration.ofSeconds(1));
    }
    assertThat(new HashSet<>(rig.sender.pushed)).hasSize(1_000);
  }

  @Test
  void noMoreIsPushedThanTheQueueMayHoldAndTheRestStaysInTheStore() {
    rig.queueDepthMax = 200;
    rig.pageSize = 50;
    rig.scheduleMany(10_000, rig.now());
    var consumer = rig.consumer("a");

    for (int i = 0; i < 10; i++) {
      consumer.work();
      rig.clock.advance(Duration.ofMillis(250));
    }

    assertThat(rig.sender.depths.get(QUEUE)).isEqualTo(200);
    assertThat(
            rig.store.count(
                new Shard(rig.lambdas.list().get(0), ConsumerRig.NORMAL, 0).due(), 20_000))
        .isEqualTo(9_800);
    // A full queue's backlog is not read again and again: only by the rounds.
    var reads =
        consumer.connection.reads.stream().filter(key -> key.equals("resize/normal/0")).count();
    assertThat(reads).isLessThan(10);
  }

  @Test
  void theAgeOfWhatFindsNoRoomGrows() {
    rig.queueDepthMax = 5;
    rig.scheduleMany(5, rig.now().minusSeconds(100));
    rig.scheduleMany(20, rig.now().minusSeconds(10));
    var consumer = rig.consumer("a");
    consumer.work();

    for (int i = 0; i < 30; i++) {
      rig.clock.advance(Duration.ofSeconds(1));
      consumer.duePoll.turn();
    }

    var age = consumer.metrics.get("atf.consumer.due.age.seconds").tag("priority", "normal");
    assertThat(age.gauge().value()).isEqualTo(40);
    rig.queueDepthMax = 2_000;
    for (int i = 0; i < 10; i++) {
      rig.sender.drain();
      rig.clock.advance(Duration.ofSeconds(2));
      consumer.work();
    }
    age = consumer.metrics.get("atf.consumer.due.age.seconds").tag("priority", "normal");
    assertThat(age.gauge().value()).isZero();
  }

  @Test
  void aPollEndsInTimeHoweverLongAListIs() {
    rig.pageSize = 10;
    rig.scheduleMany(1_000, rig.now());
    var consumer = rig.consumer("a");
    rig.readTakes = Duration.ofSeconds(1);
    var begun = rig.now();

    consumer.duePoll.turn();

    assertThat(Duration.between(begun, rig.now())).isLessThan(Duration.ofSeconds(14));
  }

  @Test
  void aBacklogFlowsAsTheQueueIsWorkedOff() {
    rig.queueDepthMax = 200;
    rig.scheduleMany(1_000, rig.now());
    var consumer = rig.consumer("a");

    var steps = 0;
    while (rig.sender.pushed.size() < 1_000 && steps++ < 20) {
      consumer.work();
      rig.sender.drain();
      rig.clock.advance(Duration.ofSeconds(1));
    }

    assertThat(rig.sender.pushed).hasSize(1_000);
    assertThat(new HashSet<>(rig.sender.pushed)).hasSize(1_000);
    assertThat(steps).isLessThan(8);
  }

  @Test
  void noMoreOfALongBacklogIsReadThanItsQueueHasRoomFor() {
    rig.queueDepthMax = 100;
    rig.scheduleMany(1_000, rig.now());
    var consumer = rig.consumer("a");
    consumer.work();
    consumer.duePoll.turn();
    rig.sender.depths.put(QUEUE, 93);
    rig.clock.advance(StoreConsumerTuning.DEFAULTS.depthRefresh());
    consumer.connection.entriesRead = 0;

    consumer.duePoll.turn();
    consumer.releaseAll();

    assertThat(rig.sender.pushed).hasSize(107);
    assertThat(consumer.connection.entriesRead).isLessThanOrEqualTo(2 * (7 + 1));
  }

  @Test
  void theDepthOfAQueueIsAskedOnlyWhenSomethingIsDueForItAndNotTwiceInASecond() {
    var consumer = rig.consumer("a");
    consumer.work();
    assertThat(rig.sender.depthsAsked).isZero();

    rig.scheduleMany(3, rig.now());
    for (int i = 0; i < 4; i++) {
      rig.clock.advance(Duration.ofSeconds(2));
      rig.schedule(rig.now());
      consumer.duePoll.turn();
      consumer.duePoll.turn();
      consumer.releaseAll();
    }

    assertThat(rig.sender.depthsAsked).isEqualTo(4);
  }

  @Test
  void aBacklogOfOneQueueDoesNotDelayAnother() {
    var high = new Priority("high");
    rig.scheduleMany(500, rig.now().minusSeconds(60));
    var urgent =
        rig.schedule(ConsumerRig.LAMBDA, high, rig.now(), rig.now().plus(Duration.ofDays(1)));
    var consumer = rig.consumer("a");
    consumer.duePoll.turn();

    consumer.release.turn();

    assertThat(rig.sender.pushed).hasSize(64).contains(new TaskRef(urgent, 1));
  }

  @Test
  @Tag("F12")
  void aBacklogOfOneLambdaDoesNotDelayAnother() {
    var other = new LambdaName("other");
    rig.register(LambdaDefinition.withDefaults(other, rig.now()));
    rig.scheduleMany(500, rig.now().minusSeconds(60));
    var task =
        rig.schedule(other, ConsumerRig.NORMAL, rig.now(), rig.now().plus(Duration.ofDays(1)));
    var consumer = rig.consumer("a");
    consumer.duePoll.turn();

    consumer.release.turn();

    assertThat(rig.sender.pushed).hasSize(64).contains(new TaskRef(task, 1));
  }

  @Test
  @Tag("F20")
  void aQueueThatIsNearTheInFlightCapIsSeen() {
    rig.sender.inFlight = 99_999;
    rig.sender.depths.put(QUEUE, 7);
    rig.schedule(rig.now());
    var consumer = rig.consumer("a");
    consumer.work();
    consumer.duePoll.turn();
    assertThat(gauge(consumer, "atf.consumer.queue.waiting")).isEqualTo(8);
    assertThat(gauge(consumer, "atf.consumer.queue.inflight")).isEqualTo(99_999);
    assertThat(gauge(consumer, "atf.consumer.queues.near.inflight.max")).isZero();

    rig.sender.inFlight = 100_000;
    rig.schedule(rig.now().plusSeconds(2));
    rig.clock.advance(Duration.ofSeconds(2));
    consumer.duePoll.turn();
    assertThat(gauge(consumer, "atf.consumer.queues.near.inflight.max")).isEqualTo(1);

    rig.clock.advance(Duration.ofMinutes(2));
    consumer.releaseAll();
    consumer.duePoll.turn();
    assertThat(consumer.metrics.find("atf.consumer.queue.waiting").gauges()).isEmpty();
  }

  private static double gauge(ConsumerRig.Consumer consumer, String name) {
    return consumer.metrics.get(name).gauge().value();
  }
}
