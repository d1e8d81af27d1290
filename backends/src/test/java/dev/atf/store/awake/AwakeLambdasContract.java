package dev.atf.store.awake;

import static dev.atf.store.SampleTasks.NOW;
import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.task.Association;
import dev.atf.model.task.TaskHeader;
import dev.atf.model.task.Transitions;
import dev.atf.plans.row.Bytes;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import dev.atf.store.SampleTasks;
import dev.atf.store.Stores;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** Behaviour of the awake lambdas on every store. */
abstract class AwakeLambdasContract {
  private final LambdaName lambda = SampleTasks.nextLambda();
  private Instant now = NOW;

  abstract Stores stores();

  @Test
  void taskThatIsDueSoonWakesItsLambda() {
    create(NOW.plus(AwakeLambdas.SOON).minusMillis(1));

    assertThat(awake()).contains(lambda);
  }

  @Test
  void taskThatIsDueLaterWakesNobody() {
    create(NOW.plus(AwakeLambdas.SOON));

    assertThat(awake()).doesNotContain(lambda);
  }

  @Test
  void transitionWithAnAlarmSoonWakesTheLambda() {
    var task = create(NOW.plusSeconds(3_600));
    now = NOW.plusSeconds(3_600);

    waking().apply(Transitions.release(task, 0, now, now, now.plusSeconds(30)));

    assertThat(awake()).contains(lambda);
  }

  @Test
  void planWithAnAlarmSoonWakesItsLambda() {
    var plan =
        Plan.fresh(PlanId.of(PlanKind.JOB, lambda, "job"), PlanKind.JOB, lambda, "job", 1, NOW);
    var plans = new WakingPlans(stores().plans(), new AwakeLambdas(stores().members()), () -> now);
    plans.put(plan.with(Bytes.EMPTY, NOW.plusSeconds(3_600)));
    assertThat(awake()).doesNotContain(lambda);

    plans.put(plan.next(Bytes.EMPTY, NOW));

    assertThat(awake()).contains(lambda);
  }

  @Test
  void lambdaSleepsAgainSomeTimeAfterItsLastTrigger() {
    create(NOW);

    for (int second = 0; second < AwakeLambdas.AWAKE_FOR.toSeconds(); second += 7) {
      now = NOW.plusSeconds(second);
      assertThat(awake()).contains(lambda);
    }
    now = NOW.plus(AwakeLambdas.AWAKE_FOR).plus(Duration.ofMillis(1));
    assertThat(awake()).doesNotContain(lambda);
  }

  @Test
  void lambdaStaysAwakeWhileTriggersAreWritten() {
    var waking = waking();

    for (int minute = 0; minute < 30; minute++) {
      now = NOW.plusSeconds(60L * minute);
      waking.create(task(now));
      assertThat(awake()).contains(lambda);
    }
  }

  private TaskId create(Instant at) {
    var task = task(at);
    assertThat(waking().create(task)).isTrue();
    return task.taskId();
  }

  private Association task(Instant at) {
    return Association.scheduled(
        new TaskHeader(
            SampleTasks.nextId(),
            lambda,
            new Priority("high"),
            null,
            0,
            now,
            at,
            at.plus(Duration.ofDays(30)),
            null));
  }

  private WakingTransitions waking() {
    return new WakingTransitions(
        stores().transitions(),
        stores().associations(),
        new AwakeLambdas(stores().members()),
        () -> now);
  }

  private Set<LambdaName> awake() {
    return new AwakeLambdas(stores().members()).read(now);
  }
}
