package dev.atf.storeconsumer.alarm;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.Alarm;
import dev.atf.model.LambdaName;
import dev.atf.model.Payload;
import dev.atf.model.TaskId;
import dev.atf.model.TaskStatus;
import dev.atf.model.Trigger;
import dev.atf.model.lambda.GateState;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.lambda.RetryPolicy;
import dev.atf.model.origin.Origin;
import dev.atf.model.task.Association;
import dev.atf.model.task.ClientTransitions;
import dev.atf.model.task.EndStatuses;
import dev.atf.model.task.Ending;
import dev.atf.model.task.Notice;
import dev.atf.model.task.NoticeTarget;
import dev.atf.model.task.Notices;
import dev.atf.model.task.OnFinish;
import dev.atf.model.task.Outcome;
import dev.atf.model.task.Subscription;
import dev.atf.model.task.TaskEvent;
import dev.atf.model.task.TaskHeader;
import dev.atf.model.task.Transition;
import dev.atf.model.task.Transitions;
import dev.atf.store.testing.Fault;
import dev.atf.store.testing.StoreWrite;
import dev.atf.storeconsumer.ConsumerRig;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that the notices of an end are created exactly once, whichever process dies in between. */
final class SettleTest {
  private static final LambdaName TOLD = new LambdaName("told");
  private static final NoticeTarget TARGET =
      new NoticeTarget(TOLD, ConsumerRig.NORMAL, new TaskId("0123456789abcdef0123456789abcdef"));

  private final ConsumerRig rig = new ConsumerRig();
  private final ConsumerRig.Consumer consumer;

  SettleTest() {
    rig.register(LambdaDefinition.withDefaults(TOLD, rig.now()));
    subscribe("ends", EndStatuses.ALL);
    consumer = rig.consumer("a");
  }

  @Test
  void anExpiredTaskMakesItsNoticeAndThenIsADeadLetter() {
    var retry = RetryPolicy.DEFAULT;
    rig.register(
        rig.lambda()
            .withRetry(
                new RetryPolicy(1, retry.initialBackoff(), retry.maxBackoff(), 2, retry.budget())));
    consumer.learn();
    var task = running();
    rig.clock.advance(ConsumerRig.LEASE.plusSeconds(10));
    rig.hscBeats();
    consumer.learn();
    consumer.checkAll();
    assertThat(rig.task(task).status()).isEqualTo(TaskStatus.FATAL_FAILURE);
    assertThat(rig.task(task).notices().due()).containsExactly("ends");

    check();

    var settled = rig.task(task);
    assertThat(settled.notices()).isEqualTo(new Notices(List.of(), List.of("ends")));
    assertThat(settled.trigger()).isEqualTo(new Trigger(Alarm.DEAD, settled.finishedAt()));
    var notice = notice("ends", task).orElseThrow();
    assertThat(Notice.of(notice.header()).orElseThrow().failureCode())
        .isEqualTo("ATTEMPTS_EXHAUSTED");
    assertThat(notice.header().contents()).isEqualTo(TARGET.contents());
  }

  @Test
  void aDroppedTaskMakesItsNoticeAndIsNoDeadLetter() {
    var task = rig.schedule(rig.now());
    rig.gate(null, GateState.DROPPING, null);
    consumer.learn();
    consumer.duePoll.turn();
    consumer.gateAll();
    assertThat(rig.task(task).isUnsettled()).isTrue();

    check();

    assertThat(notice("ends", task)).isPresent();
    assertThat(rig.task(task).trigger())
        .isEqualTo(new Trigger(Alarm.DONE, rig.task(task).finishedAt()));
  }

  @Test
  @Tag("N2")
  void aConsumerThatIsCutOffBeforeTheNoticeLeavesItToTheNextLook() {
    var task = cancelled();
    consumer.connection.failIf(StoreWrite.creationsAfter(0), Fault.UNAVAILABLE);

    check();

    assertThat(notice("ends", task)).isEmpty();
    assertThat(rig.task(task).isUnsettled()).isTrue();
    consumer.connection.reset();
    check();
    assertThat(notice("ends", task)).isPresent();
    assertThat(rig.task(task).isUnsettled()).isFalse();
  }

  @Test
  @Tag("N2")
  void aNoticeOfAConsumerThatDiedBeforeItRecordedItIsNotCreatedAgain() {
    var task = cancelled();
    consumer.connection.failIf(StoreWrite.by(TaskEvent.SETTLE), Fault.UNAVAILABLE);
    check();
    assertThat(rig.task(task).isUnsettled()).isTrue();
    consumer.releaseAll();
    var released = notice("ends", task).orElseThrow();
    assertThat(released.status()).isEqualTo(TaskStatus.ENQUEUED);
    consumer.connection.reset();

    check();

    assertThat(rig.task(task).isUnsettled()).isFalse();
    assertThat(notice("ends", task)).contains(released);
  }

  @Test
  @Tag("N4")
  void anEndedTaskWithADueNoticeIsNotRedriven() {
    var task = dead();

    var redrive =
        ClientTransitions.redrive(
            task, rig.task(task).epoch(), rig.now(), rig.now().plus(Duration.ofDays(1)));

    assertThat(redrive.failing(rig.task(task))).isNotEmpty();
    check();
    assertThat(redrive.failing(rig.task(task))).isEmpty();
    var first = notice("ends", task).orElseThrow();
    rig.must(redrive);
    rig.must(giveUp(task));
    check();
    assertThat(notice("ends", task).orElseThrow().taskId()).isNotEqualTo(first.taskId());
  }

  @Test
  void aSubscriptionThatThisConsumerHasNotReadYetIsFound() {
    subscribe("later", EndStatuses.ALL);
    var task = rig.schedule(rig.now().plusSeconds(3_600));
    var all = rig.subscriptions.read().of(ConsumerRig.LAMBDA);
    rig.must(
        ClientTransitions.cancel(
            task,
            Outcome.success("", Payload.EMPTY),
            Ending.at(rig.now(), rig.lambda()).with(all)));

    check();

    assertThat(notice("later", task)).isPresent();
    assertThat(rig.task(task).notices().created()).containsExactly("ends", "later");
  }

  @Test
  void aDeletedSubscriptionMakesNoNoticeAndItsTaskIsSettled() {
    var task = cancelled();
    assertThat(rig.subscriptions.delete(rig.subscriptions.read().find("ends").orElseThrow()))
        .isTrue();

    consumer.learn();
    check();

    assertThat(notice("ends", task)).isEmpty();
    assertThat(rig.task(task).notices()).isEqualTo(Notices.NONE);
    assertThat(rig.task(task).trigger())
        .isEqualTo(new Trigger(Alarm.DONE, rig.task(task).finishedAt()));
  }

  @Test
  @Tag("N7")
  void anEndThatNobodyWantsToKnowCostsNothing() {
    assertThat(rig.subscriptions.delete(rig.subscriptions.read().find("ends").orElseThrow()))
        .isTrue();
    subscribe("failures", EnumSet.of(TaskStatus.FATAL_FAILURE));
    consumer.learn();

    var task = cancelled();

    assertThat(rig.task(task).isUnsettled()).isFalse();
  }

  @Test
  @Tag("N5")
  void noticesDoNotTellOfThemselvesForEver() {
    rig.subscriptions.put(
        subscription(
            "back",
            TOLD,
            new NoticeTarget(ConsumerRig.LAMBDA, ConsumerRig.NORMAL, TARGET.contents())),
        Optional.empty());
    consumer.learn();
    var task = cancelled();
    int hops = 0;
    for (; hops < 20; hops++) {
      check();
      var name = hops % 2 == 0 ? "ends" : "back";
      var next = notice(name, task);
      if (next.isEmpty()) {
        break;
      }
      task = next.get().taskId();
      rig.must(cancel(task));
    }

    assertThat(hops).isEqualTo(Notice.HOPS_MAX);
  }

  @Test
  void aNoticeMakesNoneOfTheSubscriptionThatMadeIt() {
    var all = subscription("all", ConsumerRig.LAMBDA, TARGET);
    var own =
        new TaskHeader(
                TARGET.contents(),
                ConsumerRig.LAMBDA,
                ConsumerRig.NORMAL,
                null,
                0,
                rig.now(),
                rig.now(),
                rig.now(),
                null)
            .withOrigin(new Origin(Notice.KIND, all.owner(), "", TARGET.contents()));

    assertThat(all.covers(own.withOrigin(null), TaskStatus.SUCCESS)).isTrue();
    assertThat(all.covers(own, TaskStatus.SUCCESS)).isFalse();
  }

  @Test
  @Tag("N3")
  void aTaskThatAsksForItsOwnNoticeIsDroppedWithIt() {
    assertThat(rig.subscriptions.delete(rig.subscriptions.read().find("ends").orElseThrow()))
        .isTrue();
    var header = rig.task(rig.schedule(rig.now())).header();
    var asking =
        header
            .withTaskId(TARGET.contents())
            .withOnFinish(new OnFinish(TARGET, EnumSet.of(TaskStatus.FATAL_FAILURE)));
    rig.store.create(Association.scheduled(asking));
    rig.gate(null, GateState.DROPPING, null);
    consumer.learn();
    consumer.work();

    check();

    assertThat(rig.task(asking.taskId()).status()).isEqualTo(TaskStatus.FATAL_FAILURE);
    assertThat(notice(OnFinish.NAME, asking.taskId())).isPresent();
    assertThat(notice(OnFinish.NAME, header.taskId())).isEmpty();
  }

  private void subscribe(String name, Set<TaskStatus> statuses) {
    var all = subscription(name, ConsumerRig.LAMBDA, TARGET);
    assertThat(
            rig.subscriptions.put(
                new Subscription(name, all.source(), null, statuses, TARGET, all.updatedAt()),
                Optional.empty()))
        .isTrue();
  }

  private Subscription subscription(String name, LambdaName source, NoticeTarget target) {
    return new Subscription(name, source.value(), null, EndStatuses.ALL, target, rig.now());
  }

  private TaskId cancelled() {
    var task = rig.schedule(rig.now().plusSeconds(3_600));
    rig.must(cancel(task));
    return task;
  }

  private Transition cancel(TaskId task) {
    var lambda = rig.lambdas.find(rig.task(task).header().lambda()).orElseThrow();
    return ClientTransitions.cancel(
        task, Outcome.success("", Payload.EMPTY), consumer.directory.ending(rig.now(), lambda));
  }

  private TaskId dead() {
    var task = rig.schedule(rig.now().plusSeconds(3_600));
    rig.must(giveUp(task));
    return task;
  }

  private Transition giveUp(TaskId task) {
    return Transitions.giveUp(
        task,
        rig.task(task).epoch(),
        Outcome.success("", Payload.EMPTY),
        consumer.directory.ending(rig.now(), rig.lambda()));
  }

  private TaskId running() {
    var task = rig.schedule(rig.now());
    consumer.work();
    var attempt = rig.claim(task);
    assertThat(attempt.epoch()).isEqualTo(1);
    return task;
  }

  private void check() {
    rig.clock.advance(Duration.ofSeconds(5));
    consumer.checkAll();
  }

  private Optional<Association> notice(String name, TaskId source) {
    return rig.store.find(Notices.idOf(name, source, rig.task(source).epoch()));
  }
}
