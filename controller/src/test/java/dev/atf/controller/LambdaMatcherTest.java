package dev.atf.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.ExecutorId;
import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.queue.QueueName;
import dev.atf.queue.ReceivedTask;
import java.time.Duration;
import java.util.List;
import java.util.OptionalInt;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.Test;

final class LambdaMatcherTest {
  private static final long MILLI = Duration.ofMillis(1).toNanos();
  private static final long SECOND = Duration.ofSeconds(1).toNanos();
  private static final LambdaName LAMBDA = new LambdaName("resize");
  private static final Priority HIGH = new Priority("high");
  private static final Priority NORMAL = new Priority("normal");
  private static final Priority LOW = new Priority("low");

  private final LambdaMatcher matcher =
      new LambdaMatcher(ControllerConfig.DEFAULTS, new ReentrantLock().newCondition(), 0);
  private int lastTask;

  LambdaMatcherTest() {
    matcher.buffers().setPriorities(List.of(HIGH, NORMAL, LOW));
  }

  @Test
  void withoutDemandNothingIsPolled() {
    assertThat(matcher.room(HIGH, 0)).isZero();
  }

  @Test
  void aLowerQueueIsNotPolledBeforeTheHigherOnesHaveShownThatTheyAreEmpty() {
    ask(5, 0);

    assertThat(matcher.room(HIGH, 0)).isEqualTo(5);
    assertThat(matcher.room(NORMAL, 0)).isZero();
    matcher.buffers().pollBegan(HIGH, 5, 0);
    assertThat(matcher.room(NORMAL, 100 * MILLI - 1)).isZero();

    // The long poll of the higher queue continues, because the queue is empty.
    assertThat(matcher.room(NORMAL, 100 * MILLI)).isEqualTo(5);
    assertThat(matcher.room(LOW, 100 * MILLI)).isZero();
    matcher.buffers().pollBegan(NORMAL, 5, 100 * MILLI);
    assertThat(matcher.room(LOW, 200 * MILLI)).isEqualTo(5);
  }

  @Test
  void aQueueWithoutRoomKnowsWhenTimeAloneMakesSome() {
    ask(5, 0);
    matcher.buffers().pollBegan(HIGH, 5, 0);

    assertThat(matcher.untilRoom(NORMAL, 30 * MILLI)).hasValue(70 * MILLI);
    assertThat(matcher.room(NORMAL, 100 * MILLI)).isPositive();

    receiveAsAsked(HIGH, 5, 40 * MILLI);
    assertThat(matcher.untilRoom(NORMAL, 40 * MILLI)).as("by its age").hasValue(960 * MILLI);
    assertThat(matcher.untilRoom(LOW, 40 * MILLI)).hasValue(1_960 * MILLI);
    assertThat(matcher.room(NORMAL, SECOND - 1)).isZero();
    assertThat(matcher.room(NORMAL, SECOND)).isPositive();
    assertThat(matcher.untilRoom(HIGH, 40 * MILLI)).as("when a reference is taken").isEmpty();

    matcher.rest(Duration.ofSeconds(2), 40 * MILLI);
    assertThat(matcher.untilRoom(HIGH, 40 * MILLI)).hasValue(2 * SECOND);
  }

  @Test
  void withoutDemandTimeMakesNoRoom() {
    assertThat(matcher.untilRoom(LOW, 0)).isEmpty();
  }

  @Test
  void aLowerQueueIsAskedForWhatTheHigherOnesLack() {
    ask(5, 0);
    matcher.buffers().pollBegan(HIGH, 5, 0);
    receive(HIGH, 2, MILLI);

    assertThat(matcher.room(HIGH, MILLI)).isEqualTo(3);
    assertThat(matcher.room(NORMAL, MILLI)).isEqualTo(3);
    matcher.buffers().pollBegan(HIGH, 3, MILLI);
    assertThat(matcher.room(NORMAL, 2 * MILLI)).isEqualTo(3);
  }

  @Test
  void aHigherQueueThatGaveAllThatWasAskedForIsAskedFirstAgain() {
    ask(5, 0);
    matcher.buffers().pollBegan(HIGH, 2, 0);
    receive(HIGH, 2, MILLI);

    assertThat(matcher.room(NORMAL, MILLI)).isZero();
    matcher.buffers().pollBegan(HIGH, 3, MILLI);
    assertThat(matcher.room(NORMAL, 101 * MILLI - 1)).isZero();
    assertThat(matcher.room(NORMAL, 101 * MILLI)).isEqualTo(3);
  }

  @Test
  void whileTheHigherQueueHasEnoughALowerOneIsNotPolled() {
    ask(5, 0);
    receiveAsAsked(HIGH, 5, MILLI);

    assertThat(matcher.room(HIGH, 900 * MILLI)).isZero();
    assertThat(matcher.room(NORMAL, 900 * MILLI)).isZero();
    assertThat(matcher.room(LOW, 900 * MILLI)).isZero();
  }

  @Test
  void whileThereIsWorkAQueueIsAskedForWholeBatchesOnly() {
    ask(20, 0);
    receive(HIGH, 11, MILLI);
    assertThat(matcher.room(HIGH, MILLI)).as("9 would fit").isZero();

    matcher.buffers().takeBest(MILLI);
    assertThat(matcher.room(HIGH, MILLI)).isEqualTo(10);
  }

  @Test
  void callsThatWaitTogetherShareWhatIsThereTheBestFirst() {
    ask(10, 0);
    ask(10, 0);
    receive(NORMAL, 3, MILLI);
    receive(HIGH, 2, MILLI);

    var first = matcher.match(10, MILLI).orElseThrow();
    var second = matcher.match(10, MILLI).orElseThrow();

    assertThat(first.refs())
        .extracting(ref -> ref.queue().priority())
        .containsExactly(HIGH, HIGH, NORMAL);
    assertThat(second.refs())
        .extracting(ref -> ref.queue().priority())
        .containsExactly(NORMAL, NORMAL);
  }

  @Test
  void anAttemptThatEndsEndsTheWaitOfItsFullLambda() {
    ask(1, 0);
    receive(HIGH, 4, MILLI);
    handOutTheLastPlace(MILLI);
    assertThat(matcher.waitLeft(MILLI)).isEqualTo(SECOND);
    ask(1, MILLI);
    assertThat(matcher.waitLeft(MILLI)).as("it asks for others of its threads").isEqualTo(SECOND);
    ask(1, 1, 2 * MILLI);
    assertThat(matcher.waitLeft(2 * MILLI)).isNotPositive();

    handOutTheLastPlace(2 * MILLI);
    ask(1, 1, 3 * MILLI);
    ask(1, 1, 3 * MILLI);
    handOutTheLastPlace(3 * MILLI);

    assertThat(matcher.match(10, 4 * MILLI)).as("nobody came back").isEmpty();
    assertThat(matcher.match(10, 3 * MILLI + SECOND)).as("others may have").isPresent();
  }

  @Test
  void aFullLambdaAnswersTheCallOfTheFewestThreads() {
    ask(7, 0);
    ask(1, 0);
    receive(HIGH, 4, MILLI);
    matcher.permits().set(OptionalInt.of(1), Duration.ZERO, MILLI);

    assertThat(matcher.match(10, MILLI).orElseThrow().call().tasksMax()).isEqualTo(1);
  }

  private void handOutTheLastPlace(long now) {
    assertThat(matcher.match(10, now).orElseThrow().refs()).hasSize(1);
    matcher.claimed(1);
    matcher.countHandedOut(1, 0);
    matcher.permits().set(OptionalInt.of(0), Duration.ZERO, now);
  }

  @Test
  void aCallThatWaitsAloneTakesAllThatItWants() {
    ask(4, 0);
    receive(HIGH, 5, MILLI);

    assertThat(matcher.match(10, MILLI).orElseThrow().refs()).hasSize(4);
  }

  @Test
  void aHostThatWantsLittleIsNotKeptWaitingForABatch() {
    ask(4, 0);
    receive(HIGH, 3, MILLI);
    assertThat(matcher.room(HIGH, MILLI)).as("1 would fit").isZero();

    matcher.buffers().takeBest(MILLI);
    assertThat(matcher.room(HIGH, MILLI)).isEqualTo(2);
  }

  @Test
  void aQueueThatCannotBePolledDoesNotHoldUpTheLowerOnes() {
    ask(5, 0);
    matcher.buffers().pollBegan(HIGH, 5, 0);
    matcher.buffers().pollEnded(HIGH, 0, MILLI);

    assertThat(matcher.room(NORMAL, MILLI)).isEqualTo(5);
    // An answer of a second ago says nothing about now.
    assertThat(matcher.room(NORMAL, 1_002 * MILLI)).isLessThanOrEqualTo(1);
  }

  @Test
  void underAPermanentLoadALowerQueueIsLookedAtAfterItsAgeing() {
    ask(5, 0);
    receiveAsAsked(HIGH, 5, MILLI);

    assertThat(matcher.room(NORMAL, SECOND)).isEqualTo(1);
    assertThat(matcher.room(LOW, 2 * SECOND - 1)).isZero();
    assertThat(matcher.room(LOW, 2 * SECOND)).isEqualTo(1);
    receiveAsAsked(LOW, 1, 2 * SECOND);
    assertThat(matcher.room(LOW, 2 * SECOND)).isZero();
  }

  @Test
  void underAPermanentLoadALowerQueueIsPolledForWhatItIsOwed() {
    matcher.guard().ended(FailureGuard.TRIAL, 0, 0);
    for (int i = 0; i < 39; i++) {
      receiveAsAsked(HIGH, 1, 0);
      ask(1, 0);
      assertThat(matcher.match(10, 0)).isPresent();
    }

    // 39 hand-outs by weights of 16, 2 and 1.
    assertThat(matcher.room(NORMAL, 0)).isEqualTo(4);
    assertThat(matcher.room(LOW, 0)).isEqualTo(2);
  }

  @Test
  void aLambdaWhoseClaimsFailIsNeitherPolledNorMatchedUntilItsTime() {
    ask(5, 0);
    receiveAsAsked(HIGH, 1, 0);
    matcher.rest(Duration.ofMillis(700), 0);

    assertThat(matcher.room(HIGH, 700 * MILLI - 1)).isZero();
    assertThat(matcher.match(10, 700 * MILLI - 1)).isEmpty();
    assertThat(matcher.room(HIGH, 700 * MILLI)).isEqualTo(4);
    assertThat(matcher.match(10, 700 * MILLI)).isPresent();
  }

  @Test
  void aFullLambdaIsMatchedWhenItsTimeIsOverOrAnAttemptHasEnded() {
    ask(5, 0);
    receiveAsAsked(HIGH, 3, 0);
    matcher.countHandedOut(1, 0);
    matcher.permits().set(OptionalInt.of(0), Duration.ofMillis(700), 0);

    assertThat(matcher.match(10, 700 * MILLI - 1)).isEmpty();
    ask(1, 1, 300 * MILLI);
    assertThat(matcher.match(10, 300 * MILLI).orElseThrow().refs()).hasSize(1);
    assertThat(matcher.match(10, 300 * MILLI))
        .as("while it is not known what became of it")
        .isEmpty();
    matcher.claimed(1);
    matcher.permits().set(OptionalInt.of(0), Duration.ofMillis(700), 300 * MILLI);
    ask(1, 0, 400 * MILLI);
    assertThat(matcher.match(10, 400 * MILLI)).as("nothing has ended").isEmpty();
    assertThat(matcher.match(10, 1_000 * MILLI).orElseThrow().refs()).hasSize(1);
  }

  @Test
  void whileALambdaIsFullItsBestIsPolledForAndNoMore() {
    ask(5, 0);
    receiveAsAsked(NORMAL, 1, 0);
    matcher.permits().set(OptionalInt.of(0), Duration.ofMillis(700), 0);

    assertThat(matcher.room(HIGH, MILLI)).isPositive();
    assertThat(matcher.room(NORMAL, MILLI)).isZero();
    assertThat(matcher.room(LOW, MILLI)).isZero();
  }

  @Test
  void aPausedLambdaIsNotPolled() {
    ask(5, 0);
    matcher.setPaused(true);

    assertThat(matcher.room(HIGH, 0)).isZero();
    matcher.setPaused(false);
    assertThat(matcher.room(HIGH, 0)).isEqualTo(5);
  }

  private void ask(int tasksMax, long now) {
    ask(tasksMax, 0, now);
  }

  private void ask(int tasksMax, int ended, long now) {
    matcher.enter(
        new WaitingCall(
            new ExecutorId("host:1:nonce"),
            LAMBDA,
            tasksMax,
            ended,
            0,
            now,
            Duration.ofSeconds(30),
            new UnheardCall()),
        now);
  }

  /** Receives as many as were asked for, so that the queue may have more. */
  private void receiveAsAsked(Priority priority, int count, long now) {
    matcher.buffers().pollBegan(priority, count, now);
    receive(priority, count, now);
  }

  private void receive(Priority priority, int count, long now) {
    matcher.buffers().pollEnded(priority, count, now);
    for (int i = 0; i < count; i++) {
      var task = new TaskRef(new TaskId("%032x".formatted(++lastTask)), 1);
      matcher
          .buffers()
          .add(
              new BufferedRef(
                  new QueueName(LAMBDA, priority), new ReceivedTask(task, "r" + lastTask), now),
              now);
    }
  }
}
