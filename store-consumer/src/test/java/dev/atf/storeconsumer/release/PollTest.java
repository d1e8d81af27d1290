package dev.atf.storeconsumer.release;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.TaskRef;
import dev.atf.model.TaskStatus;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.storeconsumer.ConsumerRig;
import dev.atf.storeconsumer.lambda.LambdaDirectory;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Polling of partitions, also when some of them cannot be read. */
final class PollTest {
  private final ConsumerRig rig = new ConsumerRig();

  @Test
  void aLambdaThatIsRegisteredLaterIsPickedUp() {
    var consumer = rig.consumer("a");
    var late = new LambdaName("late");
    rig.register(LambdaDefinition.withDefaults(late, rig.now()));
    var task =
        rig.schedule(late, ConsumerRig.NORMAL, rig.now(), rig.now().plus(Duration.ofDays(1)));
    consumer.work();
    assertThat(rig.sender.pushed).isEmpty();

    consumer.directory.turn();
    rig.clock.advance(Duration.ofSeconds(2));
    consumer.work();

    assertThat(rig.sender.pushed).containsExactly(new TaskRef(task, 1));
  }

  @Test
  @Tag("F21")
  void aLambdaThatIsGoneIsPolledAWhileLongerAndThenNoMore() {
    var consumer = rig.consumer("a");
    remove();
    consumer.directory.turn();
    var late = rig.schedule(rig.now());
    rig.clock.advance(LambdaDirectory.KEPT_FOR.minusMillis(1));
    consumer.learn();
    consumer.work();
    assertThat(rig.sender.pushed).containsExactly(new TaskRef(late, 1));

    rig.clock.advance(Duration.ofMillis(1));
    consumer.learn();
    assertThat(consumer.shards.now()).isEmpty();
    assertThat(consumer.directory.find(ConsumerRig.LAMBDA)).isEmpty();

    rig.register(LambdaDefinition.withDefaults(ConsumerRig.LAMBDA, rig.now()));
    consumer.learn();
    remove();
    consumer.learn();
    assertThat(consumer.shards.now()).hasSize(3);
  }

  @Test
  @Tag("F21")
  void taskThatTheIndexShowsADayAfterTheDeletionOfItsLambdaIsADeadLetter() {
    var due = rig.schedule(rig.now().plus(Duration.ofHours(23)));
    var released = rig.schedule(rig.now());
    rig.consumer("before").work();
    rig.lambdas.delete(rig.lambda(), rig.now());
    rig.clock.advance(Duration.ofHours(23));
    var consumer = rig.consumer("a");

    consumer.work();
    consumer.gateAll();

    for (var task : List.of(due, released)) {
      var outcome = Optional.ofNullable(rig.task(task).outcome()).orElseThrow();
      assertThat(rig.task(task).status()).isEqualTo(TaskStatus.FATAL_FAILURE);
      assertThat(String.valueOf(outcome.failure()))
          .contains("DROPPED", "the lambda was deleted at 2026-");
    }
    rig.clock.advance(Duration.ofHours(1));
    consumer.learn();
    rig.clock.advance(LambdaDirectory.KEPT_FOR);
    consumer.learn();
    assertThat(consumer.shards.now()).isEmpty();
  }

  @Test
  void tasksOfALambdaThatWasRegisteredAnewAreNotDroppedThoughItIsReadAsDeleted() {
    var gone = rig.lambda();
    rig.lambdas.delete(gone, rig.now());
    var consumer = rig.consumer("a");
    rig.register(LambdaDefinition.withDefaults(ConsumerRig.LAMBDA, rig.now()));
    var task = rig.schedule(rig.now());

    consumer.work();
    consumer.gateAll();
    assertThat(rig.task(task).status()).isEqualTo(TaskStatus.NEW);

    consumer.learn();
    rig.clock.advance(Duration.ofSeconds(2));
    consumer.work();
    assertThat(rig.sender.pushed).containsExactly(new TaskRef(task, 1));
  }

  @Test
  void staleGateDropsNothingOfAReregisteredLambda() {
    rig.lambdas.delete(rig.lambda(), rig.now());
    var consumer = rig.consumer("a");
    var gate = consumer.directory.gates().of(ConsumerRig.LAMBDA).get(0);
    assertThat(consumer.directory.mayDrop(gate)).isTrue();

    rig.register(LambdaDefinition.withDefaults(ConsumerRig.LAMBDA, rig.now()));
    consumer.directory.turn();

    assertThat(consumer.directory.mayDrop(gate)).isFalse();
  }

  /** Removes the lambda, as if it had never been registered. */
  private void remove() {
    rig.lambdas.delete(rig.lambda(), rig.now());
    rig.lambdas.deleted().forEach(rig.lambdas::forget);
  }

  @Test
  @Tag("E2.1")
  void onePartitionThatCannotBeReadDoesNotStopTheOthers() {
    var high = new Priority("high");
    rig.schedule(rig.now());
    var readable =
        rig.schedule(ConsumerRig.LAMBDA, high, rig.now(), rig.now().plus(Duration.ofDays(1)));
    var consumer = rig.consumer("a");
    consumer.connection.unreadable.add("resize/normal/0");
    consumer.connection.unreadable.add("resize/normal/0/check");

    consumer.work();

    assertThat(rig.sender.pushed).containsExactly(new TaskRef(readable, 1));
    assertThat(consumer.count("atf.consumer.poll.failures")).isEqualTo(2);
  }

  @Test
  void aStoreThatCannotBeReadAtAllMakesTheLoopsBackOff() {
    var consumer = rig.consumer("a");
    for (var partition : rig.lambdas.list().get(0).livePartitions(List.of())) {
      consumer.connection.unreadable.add(partition.key());
    }

    assertThatThrownBy(consumer.duePoll::turn).isInstanceOf(PollFailedException.class);
    assertThatThrownBy(consumer.checkPoll::turn).isInstanceOf(PollFailedException.class);
  }
}
