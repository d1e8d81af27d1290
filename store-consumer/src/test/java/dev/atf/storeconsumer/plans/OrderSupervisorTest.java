package dev.atf.storeconsumer.plans;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.Alarm;
import dev.atf.model.FrameworkFailure;
import dev.atf.model.TaskId;
import dev.atf.model.TaskStatus;
import dev.atf.model.lambda.GateState;
import dev.atf.model.origin.OrderingKey;
import dev.atf.model.task.ClientTransitions;
import dev.atf.model.task.Ending;
import dev.atf.model.task.Outcome;
import dev.atf.plans.order.OrderState;
import dev.atf.storeconsumer.ConsumerRig;
import java.time.Duration;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Passing of an ordering key's turn from one task to the next. */
final class OrderSupervisorTest {
  private final OrderRig order = new OrderRig();
  private final ConsumerRig rig = order.rig;

  @Test
  void theNextTaskIsReadyAndPushedSoonAfterTheOneBeforeItHasEnded() {
    var first = order.schedule();
    var second = order.schedule();
    order.work();
    assertThat(rig.task(second).waits()).isTrue();
    var attempt = rig.claim(first);

    order.succeed(attempt);
    rig.clock.advance(Duration.ofSeconds(5));
    order.poll.turn();

    assertThat(rig.task(second).status()).isEqualTo(TaskStatus.ENQUEUED);
    assertThat(rig.sender.pushed).contains(rig.task(second).ref());
    assertThat(order.state().isHeldBy(second)).isTrue();
  }

  @Test
  void tasksOfAKeyRunOneAfterTheOtherInTheirOrder() {
    var tasks =
        new TaskId[] {order.schedule(), order.schedule(), order.schedule(), order.schedule()};

    for (int i = 0; i < tasks.length; i++) {
      order.work();
      for (int j = i + 1; j < tasks.length; j++) {
        assertThat(rig.task(tasks[j]).waits()).isTrue();
      }
      order.succeed(rig.claim(tasks[i]));
      rig.clock.advance(Duration.ofSeconds(31));
    }
    order.work();

    assertThat(order.row().alarmAt()).isNull();
    assertThat(order.row().listed()).isFalse();
    assertThat(order.state().waiting()).isFalse();
    assertThat(OrderState.FRESH.holder()).isEqualTo(order.state().holder());
  }

  @Test
  void aTaskThatIsNotDueWaitsForItsTime() {
    var later = order.schedule(rig.now().plusSeconds(60));

    order.work();
    assertThat(rig.task(later).waits()).isTrue();
    rig.clock.advance(Duration.ofSeconds(62));
    order.work();

    assertThat(rig.task(later).status()).isEqualTo(TaskStatus.ENQUEUED);
  }

  @Test
  void skipsTasksCancelledWhileWaiting() {
    var first = order.schedule();
    var cancelled = order.schedule();
    var third = order.schedule();
    order.work();
    rig.must(
        ClientTransitions.cancel(
            cancelled,
            Outcome.failure("", FrameworkFailure.CANCELLED.because("no")),
            Ending.at(rig.now(), rig.lambda())));

    order.succeed(rig.claim(first));
    order.later();

    assertThat(rig.task(third).status()).isEqualTo(TaskStatus.ENQUEUED);
  }

  @Test
  @Tag("O3")
  void aScheduleThatDiedBeforeItsLastWriteIsFinished() {
    var dead = order.header(rig.now());
    var row = order.take(dead);
    assertThat(row.alarmAt()).isNull();
    var second = order.schedule();

    order.work();

    assertThat(rig.task(dead.taskId()).status()).isEqualTo(TaskStatus.ENQUEUED);
    assertThat(rig.task(second).waits()).isTrue();
  }

  @Test
  @Tag("O3")
  void aHolderThatWasNeverWrittenAndIsPastItsDeadlineIsFenced() {
    var dead = order.header(rig.now());
    order.take(dead);
    var second = order.schedule(rig.now().plus(Duration.ofDays(31)));

    rig.clock.advance(Duration.ofDays(31).plusSeconds(2));
    order.work();

    assertThat(rig.task(dead.taskId()).status()).isEqualTo(TaskStatus.CANCELLED);
    assertThat(rig.task(second).status()).isEqualTo(TaskStatus.ENQUEUED);
  }

  @Test
  void behindAClosedGateItsTurnPutsATaskAmongWhatIsDue() {
    var first = order.schedule();
    var second = order.schedule();
    order.work();
    order.succeed(rig.claim(first));
    rig.gate(null, GateState.PAUSED, null);
    order.consumer.learn();

    order.later();

    var task = rig.task(second);
    assertThat(task.status()).isEqualTo(TaskStatus.NEW);
    assertThat(Optional.ofNullable(task.trigger()).orElseThrow().alarm()).isEqualTo(Alarm.DUE);
    order.later();
    assertThat(rig.task(second)).isEqualTo(task);
  }

  @Test
  @Tag("O1")
  void twoConsumersPassATurnOnce() {
    var first = order.schedule();
    var second = order.schedule();
    var third = order.schedule();
    var other = order.poll(rig.consumer("b"));
    order.work();
    order.succeed(rig.claim(first));

    rig.clock.advance(Duration.ofSeconds(31));
    order.poll.turn();
    other.turn();
    order.poll.turn();

    assertThat(rig.task(second).epoch()).isEqualTo(1);
    assertThat(rig.task(third).waits()).isTrue();
  }

  @Test
  void turnsThatArePassedTogetherArePushedTogether() {
    var keys = IntStream.range(0, 25).mapToObj(i -> new OrderingKey("k" + i)).toList();
    var firsts = keys.stream().map(key -> order.schedule(key, rig.now())).toList();
    var seconds = keys.stream().map(key -> order.schedule(key, rig.now())).toList();
    order.work();
    firsts.forEach(first -> order.succeed(rig.claim(first)));
    rig.sender.drain();
    int before = rig.sender.requests;

    order.later();

    assertThat(seconds).allMatch(second -> rig.task(second).status() == TaskStatus.ENQUEUED);
    assertThat(rig.sender.pushed)
        .containsAll(seconds.stream().map(second -> rig.task(second).ref()).toList());
    assertThat(rig.sender.requests - before).isEqualTo(3);
  }

  @Test
  void doesNotPushBeyondTheQueueCapacity() {
    var keys =
        IntStream.range(0, OrderRig.QUEUE_DEPTH_MAX + 10)
            .mapToObj(i -> new OrderingKey("k" + i))
            .toList();
    for (var key : keys) {
      var first = order.schedule(key, rig.now());
      order.schedule(key, rig.now());
      rig.must(
          ClientTransitions.cancel(
              first,
              Outcome.failure("", FrameworkFailure.CANCELLED.because("no")),
              Ending.at(rig.now(), rig.lambda())));
    }

    order.later();

    assertThat(rig.sender.pushed).hasSize(OrderRig.QUEUE_DEPTH_MAX);

    assertThat(rig.sender.depths.values()).allMatch(depth -> depth <= OrderRig.QUEUE_DEPTH_MAX);
  }

  @Test
  void anOutcomeIsSeenBeforeAQuarterOfTheTimeThatItTookIsOver() {
    var first = order.schedule();
    var second = order.schedule();
    order.work();
    var attempt = rig.claim(first);
    var took = Duration.ofSeconds(20);
    var end = rig.now().plus(took);
    while (rig.now().isBefore(end)) {
      rig.clock.advance(Duration.ofMillis(100));
      order.poll.turn();
    }
    order.succeed(attempt);

    rig.clock.advance(took.dividedBy(4));
    order.poll.turn();

    assertThat(rig.task(second).status()).isEqualTo(TaskStatus.ENQUEUED);
  }
}
