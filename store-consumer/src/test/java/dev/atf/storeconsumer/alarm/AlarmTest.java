package dev.atf.storeconsumer.alarm;

import static dev.atf.storeconsumer.ConsumerRig.ENQUEUE_TIMEOUT;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.model.Alarm;
import dev.atf.model.Failure;
import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.model.TaskStatus;
import dev.atf.model.Trigger;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.lambda.RetryBudget;
import dev.atf.model.lambda.RetryPolicy;
import dev.atf.model.task.Association;
import dev.atf.model.task.ClientTransitions;
import dev.atf.model.task.Ending;
import dev.atf.model.task.Notes;
import dev.atf.model.task.Outcome;
import dev.atf.model.task.TaskHeader;
import dev.atf.model.task.Transitions;
import dev.atf.plans.hint.PlanHint;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import dev.atf.storeconsumer.ConsumerRig;
import dev.atf.storeconsumer.release.PolledQueues;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class AlarmTest {
  private final ConsumerRig rig = new ConsumerRig();

  @Test
  @Tag("E3.2")
  @Tag("F9")
  void aCrashBetweenMarkAndPushIsMadeUpForWithTheSameEpochAndTheAlarmDoubles() {
    var task = rig.schedule(rig.now());
    var crashed = rig.consumer("a");
    crashed.duePoll.turn();
    rig.sender.dies = true;
    assertThatThrownBy(crashed.release::turn).isInstanceOf(OutOfMemoryError.class);
    rig.sender.dies = false;
    assertThat(rig.task(task).status()).isEqualTo(TaskStatus.ENQUEUED);

    var other = rig.consumer("b");
    rig.members.leave("store-consumer", "a");
    other.learn();
    for (int i = 1; i <= 6; i++) {
      rig.clock.advanceTo(rig.alarm(task));
      other.work();
      assertThat(rig.sender.pushed).hasSize(i).containsOnly(new TaskRef(task, 1));
      assertThat(rig.alarm(task))
          .isEqualTo(rig.now().plus(ENQUEUE_TIMEOUT.multipliedBy(1L << Math.min(i, 4))));
      rig.sender.drain();
      other.learn();
    }
  }

  @Test
  void aWaitingTaskIsNotPushedAgainIntoAQueueFullOfWork() {
    var task = released();
    rig.sender.depths.put(ConsumerRig.QUEUE, 2_000);
    var consumer = rig.consumer("a");

    rig.clock.advanceTo(rig.alarm(task));
    consumer.checkAll();

    assertThat(rig.sender.pushed).hasSize(1);
    assertThat(rig.alarm(task)).isEqualTo(rig.now().plus(ENQUEUE_TIMEOUT.multipliedBy(2)));
    assertThat(consumer.count("atf.consumer.alarm.doubled")).isEqualTo(1);
  }

  @Test
  void aBacklogThatNobodyPollsIsLookedAtOnceInALongTimeAndNotPushedAgain() {
    rig.hostLeaves();
    var tasks = rig.scheduleMany(100, rig.now());
    var consumer = rig.consumer("a");
    rig.clock.advance(PolledQueues.SEEN_WITHIN);

    for (int second = 0; second < 600; second++) {
      consumer.work();
      rig.clock.advance(Duration.ofSeconds(1));
    }

    assertThat(rig.sender.pushed).hasSameSizeAs(tasks);
    assertThat(consumer.count("atf.consumer.alarm.doubled")).isEqualTo(2 * tasks.size());
  }

  @Test
  @Tag("F18")
  void aBacklogThatIsWorkedOffSlowlyIsPushedHardlyMoreThanOnce() {
    rig.queueDepthMax = 200;
    rig.scheduleMany(1_000, rig.now());
    var consumer = rig.consumer("a");

    // Two tasks a second: each waits for minutes, far longer than the enqueue time-out.
    int taken = 0;
    for (int second = 0; second < 600 && taken < rig.sender.pushed.size() + 1; second++) {
      consumer.work();
      for (int i = 0; i < 2 && taken < rig.sender.pushed.size(); i++) {
        var ref = rig.sender.pushed.get(taken++);
        rig.sender.depths.merge(ConsumerRig.QUEUE, -1, Integer::sum);
        var task = rig.task(ref.taskId());
        if (task.status() == TaskStatus.ENQUEUED && task.epoch() == ref.epoch()) {
          var attempt = rig.claim(ref.taskId());
          rig.must(
              Transitions.succeed(
                  attempt,
                  ConsumerRig.LAMBDA,
                  Outcome.successStoredApart("d"),
                  Ending.at(rig.now(), rig.lambdas.list().get(0)),
                  Notes.NONE));
        }
      }
      rig.clock.advance(Duration.ofSeconds(1));
    }

    assertThat(rig.sender.pushed.stream().map(TaskRef::taskId).distinct()).hasSize(1_000);
    assertThat(rig.sender.pushed.size()).isLessThanOrEqualTo(1_200);
  }

  @Test
  void aTaskStillUnclaimedAtItsDeadlineIsParked() {
    var task =
        rig.schedule(ConsumerRig.LAMBDA, ConsumerRig.NORMAL, rig.now(), rig.now().plusSeconds(10));
    var consumer = rig.consumer("a");
    consumer.work();

    assertThat(rig.alarm(task)).isEqualTo(rig.now().plusSeconds(10));
    rig.clock.advanceTo(rig.alarm(task));
    consumer.checkAll();

    assertThat(rig.task(task).status()).isEqualTo(TaskStatus.FATAL_FAILURE);
    assertThat(failure(task).code()).isEqualTo("DEADLINE_EXCEEDED");
  }

  @Test
  void aTaskWhosePushIsRefusedIsParkedAtItsDeadlineToo() {
    var task =
        rig.schedule(ConsumerRig.LAMBDA, ConsumerRig.NORMAL, rig.now(), rig.now().plusMillis(100));
    rig.sender.refuses = true;
    var consumer = rig.consumer("a");

    consumer.work();

    assertThat(rig.alarm(task)).isEqualTo(rig.now().plusMillis(100));
  }

  @Test
  void theEndOfATaskOfAPlanIsHintedAt() {
    var plan = PlanId.of(PlanKind.JOB, ConsumerRig.LAMBDA, "night");
    var id = plan.task("0-only/1/1");
    var header =
        new TaskHeader(
                id,
                ConsumerRig.LAMBDA,
                ConsumerRig.NORMAL,
                null,
                0,
                rig.now(),
                rig.now(),
                rig.now().plusSeconds(4),
                null)
            .withOrigin(PlanKind.JOB.origin(plan, "0-only/1/1", id));
    rig.store.create(Association.scheduled(header));
    var consumer = rig.consumer("a");
    consumer.work();
    assertThat(consumer.plansHinted).isEmpty();

    rig.clock.advance(Duration.ofSeconds(4));
    consumer.checkAll();

    assertThat(consumer.plansHinted)
        .containsExactly(new PlanHint(plan, PlanKind.JOB, ConsumerRig.LAMBDA, 1, null));
  }

  @Test
  void theRetryAfterAnExpiredLeaseNeedsNoPoll() {
    var task = released();
    rig.claim(task);
    var consumer = rig.consumer("a");
    rig.clock.advanceTo(Objects.requireNonNull(rig.task(task).lease()).until().plusMillis(1));
    consumer.checkAll();
    assertThat(rig.task(task).status()).isEqualTo(TaskStatus.RETRIABLE_FAILURE);

    rig.clock.advanceTo(rig.alarm(task));
    consumer.releaseAll();

    assertThat(rig.task(task).status()).isEqualTo(TaskStatus.ENQUEUED);
  }

  @Test
  @Tag("E6.2")
  @Tag("F1")
  void anExpiredLeaseIsARetriableFailureAndTheAttemptStays() {
    var task = released();
    rig.claim(task);
    var lease = Objects.requireNonNull(rig.task(task).lease()).until();
    var consumer = rig.consumer("a");

    rig.clock.advanceTo(lease);
    consumer.checkAll();
    assertThat(rig.task(task).status()).isEqualTo(TaskStatus.CLAIMED);

    rig.clock.advance(Duration.ofMillis(1));
    rig.clock.advance(Duration.ofSeconds(2));
    consumer.checkAll();
    assertThat(rig.task(task).status()).isEqualTo(TaskStatus.RETRIABLE_FAILURE);
    assertThat(rig.task(task).attempt()).isEqualTo(1);
    assertThat(failure(task).code()).isEqualTo("LEASE_EXPIRED");
    assertThat(failure(task).message())
        .contains(ConsumerRig.EXECUTOR.value(), lease.toString(), "attempt 1");

    rig.clock.advanceTo(rig.alarm(task));
    consumer.duePoll.turn();
    rig.clock.advance(Duration.ofSeconds(2));
    consumer.work();
    assertThat(rig.sender.pushed).contains(new TaskRef(task, 2));
  }

  @Test
  void theLastAttemptThatExpiresIsADeadLetter() {
    rig.register(withAttempts(1));
    var task = released();
    rig.claim(task);
    var consumer = rig.consumer("a");

    rig.clock.advance(ConsumerRig.LEASE.plusMillis(1));
    consumer.checkAll();

    assertThat(rig.task(task).status()).isEqualTo(TaskStatus.FATAL_FAILURE);
    assertThat(rig.task(task).trigger()).isEqualTo(new Trigger(Alarm.DEAD, rig.now()));
    assertThat(failure(task).code()).isEqualTo("ATTEMPTS_EXHAUSTED");
  }

  @Test
  void aHeartbeatBetweenTheLookAndTheExpiryWins() {
    var task = released();
    var attempt = rig.claim(task);
    var consumer = rig.consumer("a");
    rig.clock.advance(ConsumerRig.LEASE.plusMillis(1));
    consumer.connection.beforeNext(() -> rig.heartbeat(attempt));

    consumer.checkAll();

    assertThat(rig.task(task).status()).isEqualTo(TaskStatus.PROCESSING);
    assertThat(consumer.count("atf.consumer.alarm.lost")).isEqualTo(1);
  }

  @Test
  void theAlarmOfALivingLeaseGoesToItsEnd() {
    var task = released();
    var attempt = rig.claim(task);
    rig.clock.advance(Duration.ofSeconds(20));
    rig.heartbeat(attempt);
    var consumer = rig.consumer("a");
    rig.clock.advance(Duration.ofSeconds(11));

    consumer.checkAll();

    assertThat(rig.task(task).status()).isEqualTo(TaskStatus.PROCESSING);
    assertThat(rig.alarm(task)).isEqualTo(rig.now().plusSeconds(19));
  }

  @Test
  @Tag("E10.6")
  void anExpiredTaskWhoseCancellationWasRequestedIsCancelled() {
    var task = released();
    rig.claim(task);
    rig.must(ClientTransitions.requestCancel(task, rig.clock.instant(), ""));
    var consumer = rig.consumer("a");

    rig.clock.advance(ConsumerRig.LEASE.plusMillis(1));
    consumer.checkAll();

    assertThat(rig.task(task).status()).isEqualTo(TaskStatus.CANCELLED);
    assertThat(failure(task).code()).isEqualTo("CANCELLED");
  }

  @Test
  void expiredAttemptThatWasToBeKilledIsThatKillAndCountsAsNoDeath() {
    var task = released();
    rig.claim(task);
    rig.must(
        ClientTransitions.requestKill(
            rig.task(task).ref(), rig.clock.instant(), "by alice: stuck"));
    var consumer = rig.consumer("a");

    rig.clock.advance(ConsumerRig.LEASE.plusMillis(1));
    consumer.checkAll();

    assertThat(rig.task(task).status()).isEqualTo(TaskStatus.RETRIABLE_FAILURE);
    assertThat(rig.task(task).attempt()).isEqualTo(1);
    assertThat(rig.task(task).deaths()).isZero();
    assertThat(failure(task).code()).isEqualTo("KILLED");
    assertThat(failure(task).message()).startsWith("by alice: stuck; executor ");
  }

  @Test
  void expiredTaskThatWasToBeKilledAndCancelledIsCancelled() {
    var task = released();
    rig.claim(task);
    rig.must(ClientTransitions.requestKill(rig.task(task).ref(), rig.clock.instant(), "by alice"));
    rig.must(ClientTransitions.requestCancel(task, rig.clock.instant(), ""));
    var consumer = rig.consumer("a");

    rig.clock.advance(ConsumerRig.LEASE.plusMillis(1));
    consumer.checkAll();

    assertThat(rig.task(task).status()).isEqualTo(TaskStatus.CANCELLED);
  }

  @Test
  void aBacklogOfDueTasksDoesNotDelayAlarms() {
    var task = released();
    rig.claim(task);
    rig.queueDepthMax = 10;
    rig.pageSize = 10;
    rig.scheduleMany(2_000, rig.now());
    var consumer = rig.consumer("a");

    rig.clock.advance(ConsumerRig.LEASE.plusMillis(1));
    consumer.duePoll.turn();
    consumer.checkPoll.turn();

    assertThat(rig.task(task).status()).isEqualTo(TaskStatus.RETRIABLE_FAILURE);
  }

  @Test
  void everyPageOfAlarmsIsDealtWith() {
    var tasks = rig.scheduleMany(25, rig.now());
    rig.consumer("a").work();
    tasks.forEach(rig::claim);
    rig.pageSize = 10;
    var consumer = rig.consumer("a");

    rig.clock.advance(ConsumerRig.LEASE.plusMillis(1));
    consumer.checkAll();

    assertThat(tasks)
        .allSatisfy(
            id -> assertThat(rig.task(id).status()).isEqualTo(TaskStatus.RETRIABLE_FAILURE));
  }

  @Test
  void aTurnEndsInTimeHoweverSlowTheStoreAndTheRestIsDealtWithByTheNext() {
    var tasks = rig.scheduleMany(300, rig.now());
    rig.consumer("a").work();
    tasks.forEach(rig::claim);
    var consumer = rig.consumer("a");
    rig.clock.advance(ConsumerRig.LEASE.plusMillis(1));
    rig.writeTakes = Duration.ofMillis(100);
    var begun = rig.now();

    assertThat(consumer.checkPoll.turn()).isZero();
    assertThat(Duration.between(begun, rig.now()))
        .isBetween(Duration.ofSeconds(10), Duration.ofMillis(10_200));
    assertThat(expired(tasks)).isBetween(95L, 105L);

    consumer.checkPoll.turn();
    consumer.checkPoll.turn();
    consumer.checkPoll.turn();
    assertThat(expired(tasks)).isEqualTo(300);
  }

  @Test
  void noAlarmIsPassedOverWhenTheTimeIsOver() {
    var tasks = rig.scheduleMany(300, rig.now());
    rig.consumer("a").work();
    rig.sender.depths.put(ConsumerRig.QUEUE, 2_000);
    var consumer = rig.consumer("a");
    rig.clock.advance(ENQUEUE_TIMEOUT);
    var rang = rig.now();
    rig.writeTakes = Duration.ofMillis(100);

    for (int turn = 0; turn < 4; turn++) {
      consumer.checkPoll.turn();
    }

    assertThat(tasks).allSatisfy(id -> assertThat(rig.alarm(id)).isAfter(rang));
    assertThat(tasks).allSatisfy(id -> assertThat(rig.task(id).pushes()).isEqualTo(2));
  }

  @Test
  void alarmsGoOnAfterTheClockWasSetBack() {
    rig.pageSize = 10;
    var tasks = rig.scheduleMany(25, rig.now());
    rig.consumer("a").work();
    tasks.forEach(rig::claim);
    var consumer = rig.consumer("a");
    rig.clock.advance(ConsumerRig.LEASE.minusSeconds(1));
    var early = released();
    rig.claim(early);
    rig.clock.advance(ConsumerRig.LEASE.plusMillis(1));
    consumer.checkPoll.turn();

    rig.clock.jump(Duration.ofMillis(-ConsumerRig.LEASE.toMillis()));
    consumer.checkPoll.turn();
    consumer.checkPoll.turn();

    assertThat(consumer.count("atf.consumer.poll.failures")).isZero();
  }

  @Test
  void oneTaskThatCannotBeDecidedDoesNotStopTheOthers() {
    var tasks = rig.scheduleMany(3, rig.now());
    rig.consumer("a").work();
    var consumer = rig.consumer("a");
    rig.clock.advance(ENQUEUE_TIMEOUT);
    rig.sender.lookFails = 1;

    consumer.checkAll();

    assertThat(tasks.stream().filter(id -> rig.task(id).pushes() == 2)).hasSize(2);
    assertThat(rig.sender.pushed).hasSize(3 + 2);
  }

  @Test
  @Tag("F3")
  void aWallClockThatJumpsAheadEndsNoLivingLease() {
    var task = released();
    var attempt = rig.claim(task);
    var consumer = rig.consumer("a");
    consumer.checkAll();

    var beyondTheDeadline = Duration.ofDays(40);
    rig.clock.jump(beyondTheDeadline);
    consumer.checkAll();
    assertThat(rig.task(task).status()).isEqualTo(TaskStatus.CLAIMED);
    assertThat(consumer.count("atf.consumer.alarm.ignored")).isEqualTo(1);

    // The holder, whose HSC has the right time, continues for a while and then falls silent.
    rig.clock.advance(Duration.ofSeconds(20));
    rig.must(
        Transitions.heartbeat(
            attempt,
            ConsumerRig.LAMBDA,
            rig.now().minus(beyondTheDeadline).plus(ConsumerRig.LEASE),
            Notes.NONE,
            0,
            false));
    for (int i = 0; i < 15; i++) {
      consumer.checkAll();
      rig.clock.advance(Duration.ofSeconds(2));
      assertThat(rig.task(task).status()).isEqualTo(TaskStatus.PROCESSING);
    }
    rig.clock.advance(Duration.ofSeconds(2));
    consumer.checkAll();
    assertThat(rig.task(task).status()).isEqualTo(TaskStatus.RETRIABLE_FAILURE);
    assertThat(rig.alarm(task)).isBefore(rig.now().minus(beyondTheDeadline));
  }

  @Test
  @Tag("F3")
  void noTaskIsGivenUpWhileTheWallClockIsInDoubt() {
    var task = released();
    var consumer = rig.consumer("a");
    consumer.checkAll();

    rig.clock.jump(Duration.ofDays(40));
    consumer.checkAll();
    assertThat(rig.task(task).status()).isEqualTo(TaskStatus.ENQUEUED);

    rig.clock.jump(Duration.ofDays(-40));
    consumer.checkAll();
    assertThat(rig.task(task).status()).isEqualTo(TaskStatus.ENQUEUED);

    rig.clock.advance(Duration.ofDays(40));
    consumer.checkAll();
    assertThat(rig.task(task).status()).isEqualTo(TaskStatus.FATAL_FAILURE);
  }

  private long expired(List<TaskId> tasks) {
    return tasks.stream()
        .filter(id -> rig.task(id).status() == TaskStatus.RETRIABLE_FAILURE)
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

  private LambdaDefinition withAttempts(int attempts) {
    return rig.lambda()
        .withRetry(
            new RetryPolicy(
                attempts, Duration.ofSeconds(1), Duration.ofMinutes(1), 2, RetryBudget.DEFAULT));
  }
}
