package dev.atf.storeconsumer.release;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.Attempt;
import dev.atf.model.LambdaName;
import dev.atf.model.Payload;
import dev.atf.model.TaskId;
import dev.atf.model.TaskStatus;
import dev.atf.model.origin.OrderingKey;
import dev.atf.model.task.Association;
import dev.atf.model.task.ChildTransitions;
import dev.atf.model.task.Children;
import dev.atf.model.task.Ending;
import dev.atf.model.task.Join;
import dev.atf.model.task.Notes;
import dev.atf.model.task.Outcome;
import dev.atf.model.task.Parent;
import dev.atf.model.task.TaskEvent;
import dev.atf.model.task.TaskHeader;
import dev.atf.plans.hint.PlanHint;
import dev.atf.plans.job.JoinJob;
import dev.atf.plans.row.PlanId;
import dev.atf.store.plans.OrderCodec;
import dev.atf.store.testing.Fault;
import dev.atf.store.testing.StoreWrite;
import dev.atf.storeconsumer.ConsumerRig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests that the children of a success are created exactly once, whichever process dies in between.
 */
final class ChildTaskCreationTest {
  private static final OrderingKey KEY = new OrderingKey("account 17");

  private final ConsumerRig rig = new ConsumerRig();

  @Test
  void theChildrenOfASuccessAreMadeAndReleasedAndTheirParentIsSettled() {
    var consumer = rig.consumer("a");
    var parent = succeededWith(consumer, 3);
    check(consumer);
    consumer.releaseAll();

    var settled = rig.task(parent);
    assertThat(settled.children()).isEqualTo(new Children(3, List.of()));
    assertThat(settled.status()).isEqualTo(TaskStatus.SUCCESS);
    assertThat(settled.trigger()).isNull();
    assertThat(settled.expiresAt())
        .isEqualTo(Ending.at(rig.now(), rig.lambdas.list().get(0)).expiresAt());
    for (int number = 0; number < 3; number++) {
      var child = child(parent, number);
      assertThat(child.status()).isEqualTo(TaskStatus.ENQUEUED);
      assertThat(child.header().parent()).isEqualTo(new Parent(parent, 1, number));
    }
  }

  @Test
  void aConsumerThatIsCutOffAmongTheChildrenLeavesTheRestToTheNextLook() {
    var consumer = rig.consumer("a");
    var parent = succeededWith(consumer, 3);
    consumer.connection.failIf(StoreWrite.creationsAfter(2), Fault.UNAVAILABLE);

    check(consumer);

    assertThat(rig.task(parent).isUnsettled()).isTrue();
    assertThat(rig.store.find(new Parent(parent, 1, 2).childId())).isEmpty();
    consumer.connection.reset();
    check(consumer);
    assertThat(rig.task(parent).isUnsettled()).isFalse();
    assertThat(child(parent, 2).status()).isEqualTo(TaskStatus.NEW);
  }

  @Test
  @Tag("F35")
  void childrenOfAConsumerThatDiedBeforeItRecordedThemAreNotCreatedAgain() {
    var first = rig.consumer("a");
    var parent = succeededWith(first, 2);
    first.connection.failIf(StoreWrite.by(TaskEvent.SETTLE), Fault.UNAVAILABLE);
    check(first);
    first.releaseAll();
    assertThat(rig.task(parent).isUnsettled()).isTrue();
    var enqueued = child(parent, 0);
    assertThat(enqueued.status()).isEqualTo(TaskStatus.ENQUEUED);

    first.connection.reset();
    check(first);

    assertThat(rig.task(parent).isUnsettled()).isFalse();
    assertThat(child(parent, 0)).isEqualTo(enqueued);
  }

  @Test
  void oneThatReadTheOutboxBeforeItWasEmptiedChangesNothing() {
    var consumer = rig.consumer("a");
    var parent = succeededWith(consumer, 1);
    var seen = rig.task(parent);
    check(consumer);
    var settled = rig.task(parent);

    var late =
        ChildTransitions.settle(seen, List.of(), Ending.at(rig.now(), rig.lambdas.list().get(0)));

    assertThat(late.failing(settled)).isNotEmpty();
  }

  @Test
  void childrenOfALambdaThatNobodyKnowsAreMadeAllTheSame() {
    var consumer = rig.consumer("a");
    var parent = succeededWith(consumer, new LambdaName("gone"), 1);

    check(consumer);

    assertThat(child(parent, 0).status()).isEqualTo(TaskStatus.NEW);
    assertThat(rig.task(parent).isUnsettled()).isFalse();
  }

  @Test
  void childrenOfAnOrderingKeyWaitForEachOtherInTheirOrder() {
    var consumer = rig.consumer("a");
    var parent = succeededWithOrdered(consumer, 3);
    consumer.connection.failIf(StoreWrite.creationsAfter(2), Fault.UNAVAILABLE);
    check(consumer);
    assertThat(rig.task(parent).isUnsettled()).isTrue();
    consumer.connection.reset();

    check(consumer);

    assertThat(rig.task(parent).isUnsettled()).isFalse();
    assertThat(child(parent, 0).waits()).isFalse();
    assertThat(child(parent, 1).waits()).isTrue();
    assertThat(child(parent, 2).waits()).isTrue();
    var row = rig.plans.find(PlanId.of(ConsumerRig.LAMBDA, KEY)).orElseThrow();
    var state = OrderCodec.state(row);
    assertThat(state.holder().orElseThrow().taskId()).isEqualTo(child(parent, 0).taskId());
    assertThat(
            rig.plans.parts(row.id(), state.from(), 9).stream()
                .map(part -> OrderCodec.member(row, part).taskId())
                .distinct())
        .containsExactly(child(parent, 1).taskId(), child(parent, 2).taskId());
  }

  @Test
  void aChildThatGotItsTurnAndWasNeverWrittenIsWrittenByTheNextLook() {
    var consumer = rig.consumer("a");
    var parent = succeededWithOrdered(consumer, 1);
    consumer.connection.failIf(StoreWrite.creationsAfter(0), Fault.UNAVAILABLE);
    check(consumer);
    assertThat(rig.store.find(new Parent(parent, 1, 0).childId())).isEmpty();
    var row = rig.plans.find(PlanId.of(ConsumerRig.LAMBDA, KEY)).orElseThrow();
    assertThat(OrderCodec.state(row).holder().orElseThrow().header().parent())
        .as("a supervisor could write it, too")
        .isEqualTo(new Parent(parent, 1, 0));
    consumer.connection.reset();

    check(consumer);

    assertThat(child(parent, 0).waits()).isFalse();
    assertThat(rig.plans.find(row.id())).contains(row);
  }

  private TaskId succeededWithOrdered(ConsumerRig.Consumer consumer, int children) {
    return succeeded(
        consumer,
        attempt -> {
          var outbox = new ArrayList<TaskHeader>();
          for (int number = 0; number < children; number++) {
            var of = new Parent(attempt.taskId(), attempt.epoch(), number);
            var deadline = rig.now().plus(Duration.ofDays(1));
            outbox.add(
                new TaskHeader(
                        of.childId(),
                        ConsumerRig.LAMBDA,
                        ConsumerRig.NORMAL,
                        null,
                        0,
                        rig.now(),
                        rig.now(),
                        deadline,
                        deadline.plus(Duration.ofDays(10)),
                        KEY.origin(of.childId(), ConsumerRig.LAMBDA),
                        null,
                        null,
                        null,
                        null)
                    .withParent(of));
          }
          return Children.toCreate(outbox, List.of());
        });
  }

  @Test
  @Tag("F35")
  void theJobOfChildrenThatATaskWaitsForIsMadeOnce() {
    var consumer = rig.consumer("a");
    var join = new Join(0, ConsumerRig.LAMBDA, 1, 3, "f", rig.now());
    var parent = succeededWith(consumer, List.of(join));
    consumer.connection.failIf(StoreWrite.by(TaskEvent.SETTLE), Fault.UNAVAILABLE);
    check(consumer);
    var plan = rig.plans.find(JoinJob.id(join, rig.task(parent).ref())).orElseThrow();
    assertThat(consumer.plansHinted).extracting(PlanHint::plan).containsExactly(plan.id());
    var goneOn = plan.next(plan.state(), rig.now().plusSeconds(7));
    rig.plans.put(goneOn);
    consumer.connection.reset();

    check(consumer);

    assertThat(rig.task(parent).isUnsettled()).isFalse();
    assertThat(rig.task(parent).children().joins()).containsExactly(join);
    assertThat(plan.alarmAt()).isEqualTo(join.createdAt());
    assertThat(plan.version()).isEqualTo(1);
    assertThat(rig.plans.find(plan.id())).contains(goneOn);
  }

  private TaskId succeededWith(ConsumerRig.Consumer consumer, List<Join> joins) {
    return succeeded(consumer, attempt -> Children.toCreate(List.of(), joins));
  }

  private TaskId succeeded(ConsumerRig.Consumer consumer, Function<Attempt, Children> childrenOf) {
    var parent = rig.schedule(rig.now());
    consumer.work();
    var attempt = rig.claim(parent);
    rig.must(
        ChildTransitions.succeed(
            attempt,
            ConsumerRig.LAMBDA,
            Outcome.success("d", Payload.EMPTY).with(childrenOf.apply(attempt)),
            Ending.at(rig.now(), rig.lambda()),
            Notes.NONE));
    return parent;
  }

  private void check(ConsumerRig.Consumer consumer) {
    rig.clock.advance(Duration.ofSeconds(5));
    consumer.checkAll();
  }

  private Association child(TaskId parent, int number) {
    return rig.task(new Parent(parent, 1, number).childId());
  }

  private TaskId succeededWith(ConsumerRig.Consumer consumer, int children) {
    return succeededWith(consumer, ConsumerRig.LAMBDA, children);
  }

  private TaskId succeededWith(ConsumerRig.Consumer consumer, LambdaName lambda, int children) {
    var parent = rig.schedule(rig.now());
    consumer.work();
    var attempt = rig.claim(parent);
    var outbox = new ArrayList<TaskHeader>();
    for (int number = 0; number < children; number++) {
      var of = new Parent(parent, attempt.epoch(), number);
      outbox.add(
          new TaskHeader(
                  of.childId(),
                  lambda,
                  ConsumerRig.NORMAL,
                  null,
                  0,
                  rig.now(),
                  rig.now(),
                  rig.now().plus(Duration.ofDays(1)),
                  null)
              .withParent(of));
    }
    rig.must(
        ChildTransitions.succeed(
            attempt,
            ConsumerRig.LAMBDA,
            Outcome.success("d", Payload.EMPTY).with(Children.toCreate(outbox, List.of())),
            Ending.at(rig.now(), rig.lambda()),
            Notes.NONE));
    return parent;
  }
}
