package dev.atf.storeconsumer.plans;

import static dev.atf.storeconsumer.ConsumerRig.LAMBDA;
import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.FrameworkFailure;
import dev.atf.model.LambdaName;
import dev.atf.model.TaskId;
import dev.atf.model.TaskStatus;
import dev.atf.model.condition.Block;
import dev.atf.model.condition.ConditionName;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.rate.Ramp;
import dev.atf.model.task.BlockTransitions;
import dev.atf.model.task.ClientTransitions;
import dev.atf.model.task.Ending;
import dev.atf.model.task.Notes;
import dev.atf.model.task.Outcome;
import dev.atf.model.task.Transitions;
import dev.atf.plans.condition.Blocking;
import dev.atf.plans.condition.ConditionPhase;
import dev.atf.plans.condition.ConditionRow;
import dev.atf.plans.row.PlanId;
import dev.atf.store.plans.ConditionCodec;
import dev.atf.storeconsumer.ConsumerRig;
import dev.atf.storeconsumer.lambda.LambdaDirectory;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Testing of conditions, and the release of the tasks that wait for them. */
final class ConditionSupervisorTest {
  private static final ConditionName DATABASE = new ConditionName("orders-db");
  private static final PlanId ID = ConditionRow.id(LAMBDA, DATABASE);

  private final OrderRig order = new OrderRig();
  private final ConsumerRig rig = order.rig;

  @Test
  void oneTesterIsMadeForAllThatWait() {
    var first = block();
    block();

    order.work();
    order.work();

    var tester = rig.task(row().testerTask());
    assertThat(tester.status()).isEqualTo(TaskStatus.ENQUEUED);
    assertThat(tester.header().contents()).isEqualTo(row().state().tester().contents());
    assertThat(rig.task(first).status()).isEqualTo(TaskStatus.BLOCKED);
    assertThat(row().state().testers()).isEqualTo(1);
  }

  @Test
  void aTestThatPassesReleasesOneTaskAndItsEndTheOthers() {
    var tasks = IntStream.range(0, 20).mapToObj(i -> block()).toList();
    passTest();

    assertThat(row().state().phase()).isEqualTo(ConditionPhase.HALF_OPEN);
    var trial = row().state().trial().orElseThrow();
    assertThat(tasks.stream().filter(this::isReleased)).containsExactly(trial.taskId());
    assertThat(rig.sender.pushed).contains(trial);
    order.succeed(rig.claim(trial.taskId()));
    check(Duration.ofSeconds(1));

    assertThat(row().state().phase()).isEqualTo(ConditionPhase.CLEAR);
    check(Duration.ofSeconds(1));
    assertThat(tasks).allMatch(this::isReleased);
    check(Duration.ofSeconds(1));
    assertThat(row().rests()).isTrue();
    assertThat(order.plans.parts(ID, "", 100)).isEmpty();
  }

  @Test
  void gaugesShowHowManyTasksWaitAndSinceWhen() {
    block();
    block();
    order.work();
    check(Duration.ofMinutes(7));

    assertThat(gauge("atf.consumer.blocked")).isEqualTo(2);
    assertThat(gauge("atf.consumer.condition.age.seconds")).isBetween(419.0, 425.0);
    clear();
    check(Duration.ofSeconds(1));
    check(Duration.ofSeconds(1));
    check(Duration.ofSeconds(1));

    assertThat(row().rests()).isTrue();
    assertThat(gauge("atf.consumer.blocked")).isZero();
    assertThat(gauge("atf.consumer.condition.age.seconds")).isZero();
  }

  private double gauge(String name) {
    return order.consumer.metrics.get(name).tag("lambda", LAMBDA.value()).gauge().value();
  }

  @Test
  void twoConsumersTogetherReleaseNoMoreThanTheRampAllows() {
    var tasks = IntStream.range(0, 1_000).mapToObj(i -> block()).toList();
    clear();
    var since = rig.now();
    var other = order.poll(rig.consumer("b"));

    for (int i = 0; i < 100 && !row().rests(); i++) {
      rig.clock.advance(Duration.ofMillis(130));
      order.poll.turn();
      other.turn();
      long released = tasks.stream().filter(this::isReleased).count();
      assertThat(released)
          .isLessThanOrEqualTo(Ramp.OF_CONDITIONS.total(Duration.between(since, rig.now())));
    }

    assertThat(tasks).allMatch(this::isReleased);
  }

  @Test
  void aTrialThatIsBlockedAgainHasTheConditionTestedLater() {
    block();
    passTest();
    var trial = row().state().trial().orElseThrow();
    var tester = row().testerTask();

    block(trial.taskId(), LAMBDA);
    check(Duration.ofMillis(100));

    assertThat(row().state().phase()).isEqualTo(ConditionPhase.CLOSED);
    assertThat(row().testerTask()).isNotEqualTo(tester);
    assertThat(rig.store.find(row().testerTask())).isEmpty();
    check(Duration.ofSeconds(3));
    assertThat(rig.task(row().testerTask()).status().finished()).isFalse();
  }

  @Test
  void aTesterThatEndsWithoutSuccessIsFollowedByAnother() {
    block();
    order.work();
    var first = row().testerTask();
    order.fail(first);

    check(Duration.ofSeconds(1));
    check(Duration.ofSeconds(3));

    assertThat(row().testerTask()).isNotEqualTo(first);
    assertThat(rig.store.find(row().testerTask())).isPresent();
    assertThat(row().state().failures()).isEqualTo(1);
  }

  @Test
  void theDeletionOfTheLambdaOfTheTesterReleasesTheTasks() {
    var probe = LambdaDefinition.withDefaults(new LambdaName("probe"), rig.now());
    rig.register(probe);
    var task = block(probe.name());
    rig.lambdas.delete(probe, rig.now());
    rig.clock.advance(LambdaDirectory.DELETED_EVERY);
    order.consumer.learn();

    order.work();
    check(Duration.ofSeconds(1));
    check(Duration.ofSeconds(1));

    assertThat(row().state().phase()).isEqualTo(ConditionPhase.CLEAR);
    assertThat(row().state().by()).isEqualTo("the deletion of its tester's lambda probe");
    assertThat(isReleased(task)).isTrue();
  }

  @Test
  void aLambdaOfTheTesterThatWasRegisteredAgainIsWaitedFor() {
    var probe = LambdaDefinition.withDefaults(new LambdaName("probe"), rig.now());
    rig.register(probe);
    var task = block(probe.name());
    rig.lambdas.delete(probe, rig.now());
    rig.clock.advance(LambdaDirectory.DELETED_EVERY);
    order.consumer.learn();
    rig.register(probe);

    order.work();

    assertThat(row().state().phase()).isEqualTo(ConditionPhase.CLOSED);
    assertThat(isReleased(task)).isFalse();
  }

  @Test
  void aTaskThatIsCancelledWhileItWaitsIsPassedOver() {
    var first = block();
    var second = block();
    rig.must(
        ClientTransitions.cancel(
            first,
            Outcome.failure("", FrameworkFailure.CANCELLED.because("no")),
            Ending.at(rig.now(), rig.lambda())));

    passTest();

    assertThat(isReleased(second)).isTrue();
    assertThat(rig.task(first).status()).isEqualTo(TaskStatus.CANCELLED);
  }

  @Test
  void whatARowReleasesAndAnInterruptionLeavesOverComesNext() {
    var tasks = IntStream.range(0, 5).mapToObj(i -> block()).toList();
    clear();
    rig.clock.advance(Duration.ofSeconds(1));
    // As by a consumer that dies behind its put.
    var row = row();
    order.plans.put(
        row.plan()
            .next(
                ConditionCodec.write(new ConditionRow(row.plan(), row.state().withReleased(5)))
                    .state(),
                row.plan().alarmAt()));

    check(Duration.ofSeconds(1));

    assertThat(tasks).allMatch(this::isReleased);
  }

  @Test
  void theAlarmOfATaskThatItsConditionForgotReleasesIt() {
    var forgotten = block();
    clear();
    order.plans.deletePart(ID, ConditionRow.part(ID, rig.task(forgotten).header()).name());
    check(Duration.ofSeconds(1));
    assertThat(row().rests()).isTrue();
    assertThat(rig.task(forgotten).status()).isEqualTo(TaskStatus.BLOCKED);

    rig.clock.advance(Duration.ofSeconds(31));
    order.consumer.work();

    assertThat(rig.task(forgotten).status()).isIn(TaskStatus.NEW, TaskStatus.ENQUEUED);
  }

  @Test
  void theAlarmOfATaskWhoseConditionIsClosedTellsItOfTheTaskAgain() {
    var task = block();
    var part = ConditionRow.part(ID, rig.task(task).header());
    order.plans.deletePart(ID, part.name());

    rig.clock.advance(Duration.ofSeconds(31));
    order.consumer.work();

    assertThat(rig.task(task).status()).isEqualTo(TaskStatus.BLOCKED);
    assertThat(rig.alarm(task)).isAfter(rig.now());
    assertThat(order.plans.parts(ID, "", 10)).containsExactly(part);
  }

  @Test
  void aTaskThatStillWaitsAtItsDeadlineIsADeadLetter() {
    var task = block();

    for (int i = 0; i < 20; i++) {
      rig.clock.advance(Duration.ofDays(2));
      order.consumer.work();
    }

    var ended = rig.task(task);
    assertThat(ended.status()).isEqualTo(TaskStatus.FATAL_FAILURE);
    assertThat(Optional.ofNullable(ended.outcome()).orElseThrow().failure())
        .extracting("code")
        .isEqualTo("DEADLINE_EXCEEDED");
  }

  /** Claims a task, which is then blocked, as by an HSC. */
  private TaskId block() {
    return block(LAMBDA);
  }

  private TaskId block(LambdaName tester) {
    var task = rig.schedule(rig.now());
    rig.must(Transitions.release(task, 0, rig.now(), rig.now(), rig.now().plusSeconds(30)));
    block(task, tester);
    return task;
  }

  private void block(TaskId taskId, LambdaName tester) {
    var attempt = rig.claim(taskId);
    var wish = new Blocking.Wish(DATABASE, tester, false, "refused");
    var found = order.plans.find(ID).map(ConditionCodec::read);
    var step = Blocking.of(wish, rig.task(taskId), rig.lambda(), found, rig.now());
    if (step instanceof Blocking.Close close) {
      order.plans.put(ConditionCodec.write(close.row()));
    }
    order.plans.putPart(ConditionRow.part(ID, rig.task(taskId).header()));
    rig.must(
        BlockTransitions.block(
            attempt,
            LAMBDA,
            new Block(DATABASE, 1),
            "d",
            "refused",
            rig.now(),
            rig.now().plusSeconds(30),
            Notes.NONE));
  }

  /** Has the tester succeed, and its end noticed. */
  private void passTest() {
    order.work();
    order.succeed(rig.claim(row().testerTask()));
    check(Duration.ofSeconds(1));
  }

  private void clear() {
    order.plans.put(ConditionCodec.write(row().released("ada", rig.now())));
  }

  private void check(Duration after) {
    rig.clock.advance(after);
    order.work();
  }

  private boolean isReleased(TaskId taskId) {
    return rig.task(taskId).status() != TaskStatus.BLOCKED;
  }

  private ConditionRow row() {
    return ConditionCodec.read(order.plans.find(ID).orElseThrow());
  }
}
