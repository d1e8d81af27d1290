package dev.atf.storeconsumer.alarm;

import static dev.atf.storeconsumer.ConsumerRig.LAMBDA;
import static dev.atf.storeconsumer.ConsumerRig.NORMAL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.CollectionName;
import dev.atf.model.FrameworkFailure;
import dev.atf.model.TaskId;
import dev.atf.model.TaskStatus;
import dev.atf.model.fairness.Fairness;
import dev.atf.model.fairness.FairnessKey;
import dev.atf.model.lambda.GateState;
import dev.atf.model.task.Association;
import dev.atf.model.task.Notes;
import dev.atf.model.task.Outcome;
import dev.atf.model.task.TaskHeader;
import dev.atf.model.task.Transitions;
import dev.atf.plans.hint.PlanHint;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import dev.atf.storeconsumer.ConsumerRig;
import dev.atf.storeconsumer.release.DueLists;
import java.time.Duration;
import java.util.Objects;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests deadlines of tasks that wait in the store. */
final class DeadlineSweepTest {
  private static final CollectionName IMPORT = new CollectionName("import");
  private static final Duration DEADLINE = Duration.ofSeconds(4);

  /** Documented in guarantees.md. */
  private static final Duration LATE_MAX = Duration.ofMinutes(1);

  private final ConsumerRig rig = new ConsumerRig();
  private final Random random = new Random(5);

  @Test
  @Tag("F38")
  void aStepOfAPausedLambdaIsGivenUpAndItsJobHears() {
    var consumer = rig.consumer("a");
    rig.gate(null, GateState.PAUSED, null);
    consumer.directory.turn();
    var job = PlanId.of(PlanKind.JOB, LAMBDA, "night");
    var step =
        create(
            header(null).withOrigin(PlanKind.JOB.origin(job, "0-list/1/1", TaskId.random(random))));

    sweep(consumer, LATE_MAX);

    assertGivenUp(step);
    assertThat(consumer.plansHinted).extracting(PlanHint::plan).containsExactly(job);
    assertThat(consumer.count("atf.consumer.alarm.applied")).isEqualTo(1);
  }

  @Test
  @Tag("F38")
  void aTaskBehindTheGateOfItsCollectionIsGivenUp() {
    var consumer = rig.consumer("a");
    rig.gate(IMPORT, GateState.PAUSED, null);
    consumer.directory.turn();
    var held = create(header(IMPORT));

    sweep(consumer, LATE_MAX);

    assertGivenUp(held);
  }

  @Test
  @Tag("F38")
  void aRetryThatNoQueueHasRoomForIsGivenUp() {
    rig.queueDepthMax = 1;
    var consumer = rig.consumer("a");
    var retried = create(header(null));
    consumer.work();
    var attempt = rig.claim(retried);
    rig.must(
        Transitions.failRetriably(
            attempt,
            LAMBDA,
            1,
            Outcome.failure("d", FrameworkFailure.HANDLER_THREW.because("no")),
            rig.now(),
            rig.now().plusSeconds(1),
            Notes.NONE,
            0));

    sweep(consumer, LATE_MAX);

    assertGivenUp(retried);
  }

  @Test
  void aTaskBeforeItsDeadlineIsLeftAlone() {
    var consumer = rig.consumer("a");
    rig.gate(null, GateState.PAUSED, null);
    consumer.directory.turn();
    var task = rig.schedule(rig.now());

    sweep(consumer, LATE_MAX);

    assertThat(rig.task(task).status()).isEqualTo(TaskStatus.NEW);
  }

  @Test
  @Tag("F3")
  void nothingIsGivenUpWhileTheClockIsInDoubt() {
    var consumer = rig.consumer("a");
    rig.gate(null, GateState.PAUSED, null);
    consumer.directory.turn();
    var task = rig.schedule(rig.now());
    sweep(consumer, Duration.ofSeconds(10));

    rig.clock.jump(Duration.ofDays(40));
    sweep(consumer, Duration.ofSeconds(10));
    rig.clock.jump(Duration.ofDays(-40));
    sweep(consumer, LATE_MAX);

    assertThat(rig.task(task).status()).isEqualTo(TaskStatus.NEW);
  }

  @Test
  @Tag("F38")
  void aTaskOfAFairnessKeyIsGivenUpInTheNextSweepOverAllGroups() {
    rig.register(rig.lambda().withFairness(Fairness.EQUAL));
    rig.gate(null, GateState.PAUSED, null);
    var consumer = rig.consumer("a");
    var task = create(header(null).withFairnessKey(new FairnessKey("zoe")));

    sweep(consumer, DueLists.SWEEP_INTERVAL.plus(LATE_MAX));

    assertGivenUp(task);
  }

  @Test
  @Tag("F38")
  void aLongListIsReadAPageATurnAndItsTasksOnce() {
    var consumer = rig.consumer("a");
    rig.gate(null, GateState.PAUSED, null);
    consumer.directory.turn();
    var waiting = rig.scheduleMany(250, rig.now());
    var last = create(header(null));

    sweep(consumer, LATE_MAX);

    assertGivenUp(last);
    assertThat(waiting).allMatch(task -> rig.task(task).status() == TaskStatus.NEW);
    assertThat(consumer.connection.tasksRead).isEqualTo(251);
  }

  @Test
  void theListsOfALambdaThatReleasesItsTasksAreNotRead() {
    var consumer = rig.consumer("a");
    for (int second = 0; second < 60; second++) {
      rig.schedule(rig.now());
      consumer.duePoll.turn();
      consumer.releaseAll();
      rig.clock.advance(Duration.ofSeconds(1));
      consumer.deadlines.turn();
    }

    assertThat(consumer.connection.tasksRead).isZero();
  }

  @Test
  void aPausedLambdaWithoutTasksCostsTwoReadsAMinuteOfEachList() {
    var consumer = rig.consumer("a");
    rig.gate(null, GateState.PAUSED, null);
    consumer.directory.turn();

    sweep(consumer, Duration.ofMinutes(10));

    assertThat(consumer.connection.reads)
        .filteredOn(list -> !list.endsWith("check"))
        .hasSize(20 * rig.lambda().priorities().size());
  }

  @Test
  void listsThatAreDueTogetherAreReadInTheOrderOfTheShards() {
    rig.register(rig.lambda().withShards(16));
    rig.gate(null, GateState.PAUSED, null);
    var consumer = rig.consumer("a");

    consumer.deadlines.turn();

    var lists = consumer.shards.now().stream().map(shard -> shard.due().key()).toList();
    assertThat(lists).hasSize(16 * rig.lambda().priorities().size());
    assertThat(consumer.connection.reads).containsExactlyElementsOf(lists);
  }

  private void sweep(ConsumerRig.Consumer consumer, Duration time) {
    for (long second = 0; second < time.toSeconds(); second++) {
      consumer.work();
      if (second % DeadlineSweep.TURN_EVERY.toSeconds() == 0) {
        consumer.deadlines.turn();
      }
      rig.clock.advance(Duration.ofSeconds(1));
    }
  }

  private TaskHeader header(@Nullable CollectionName collection) {
    return new TaskHeader(
        TaskId.random(random),
        LAMBDA,
        NORMAL,
        collection,
        0,
        rig.now(),
        rig.now(),
        rig.now().plus(DEADLINE),
        null);
  }

  private TaskId create(TaskHeader header) {
    assertThat(rig.store.create(Association.scheduled(header))).isTrue();
    return header.taskId();
  }

  private void assertGivenUp(TaskId task) {
    assertThat(rig.task(task).status()).isEqualTo(TaskStatus.FATAL_FAILURE);
    var failure =
        Objects.requireNonNull(Objects.requireNonNull(rig.task(task).outcome()).failure());
    assertThat(failure.code()).isEqualTo("DEADLINE_EXCEEDED");
    assertThat(failure.message()).startsWith("it waited in the store until ");
  }
}
