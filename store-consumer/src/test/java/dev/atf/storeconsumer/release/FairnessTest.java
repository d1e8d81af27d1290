package dev.atf.storeconsumer.release;

import static dev.atf.storeconsumer.ConsumerRig.LAMBDA;
import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.storeconsumer.ConsumerRig;
import dev.atf.storeconsumer.ManualClock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests that priorities and lambdas have their part of each turn, however much work another has
 * (F19).
 */
final class FairnessTest {
  private static final Priority HIGH = new Priority("high");
  private static final Priority LOW = new Priority("low");

  private final ConsumerRig rig = new ConsumerRig();

  @ParameterizedTest
  @CsvSource({"high, low, 12", "low, high, 51"})
  @Tag("F19")
  void aBacklogOfOnePriorityLeavesTheOtherItsPartOfEachTurn(String big, String small, long part) {
    many(LAMBDA, new Priority(big), 2_000, rig.now().minusSeconds(600));
    var waiting = many(LAMBDA, new Priority(small), 100, rig.now());
    var consumer = rig.consumer("a");
    consumer.duePoll.turn();

    consumer.release.turn();

    // 64 in one turn, four of the high for one of the low.
    assertThat(pushedOf(waiting)).isBetween(part, part + 1);
  }

  @Test
  void anOldBacklogDoesNotKeepAnotherQueueOutOfAFullMemory() {
    rig.lookAheadMax = 100;
    many(LAMBDA, HIGH, 1_000, rig.now().minusSeconds(600));
    var low = many(LAMBDA, LOW, 50, rig.now());
    var otherLambda = new LambdaName("other");
    rig.register(LambdaDefinition.withDefaults(otherLambda, rig.now()));
    var other = many(otherLambda, ConsumerRig.NORMAL, 50, rig.now());
    var consumer = rig.consumer("a");

    consumer.duePoll.turn();
    consumer.releaseAll();

    // 100 in all, by weights of 4, 1 and 2; which list is read last decides about one or two.
    assertThat(pushedOf(low)).isBetween(13L, 15L);
    assertThat(pushedOf(other)).isBetween(27L, 30L);
  }

  @Test
  void aRoundBeginsWithWhatTheTurnBeforeDidNotComeTo() {
    var rounds = new PollRounds<Integer>(Duration.ofSeconds(2));
    var all = List.of(0, 1, 2, 3, 4, 5, 6, 7, 8, 9);
    var now = ManualClock.START;
    var served = new ArrayList<Integer>();

    // Each turn takes longer than a round and comes to three of ten.
    for (int turn = 0; turn < 4; turn++) {
      var round = rounds.next(all, now);
      served.addAll(round.subList(0, 3));
      rounds.leave(List.of(), round.subList(3, round.size()));
      now = now.plusSeconds(10);
    }

    assertThat(served).containsAll(all);
  }

  @Test
  void aStoreSoSlowThatARoundIsNeverFinishedServesEveryPriorityInTurn() {
    rig.readTakes = Duration.ofSeconds(4);
    var tasks = new ArrayList<TaskId>();
    for (int i = 0; i < 4; i++) {
      var lambda = new LambdaName("lambda-" + i);
      rig.register(LambdaDefinition.withDefaults(lambda, rig.now()));
      for (var priority : LambdaDefinition.PRIORITIES_DEFAULT) {
        tasks.addAll(many(lambda, priority, 1, rig.now()));
      }
    }
    var consumer = rig.consumer("a");

    // 15 lists, three of them in a turn.
    for (int turn = 0; turn < 5; turn++) {
      consumer.duePoll.turn();
      consumer.releaseAll();
    }

    assertThat(pushedOf(tasks)).isEqualTo(12);
  }

  private List<TaskId> many(LambdaName lambda, Priority priority, int count, Instant at) {
    var ids = new ArrayList<TaskId>();
    for (int i = 0; i < count; i++) {
      ids.add(rig.schedule(lambda, priority, at, at.plus(Duration.ofDays(1))));
    }
    return ids;
  }

  private long pushedOf(List<TaskId> tasks) {
    return rig.sender.pushed.stream().map(TaskRef::taskId).filter(tasks::contains).count();
  }
}
