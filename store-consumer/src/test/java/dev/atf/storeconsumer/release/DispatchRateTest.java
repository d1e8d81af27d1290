package dev.atf.storeconsumer.release;

import static dev.atf.storeconsumer.ConsumerRig.LAMBDA;
import static dev.atf.storeconsumer.ConsumerRig.NORMAL;
import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.CollectionName;
import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.model.lambda.GateState;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.storeconsumer.ConsumerRig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class DispatchRateTest {
  private static final Priority HIGH = new Priority("high");

  private final ConsumerRig rig = new ConsumerRig();

  @Test
  void noMoreIsReleasedThanTheRateAllowsAndAllOfItInOrder() {
    limit(10, 1);
    var tasks = new ArrayList<TaskId>();
    for (int i = 0; i < 200; i++) {
      tasks.add(rig.schedule(rig.now().minusSeconds(300 - i)));
    }
    var consumer = rig.consumer("a");

    var pushedAfter = new ArrayList<Integer>();
    for (int i = 0; i < 40; i++) {
      consumer.work();
      pushedAfter.add(rig.sender.pushed.size());
      rig.clock.advance(Duration.ofMillis(250));
    }

    // Half a second's burst, and then ten a second for 9.75 s.
    assertThat(pushedAfter.get(0)).isEqualTo(5);
    assertThat(pushedAfter.get(39)).isBetween(98, 102);
    assertThat(rig.sender.pushed)
        .extracting(TaskRef::taskId)
        .containsExactlyElementsOf(tasks.subList(0, pushedAfter.get(39)));
  }

  @Test
  void theReleaseLoopWakesAtTheNextTokenAndTheOtherQueuesAreServedAtOnce() {
    limit(0.5, 1);
    rig.scheduleMany(5, rig.now());
    var consumer = rig.consumer("a");
    consumer.duePoll.turn();
    var wait = consumer.release.turn();
    assertThat(rig.sender.pushed).hasSize(1);
    assertThat(wait).isEqualTo(Duration.ofSeconds(1));

    rig.clock.advance(Duration.ofMillis(1_500));
    assertThat(consumer.release.turn()).isBetween(Duration.ofMillis(500), Duration.ofMillis(501));
    rig.clock.advance(Duration.ofMillis(501));
    consumer.release.turn();
    assertThat(rig.sender.pushed).hasSize(2);

    var wokenFor = new ArrayList<TaskId>();
    var urgent = schedule(LAMBDA, HIGH);
    consumer.lookAhead.whenEarlier(() -> wokenFor.add(urgent));
    consumer.duePoll.turn();
    rig.clock.advance(Duration.ofSeconds(2));
    consumer.duePoll.turn();
    assertThat(wokenFor).containsExactly(urgent);
    consumer.release.turn();
    assertThat(rig.sender.pushed).contains(new TaskRef(urgent, 1));
  }

  @Test
  void eachConsumerHasTheShareOfItsShards() {
    limit(80, 8);
    var one = rig.consumer("a");
    var other = rig.consumer("b");
    one.learn();
    int ownedByOne = one.shards.countOf(ConsumerRig.QUEUE);
    int ownedByOther = other.shards.countOf(ConsumerRig.QUEUE);
    assertThat(ownedByOne + ownedByOther).isEqualTo(8);
    assertThat(ownedByOne).isBetween(1, 7);

    for (int shard = 0; shard < 8; shard++) {
      for (int i = 0; i < 500; i++) {
        rig.schedule(shard, rig.now());
      }
    }
    for (int i = 0; i < 40; i++) {
      one.work();
      rig.clock.advance(Duration.ofMillis(250));
    }

    assertThat(rig.sender.pushed.size()).isBetween(ownedByOne * 98, ownedByOne * 106);
  }

  @Test
  void noMoreIsHeldInMemoryThanIsUsefulAndTheBacklogIsNotReadAgainAndAgain() {
    limit(10, 1);
    rig.scheduleMany(2_000, rig.now());
    var consumer = rig.consumer("a");
    int held = 0;

    for (int i = 0; i < 40; i++) {
      consumer.duePoll.turn();
      held = Math.max(held, consumer.lookAhead.size());
      consumer.releaseAll();
      rig.clock.advance(Duration.ofMillis(250));
    }

    // 10 per second for a look-ahead of 2.5 s, plus the burst.
    assertThat(held).isEqualTo(30);
    assertThat(rig.sender.pushed.size()).isGreaterThan(95);
    var reads =
        consumer.connection.reads.stream().filter(key -> key.equals("resize/normal/0")).count();
    assertThat(reads).isLessThan(15);
  }

  @Test
  @Tag("F12")
  void aLimitedLambdaLeavesTheOthersAlone() {
    limit(1, 1);
    rig.scheduleMany(500, rig.now().minusSeconds(60));
    var other = new LambdaName("other");
    rig.register(LambdaDefinition.withDefaults(other, rig.now()));
    for (int i = 0; i < 300; i++) {
      schedule(other, NORMAL);
    }
    var consumer = rig.consumer("a");

    consumer.work();

    assertThat(rig.sender.pushed).hasSize(301);
  }

  @Test
  void aRateThatIsRaisedCountsAtOnce() {
    limit(1, 1);
    rig.scheduleMany(500, rig.now());
    var consumer = rig.consumer("a");
    consumer.work();
    assertThat(rig.sender.pushed).hasSize(1);

    limit(0, 1);
    consumer.learn();
    rig.clock.advance(Duration.ofSeconds(2));
    consumer.work();

    assertThat(rig.sender.pushed).hasSize(500);
  }

  @Test
  void gatedTasksConsumeNoToken() {
    limit(2, 1);
    var paused = new CollectionName("import");
    var consumer = rig.consumer("a");
    rig.schedule(paused, rig.now().plusMillis(1));
    var task = rig.schedule(rig.now().plusMillis(2));
    consumer.duePoll.turn();
    rig.gate(paused, GateState.PAUSED, null);
    consumer.directory.turn();

    rig.clock.advance(Duration.ofMillis(2));
    consumer.releaseAll();

    assertThat(rig.sender.pushed).isEqualTo(List.of(new TaskRef(task, 1)));
  }

  private void limit(double rate, int shards) {
    rig.register(rig.lambda().withDispatchRate(rate).withShards(shards));
  }

  private TaskId schedule(LambdaName lambda, Priority priority) {
    return rig.schedule(lambda, priority, rig.now(), rig.now().plus(Duration.ofDays(1)));
  }
}
