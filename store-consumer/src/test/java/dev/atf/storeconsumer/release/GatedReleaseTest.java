package dev.atf.storeconsumer.release;

import static dev.atf.storeconsumer.ConsumerRig.LAMBDA;
import static dev.atf.storeconsumer.ConsumerRig.NORMAL;
import static dev.atf.storeconsumer.ConsumerRig.QUEUE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.model.Alarm;
import dev.atf.model.CollectionName;
import dev.atf.model.Failure;
import dev.atf.model.LambdaName;
import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.model.TaskStatus;
import dev.atf.model.Trigger;
import dev.atf.model.TriggerPartition;
import dev.atf.model.lambda.GateState;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.task.Association;
import dev.atf.model.task.GateTransitions;
import dev.atf.model.task.Outcome;
import dev.atf.model.task.TaskEvent;
import dev.atf.model.task.TaskHeader;
import dev.atf.plans.hint.PlanHint;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import dev.atf.store.testing.Fault;
import dev.atf.store.testing.StoreWrite;
import dev.atf.storeconsumer.ConsumerRig;
import dev.atf.storeconsumer.lambda.LambdaDirectory;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class GatedReleaseTest {
  private static final CollectionName IMPORT = new CollectionName("import");
  private static final CollectionName OTHER = new CollectionName("other");
  private static final Duration POLL = Duration.ofSeconds(2);

  private final ConsumerRig rig = new ConsumerRig();

  @Test
  void nothingOfAPausedLambdaIsReadOrWritten() {
    var consumer = rig.consumer("a");
    var task = rig.schedule(rig.now());
    rig.gate(null, GateState.PAUSED, null);
    consumer.directory.turn();

    for (int i = 0; i < 10; i++) {
      assertThat(consumer.duePoll.turn()).isEqualTo(POLL);
      consumer.releaseAll();
      consumer.gateAll();
      rig.clock.advance(POLL);
    }

    assertThat(consumer.connection.reads).isEmpty();
    assertThat(rig.sender.pushed).isEmpty();
    assertThat(rig.task(task).status()).isEqualTo(TaskStatus.NEW);
    assertThat(rig.task(task).epoch()).isZero();
  }

  @Test
  void pauseForgetsBufferedTasksWithoutMarkingThem() {
    var task = rig.schedule(rig.now().plusSeconds(1));
    var consumer = rig.consumer("a");
    consumer.duePoll.turn();
    assertThat(consumer.lookAhead.size()).isEqualTo(1);

    rig.gate(null, GateState.PAUSED, null);
    consumer.directory.turn();
    rig.clock.advance(Duration.ofSeconds(1));
    consumer.releaseAll();

    assertThat(rig.task(task).status()).isEqualTo(TaskStatus.NEW);
    assertThat(rig.sender.pushed).isEmpty();
    assertThat(consumer.lookAhead.size()).isZero();
  }

  @Test
  void aLambdaThatIsOpenedGoesOnAtOnceAndInOrder() {
    var consumer = rig.consumer("a");
    rig.gate(null, GateState.PAUSED, null);
    consumer.directory.turn();
    var tasks = new ArrayList<TaskId>();
    for (int i = 0; i < 5; i++) {
      consumer.work();
      rig.clock.advance(Duration.ofMillis(300));
      tasks.add(rig.schedule(rig.now()));
    }

    rig.gate(null, GateState.OPEN, null);
    var woken = new ArrayList<Instant>();
    consumer.directory.whenGatesChange(() -> woken.add(rig.now()));
    consumer.directory.turn();
    consumer.work();

    assertThat(woken).hasSize(1);
    assertThat(rig.sender.pushed).extracting(TaskRef::taskId).containsExactlyElementsOf(tasks);
  }

  @Test
  void aGateOpensByItselfWhenItsTimeHasCome() {
    var task = rig.schedule(rig.now());
    rig.gate(null, GateState.PAUSED, rig.now().plusSeconds(10));
    var consumer = rig.consumer("a");

    rig.clock.advance(Duration.ofSeconds(9));
    consumer.work();
    assertThat(rig.sender.pushed).isEmpty();

    rig.clock.advance(POLL);
    consumer.work();
    assertThat(rig.sender.pushed).containsExactly(new TaskRef(task, 1));
  }

  @Test
  void aPollWaitsNoLongerThanUntilAGateOpensByItself() {
    var task = rig.schedule(rig.now());
    rig.gate(null, GateState.PAUSED, rig.now().plusSeconds(3));
    var consumer = rig.consumer("a");

    assertThat(consumer.duePoll.turn()).isEqualTo(POLL);
    rig.clock.advance(POLL);
    assertThat(consumer.duePoll.turn()).isEqualTo(Duration.ofSeconds(1));
    rig.clock.advance(Duration.ofSeconds(1));
    consumer.work();

    assertThat(rig.sender.pushed).containsExactly(new TaskRef(task, 1));
  }

  @Test
  void aGateRegistryThatFailsLeavesTheGatesAsTheyWere() {
    rig.schedule(rig.now());
    rig.gate(null, GateState.PAUSED, null);
    var consumer = rig.consumer("a");
    rig.gatesAway = true;

    assertThatThrownBy(consumer.directory::turn).isInstanceOf(RuntimeException.class);
    consumer.work();

    assertThat(rig.sender.pushed).isEmpty();
  }

  @Test
  void leasesOfAPausedLambdaEndAllTheSame() {
    var task = released();
    rig.claim(task);
    rig.gate(null, GateState.PAUSED, null);
    var consumer = rig.consumer("a");

    rig.clock.advance(ConsumerRig.LEASE.plusMillis(1));
    consumer.work();

    assertThat(rig.task(task).status()).isEqualTo(TaskStatus.RETRIABLE_FAILURE);
  }

  @Test
  void queuedTasksOfAPausedLambdaReturnToTheirPlace() {
    var task = released();
    var due = rig.task(task).header().scheduledAt();
    rig.gate(null, GateState.PAUSED, null);
    var consumer = rig.consumer("a");

    rig.clock.advanceTo(rig.alarm(task));
    consumer.work();

    assertThat(rig.sender.pushed).hasSize(1);
    assertThat(rig.task(task).status()).isEqualTo(TaskStatus.NEW);
    assertThat(rig.task(task).attempt()).isZero();
    assertThat(rig.task(task).trigger()).isEqualTo(new Trigger(Alarm.DUE, due));

    rig.gate(null, GateState.OPEN, null);
    consumer.learn();
    consumer.work();
    assertThat(rig.sender.pushed).contains(new TaskRef(task, 2));
  }

  @Test
  void queuedTasksOfAPausedCollectionAreHeld() {
    var task = rig.schedule(IMPORT, rig.now());
    var consumer = rig.consumer("a");
    consumer.work();
    rig.gate(IMPORT, GateState.PAUSED, null);
    consumer.learn();

    rig.clock.advanceTo(rig.alarm(task));
    consumer.work();

    assertThat(rig.task(task).status()).isEqualTo(TaskStatus.NEW);
    assertThat(rig.task(task).trigger())
        .isEqualTo(new Trigger(Alarm.HELD, rig.task(task).header().scheduledAt()));
  }

  @Test
  void dueTasksOfAPausedCollectionAreHeldAndTheOthersAreReleased() {
    rig.gate(IMPORT, GateState.PAUSED, null);
    var held = rig.schedule(IMPORT, rig.now());
    var passing = rig.schedule(OTHER, rig.now());
    var without = rig.schedule(rig.now());
    var consumer = rig.consumer("a");

    consumer.work();

    assertThat(rig.sender.pushed)
        .extracting(TaskRef::taskId)
        .containsExactlyInAnyOrder(passing, without);
    assertThat(rig.task(held).trigger()).isEqualTo(new Trigger(Alarm.HELD, rig.now()));
    assertThat(rig.task(held).epoch()).isZero();
    assertThat(rig.task(held).history().entries())
        .anySatisfy(
            entry -> {
              assertThat(entry.event()).isEqualTo(TaskEvent.HOLD);
              assertThat(entry.detail()).isEqualTo("paused by ana: the bucket is full");
            });
    assertThat(consumer.count("atf.consumer.gated")).isEqualTo(1);
  }

  @Test
  void aPausedCollectionThatIsOpenedIsReleasedInItsOrderWithinAPollInterval() {
    rig.gate(IMPORT, GateState.PAUSED, null);
    var consumer = rig.consumer("a");
    var tasks = new ArrayList<TaskId>();
    for (int i = 0; i < 30; i++) {
      tasks.add(rig.schedule(IMPORT, rig.now()));
      consumer.work();
      rig.clock.advance(Duration.ofMillis(700));
    }
    consumer.work();
    assertThat(rig.sender.pushed).isEmpty();

    rig.gate(IMPORT, GateState.OPEN, null);
    consumer.learn();
    consumer.work();

    assertThat(rig.sender.pushed).extracting(TaskRef::taskId).containsExactlyElementsOf(tasks);
    assertThat(tasks).allSatisfy(id -> assertThat(rig.task(id).attempt()).isZero());
  }

  @Test
  void aHeldListIsNotReadBehindAClosedGateAndSeldomWhenItIsEmpty() {
    rig.gate(IMPORT, GateState.PAUSED, null);
    var consumer = rig.consumer("a");
    for (int i = 0; i < 10; i++) {
      consumer.work();
      rig.clock.advance(POLL);
    }
    assertThat(heldReads(consumer)).isZero();

    rig.gate(IMPORT, GateState.OPEN, null);
    consumer.learn();
    consumer.work();
    assertThat(heldReads(consumer)).isEqualTo(1);

    for (int i = 0; i < 30; i++) {
      rig.clock.advance(POLL);
      consumer.work();
    }
    assertThat(heldReads(consumer)).isEqualTo(3);

    rig.gate(OTHER, GateState.OPEN, null);
    consumer.learn();
    consumer.work();
    assertThat(heldReads(consumer)).isEqualTo(4);
  }

  @Test
  void tasksHeldAfterOpeningAreFoundAfterTheEmptyRest() {
    rig.gate(IMPORT, GateState.OPEN, null);
    var consumer = rig.consumer("a");
    consumer.work();
    var task = rig.schedule(IMPORT, rig.now());
    // Another host has not heard of the opening yet.
    var list = TriggerPartition.held(LAMBDA, NORMAL, 0, IMPORT);
    rig.must(GateTransitions.hold(task, 0, rig.now(), list, rig.now(), "paused"));

    rig.clock.advance(DueLists.EMPTY_PAUSE);
    consumer.work();

    assertThat(rig.sender.pushed).containsExactly(new TaskRef(task, 1));
  }

  @Test
  void aBacklogOfAPausedCollectionNeitherEatsTheRoomNorBlocksItsPartition() {
    rig.queueDepthMax = 10;
    rig.pageSize = 50;
    var held = new ArrayList<TaskId>();
    for (int i = 0; i < 3_000; i++) {
      held.add(rig.schedule(IMPORT, rig.now().minusSeconds(60)));
    }
    var open = rig.schedule(rig.now());
    rig.gate(IMPORT, GateState.PAUSED, null);
    var consumer = rig.consumer("a");

    // The gate's writes are slow: not one chunk is done while the poll reads past them.
    int turns = 0;
    while (!rig.sender.pushed.contains(new TaskRef(open, 1)) && turns++ < 40) {
      consumer.duePoll.turn();
      consumer.releaseAll();
      rig.clock.advance(Duration.ofMillis(250));
    }
    assertThat(rig.sender.pushed).containsExactly(new TaskRef(open, 1));
    // 61 pages, ten of them immediately into the gate's own capacity, and then four in each turn.
    assertThat(turns).isBetween(10, 15);

    for (int i = 0; i < 40; i++) {
      consumer.work();
      rig.clock.advance(Duration.ofMillis(250));
    }
    assertThat(held)
        .allSatisfy(
            id ->
                assertThat(rig.task(id).trigger())
                    .isNotNull()
                    .extracting(Trigger::alarm)
                    .isEqualTo(Alarm.HELD));
    assertThat(rig.sender.pushed).hasSize(1);
  }

  @Test
  @Tag("B6")
  void dueHeldAndUnclaimedTasksEndBehindADroppingGate() {
    var pushed = rig.schedule(IMPORT, rig.now());
    var consumer = rig.consumer("a");
    consumer.work();
    rig.gate(IMPORT, GateState.PAUSED, null);
    consumer.learn();
    var held = rig.schedule(IMPORT, rig.now());
    rig.clock.advance(POLL);
    consumer.work();
    assertThat(rig.task(held).trigger()).extracting("alarm").isEqualTo(Alarm.HELD);

    rig.gate(IMPORT, GateState.DROPPING, null);
    consumer.learn();
    var due = rig.schedule(IMPORT, rig.now());
    var other = rig.schedule(OTHER, rig.now());
    rig.clock.advanceTo(rig.alarm(pushed));
    consumer.work();

    for (var task : List.of(pushed, held, due)) {
      assertThat(rig.task(task).status()).isEqualTo(TaskStatus.FATAL_FAILURE);
      assertThat(failure(task).code()).isEqualTo("DROPPED");
      assertThat(failure(task).message()).isEqualTo("dropped by ana: the bucket is full");
      assertThat(rig.task(task).trigger()).extracting("alarm").isEqualTo(Alarm.DONE);
    }
    assertThat(rig.sender.pushed).contains(new TaskRef(other, 1));
  }

  @Test
  void aDroppingGateThatWasNotReadForLongDropsNothing() {
    var pushed = rig.schedule(IMPORT, rig.now());
    var consumer = rig.consumer("a");
    consumer.work();
    rig.gate(IMPORT, GateState.DROPPING, null);
    consumer.learn();
    rig.gatesAway = true;
    rig.clock.advance(POLL.plus(LambdaDirectory.DROPS_FOR).plusMillis(1));
    var due = rig.schedule(IMPORT, rig.now());

    consumer.work();

    assertThat(rig.task(pushed).status()).isEqualTo(TaskStatus.ENQUEUED);
    assertThat(rig.task(due).status()).isEqualTo(TaskStatus.NEW);
    assertThat(rig.sender.pushed).hasSize(1);

    rig.gatesAway = false;
    consumer.learn();
    rig.clock.advance(POLL);
    consumer.work();

    assertThat(failure(pushed).code()).isEqualTo("DROPPED");
    assertThat(failure(due).code()).isEqualTo("DROPPED");
  }

  @Test
  void theJobOfADroppedStepHears() {
    var job = PlanId.of(PlanKind.JOB, LAMBDA, "night");
    var deadline = rig.now().plus(Duration.ofDays(1));
    var step =
        new TaskHeader(
                TaskId.ofText("step"),
                LAMBDA,
                NORMAL,
                null,
                0,
                rig.now(),
                rig.now(),
                deadline,
                null)
            .withOrigin(PlanKind.JOB.origin(job, "0-list/1/1", TaskId.ofText("contents")));
    rig.store.create(Association.scheduled(step));
    rig.gate(null, GateState.DROPPING, null);
    var consumer = rig.consumer("a");

    consumer.work();

    assertThat(failure(step.taskId()).code()).isEqualTo("DROPPED");
    assertThat(consumer.plansHinted).extracting(PlanHint::plan).containsExactly(job);
  }

  @Test
  void aDroppedBacklogEndsThoughItsQueueIsFull() {
    rig.queueDepthMax = 10;
    rig.sender.depths.put(QUEUE, 10);
    var tasks = rig.scheduleMany(1_200, rig.now());
    rig.gate(null, GateState.DROPPING, null);
    var consumer = rig.consumer("a");

    for (int i = 0; i < 4; i++) {
      consumer.work();
      rig.clock.advance(Duration.ofMillis(250));
    }

    assertThat(tasks)
        .allSatisfy(id -> assertThat(rig.task(id).status()).isEqualTo(TaskStatus.FATAL_FAILURE));
    assertThat(rig.sender.pushed).isEmpty();
  }

  @Test
  void aDroppingGateLeavesWhatRunsAlone() {
    var task = released();
    rig.claim(task);
    rig.gate(null, GateState.DROPPING, null);
    var consumer = rig.consumer("a");

    rig.clock.advanceTo(rig.alarm(task).minusMillis(1));
    consumer.work();

    assertThat(rig.task(task).status()).isEqualTo(TaskStatus.CLAIMED);
  }

  @Test
  void aClosedGateNeitherSpinsThePollNorDelaysAnotherLambda() {
    var other = new LambdaName("other");
    rig.register(LambdaDefinition.withDefaults(other, rig.now()));
    rig.scheduleMany(2_000, rig.now().minusSeconds(60));
    rig.gate(null, GateState.PAUSED, null);
    var consumer = rig.consumer("a");

    var task = rig.schedule(other, NORMAL, rig.now(), rig.now().plus(Duration.ofDays(1)));
    var wait = consumer.duePoll.turn();
    consumer.releaseAll();

    assertThat(wait).isEqualTo(POLL);
    assertThat(rig.sender.pushed).containsExactly(new TaskRef(task, 1));
  }

  @Test
  void aStoreThatTakesNoHoldMakesTheLoopBackOffAndTheNextPollFindsTheTask() {
    rig.gate(IMPORT, GateState.PAUSED, null);
    var task = rig.schedule(IMPORT, rig.now());
    var consumer = rig.consumer("a");
    consumer.connection.failIf(StoreWrite.by(TaskEvent.HOLD), Fault.UNAVAILABLE);
    consumer.duePoll.turn();
    assertThatThrownBy(consumer.gateStep::turn).isInstanceOf(WritesFailedException.class);

    consumer.connection.reset();
    rig.clock.advance(POLL);
    consumer.work();

    assertThat(rig.task(task).trigger()).extracting("alarm").isEqualTo(Alarm.HELD);
  }

  private long heldReads(ConsumerRig.Consumer consumer) {
    return consumer.connection.reads.stream()
        .filter(key -> key.equals(LAMBDA + "/" + NORMAL + "/0/held/" + IMPORT))
        .count();
  }

  private TaskId released() {
    var task = rig.schedule(rig.now());
    rig.consumer("first").work();
    assertThat(rig.task(task).status()).isEqualTo(TaskStatus.ENQUEUED);
    rig.members.leave("store-consumer", "first");
    return task;
  }

  private Failure failure(TaskId task) {
    return Optional.ofNullable(rig.task(task).outcome()).map(Outcome::failure).orElseThrow();
  }
}
