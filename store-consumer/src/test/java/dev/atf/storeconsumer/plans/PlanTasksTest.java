package dev.atf.storeconsumer.plans;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.TaskStatus;
import dev.atf.model.lambda.GateState;
import dev.atf.model.task.Association;
import dev.atf.model.task.TaskHeader;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import dev.atf.storeconsumer.ConsumerRig;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;

/** Release of a task that a plan has just created. */
final class PlanTasksTest {
  private final ConsumerRig rig = new ConsumerRig();
  private final ConsumerRig.Consumer consumer = rig.consumer("a");
  private final PlanTasks tasks = consumer.planTasks(rig.store);

  @Test
  void oneThatIsDueIsReleasedWithoutAPoll() {
    var task = task("now", rig.now());

    assertThat(tasks.create(task)).isTrue();
    consumer.releaseAll();

    assertThat(rig.task(task.taskId()).status()).isEqualTo(TaskStatus.ENQUEUED);
  }

  @Test
  void oneThatIsDueSoonIsReleasedAtItsTime() {
    var task = task("soon", rig.now().plusMillis(2_500));
    tasks.create(task);

    rig.clock.advance(Duration.ofMillis(2_499));
    consumer.releaseAll();
    assertThat(rig.task(task.taskId()).status()).isEqualTo(TaskStatus.NEW);
    rig.clock.advance(Duration.ofMillis(1));
    consumer.releaseAll();

    assertThat(rig.task(task.taskId()).status()).isEqualTo(TaskStatus.ENQUEUED);
  }

  @Test
  void oneThatIsDueLaterIsLeftToThePoll() {
    var task = task("later", rig.now().plusMillis(2_501));

    tasks.create(task);

    assertThat(consumer.lookAhead.size()).isZero();
  }

  @Test
  void aSecondOfTheSameIdIsNotCreated() {
    var task = task("twice", rig.now());
    tasks.create(task);
    consumer.releaseAll();

    assertThat(tasks.create(task)).isFalse();
    consumer.releaseAll();

    assertThat(rig.task(task.taskId()).epoch()).isEqualTo(1);
  }

  @Test
  void oneBehindAClosedGateWaits() {
    rig.gate(null, GateState.PAUSED, null);
    consumer.learn();
    rig.clock.advance(Duration.ofSeconds(3));
    consumer.learn();
    var task = task("gated", rig.now());

    tasks.create(task);
    consumer.releaseAll();

    assertThat(rig.task(task.taskId()).status()).isEqualTo(TaskStatus.NEW);
  }

  private Association task(String member, Instant at) {
    var plan = PlanId.of(PlanKind.PERIODIC, ConsumerRig.LAMBDA, "p");
    var id = plan.task(member);
    return Association.scheduled(
        new TaskHeader(
                id,
                ConsumerRig.LAMBDA,
                ConsumerRig.NORMAL,
                null,
                0,
                rig.now(),
                at,
                at.plus(Duration.ofDays(1)),
                null)
            .withOrigin(PlanKind.PERIODIC.origin(plan, member, id)));
  }
}
