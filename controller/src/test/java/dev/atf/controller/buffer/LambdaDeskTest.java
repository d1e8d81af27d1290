package dev.atf.controller.buffer;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.controller.UnheardCall;
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

final class LambdaDeskTest {
  private static final long MILLI = Duration.ofMillis(1).toNanos();
  private static final long SECOND = Duration.ofSeconds(1).toNanos();
  private static final LambdaName LAMBDA = new LambdaName("resize");
  private static final Priority HIGH = new Priority("high");
  private static final Priority NORMAL = new Priority("normal");
  private static final Priority LOW = new Priority("low");

  private final LambdaDesk desk =
      new LambdaDesk(
          new BufferLimits(
              20,
              Duration.ofSeconds(2),
              Duration.ofSeconds(1),
              new PriorityWeights(List.of(16, 2, 1))),
          ControllerTuning.DEFAULTS,
          new ReentrantLock().newCondition(),
          0);
  private int lastTask;

  LambdaDeskTest() {
    desk.buffers().setPriorities(List.of(HIGH, NORMAL, LOW));
  }

  @Test
  void withoutDemandNothingIsPolled() {
    assertThat(desk.room(HIGH, 0)).isZero();
  }

  @Test
  void aLowerQueueIsNotPolledBeforeTheHigherOnesHaveShownThatTheyAreEmpty() {
    ask(5, 0);

    assertThat(desk.room(HIGH, 0)).isEqualTo(5);
    assertThat(desk.room(NORMAL, 0)).isZero();
    desk.polls().began(HIGH, 5, 0);
    assertThat(desk.room(NORMAL, 100 * MILLI - 1)).isZero();

    // Its long poll goes on, for it has nothing.
    assertThat(desk.room(NORMAL, 100 * MILLI)).isEqualTo(5);
    assertThat(desk.room(LOW, 100 * MILLI)).isZero();
    desk.polls().began(NORMAL, 5, 100 * MILLI);
    assertThat(desk.room(LOW, 200 * MILLI)).isEqualTo(5);
  }

  @Test
  void aQueueWithoutRoomKnowsWhenTimeAloneMakesSome() {
    ask(5, 0);
    desk.polls().began(HIGH, 5, 0);

    assertThat(desk.untilRoom(NORMAL, 30 * MILLI)).hasValue(70 * MILLI);
    assertThat(desk.room(NORMAL, 100 * MILLI)).isPositive();

    receiveAsAsked(HIGH, 5, 40 * MILLI);
    assertThat(desk.untilRoom(NORMAL, 40 * MILLI)).as("by its age").hasValue(960 * MILLI);
    assertThat(desk.untilRoom(LOW, 40 * MILLI)).hasValue(1_960 * MILLI);
    assertThat(desk.room(NORMAL, SECOND - 1)).isZero();
    assertThat(desk.room(NORMAL, SECOND)).isPositive();
    assertThat(desk.untilRoom(HIGH, 40 * MILLI)).as("when a reference is taken").isEmpty();

    desk.rest(Duration.ofSeconds(2), 40 * MILLI);
    assertThat(desk.untilRoom(HIGH, 40 * MILLI)).hasValue(2 * SECOND);
  }

  @Test
  void withoutDemandTimeMakesNoRoom() {
    assertThat(desk.untilRoom(LOW, 0)).isEmpty();
  }

  @Test
  void aLowerQueueIsAskedForWhatTheHigherOnesLack() {
    ask(5, 0);
    desk.polls().began(HIGH, 5, 0);
    receive(HIGH, 2, MILLI);

    assertThat(desk.room(HIGH, MILLI)).isEqualTo(3);
    assertThat(desk.room(NORMAL, MILLI)).isEqualTo(3);
    desk.polls().began(HIGH, 3, MILLI);
    assertThat(desk.room(NORMAL, 2 * MILLI)).isEqualTo(3);
  }

  @Test
  void aHigherQueueThatGaveAllThatWasAskedForIsAskedFirstAgain() {
    ask(5, 0);
    desk.polls().began(HIGH, 2, 0);
    receive(HIGH, 2, MILLI);

    assertThat(desk.room(NORMAL, MILLI)).isZero();
    desk.polls().began(HIGH, 3, MILLI);
    assertThat(desk.room(NORMAL, 101 * MILLI - 1)).isZero();
    assertThat(desk.room(NORMAL, 101 * MILLI)).isEqualTo(3);
  }

  @Test
  void whileTheHigherQueueHasEnoughALowerOneIsNotPolled() {
    ask(5, 0);
    receiveAsAsked(HIGH, 5, MILLI);

    assertThat(desk.room(HIGH, 900 * MILLI)).isZero();
    assertThat(desk.room(NORMAL, 900 * MILLI)).isZero();
    assertThat(desk.room(LOW, 900 * MILLI)).isZero();
  }

  @Test
  void whileThereIsWorkAQueueIsAskedForWholeBatchesOnly() {
    ask(20, 0);
    receive(HIGH, 11, MILLI);
    assertThat(desk.room(HIGH, MILLI)).as("9 would fit").isZero();

    desk.buffers().takeBest(MILLI);
    assertThat(desk.room(HIGH, MILLI)).isEqualTo(10);
  }

  @Test
  void callsThatWaitTogetherShareWhatIsThereTheBestFirst() {
    ask(10, 0);
    ask(10, 0);
    receive(NORMAL, 3, MILLI);
    receive(HIGH, 2, MILLI);

    var first = desk.match(MILLI).orElseThrow();
    var second = desk.match(MILLI).orElseThrow();

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
    assertThat(desk.waitLeft(MILLI)).isEqualTo(SECOND);
    ask(1, MILLI);
    assertThat(desk.waitLeft(MILLI)).as("it asks for others of its threads").isEqualTo(SECOND);
    ask(1, 1, 2 * MILLI);
    assertThat(desk.waitLeft(2 * MILLI)).isNotPositive();

    handOutTheLastPlace(2 * MILLI);
    ask(1, 1, 3 * MILLI);
    ask(1, 1, 3 * MILLI);
    handOutTheLastPlace(3 * MILLI);

    assertThat(desk.match(4 * MILLI)).as("nobody came back").isEmpty();
    assertThat(desk.match(3 * MILLI + SECOND)).as("others may have").isPresent();
  }

  @Test
  void aFullLambdaAnswersTheCallOfTheFewestThreads() {
    ask(7, 0);
    ask(1, 0);
    receive(HIGH, 4, MILLI);
    desk.permits().told(OptionalInt.of(1), Duration.ZERO, MILLI);

    assertThat(desk.match(MILLI).orElseThrow().call().tasksMax()).isEqualTo(1);
  }

  private void handOutTheLastPlace(long now) {
    assertThat(desk.match(now).orElseThrow().refs()).hasSize(1);
    desk.claimed();
    desk.countHandedOut(1);
    desk.permits().told(OptionalInt.of(0), Duration.ZERO, now);
  }

  @Test
  void aCallThatWaitsAloneTakesAllThatItWants() {
    ask(4, 0);
    receive(HIGH, 5, MILLI);

    assertThat(desk.match(MILLI).orElseThrow().refs()).hasSize(4);
  }

  @Test
  void aHostThatWantsLittleIsNotKeptWaitingForABatch() {
    ask(4, 0);
    receive(HIGH, 3, MILLI);
    assertThat(desk.room(HIGH, MILLI)).as("1 would fit").isZero();

    desk.buffers().takeBest(MILLI);
    assertThat(desk.room(HIGH, MILLI)).isEqualTo(2);
  }

  @Test
  void aQueueThatCannotBePolledDoesNotHoldUpTheLowerOnes() {
    ask(5, 0);
    desk.polls().began(HIGH, 5, 0);
    desk.polls().ended(HIGH, 0, MILLI);

    assertThat(desk.room(NORMAL, MILLI)).isEqualTo(5);
    // What was seen a second ago says nothing of now.
    assertThat(desk.room(NORMAL, 1_002 * MILLI)).isLessThanOrEqualTo(1);
  }

  @Test
  void underAPermanentLoadALowerQueueIsLookedAtAfterItsAgeing() {
    ask(5, 0);
    receiveAsAsked(HIGH, 5, MILLI);

    assertThat(desk.room(NORMAL, SECOND)).isEqualTo(1);
    assertThat(desk.room(LOW, 2 * SECOND - 1)).isZero();
    assertThat(desk.room(LOW, 2 * SECOND)).isEqualTo(1);
    receiveAsAsked(LOW, 1, 2 * SECOND);
    assertThat(desk.room(LOW, 2 * SECOND)).isZero();
  }

  @Test
  void underAPermanentLoadALowerQueueIsPolledForWhatItIsOwed() {
    for (int i = 0; i < 39; i++) {
      receiveAsAsked(HIGH, 1, 0);
      ask(1, 0);
      assertThat(desk.match(0)).isPresent();
    }

    // 39 hand-outs by weights of 16, 2 and 1.
    assertThat(desk.room(NORMAL, 0)).isEqualTo(4);
    assertThat(desk.room(LOW, 0)).isEqualTo(2);
  }

  @Test
  void aLambdaWhoseClaimsFailIsNeitherPolledNorMatchedUntilItsTime() {
    ask(5, 0);
    receiveAsAsked(HIGH, 1, 0);
    desk.rest(Duration.ofMillis(700), 0);

    assertThat(desk.room(HIGH, 700 * MILLI - 1)).isZero();
    assertThat(desk.match(700 * MILLI - 1)).isEmpty();
    assertThat(desk.room(HIGH, 700 * MILLI)).isEqualTo(4);
    assertThat(desk.match(700 * MILLI)).isPresent();
  }

  @Test
  void aFullLambdaIsMatchedWhenItsTimeIsOverOrAnAttemptHasEnded() {
    ask(5, 0);
    receiveAsAsked(HIGH, 3, 0);
    desk.countHandedOut(1);
    desk.permits().told(OptionalInt.of(0), Duration.ofMillis(700), 0);

    assertThat(desk.match(700 * MILLI - 1)).isEmpty();
    ask(1, 1, 300 * MILLI);
    assertThat(desk.match(300 * MILLI).orElseThrow().refs()).hasSize(1);
    assertThat(desk.match(300 * MILLI)).as("while it is not known what became of it").isEmpty();
    desk.claimed();
    desk.permits().told(OptionalInt.of(0), Duration.ofMillis(700), 300 * MILLI);
    ask(1, 0, 400 * MILLI);
    assertThat(desk.match(400 * MILLI)).as("nothing has ended").isEmpty();
    assertThat(desk.match(1_000 * MILLI).orElseThrow().refs()).hasSize(1);
  }

  @Test
  void whileALambdaIsFullItsBestIsPolledForAndNoMore() {
    ask(5, 0);
    receiveAsAsked(NORMAL, 1, 0);
    desk.permits().told(OptionalInt.of(0), Duration.ofMillis(700), 0);

    assertThat(desk.room(HIGH, MILLI)).isPositive();
    assertThat(desk.room(NORMAL, MILLI)).isZero();
    assertThat(desk.room(LOW, MILLI)).isZero();
  }

  @Test
  void aPausedLambdaIsNotPolled() {
    ask(5, 0);
    desk.setPaused(true);

    assertThat(desk.room(HIGH, 0)).isZero();
    desk.setPaused(false);
    assertThat(desk.room(HIGH, 0)).isEqualTo(5);
  }

  private void ask(int tasksMax, long now) {
    ask(tasksMax, 0, now);
  }

  private void ask(int tasksMax, int ended, long now) {
    desk.enter(
        new WaitingCall(
            new ExecutorId("host:1:nonce"),
            LAMBDA,
            tasksMax,
            ended,
            now,
            Duration.ofSeconds(30),
            new UnheardCall()),
        now);
  }

  /** There may be more. */
  private void receiveAsAsked(Priority priority, int count, long now) {
    desk.polls().began(priority, count, now);
    receive(priority, count, now);
  }

  private void receive(Priority priority, int count, long now) {
    desk.polls().ended(priority, count, now);
    for (int i = 0; i < count; i++) {
      var task = new TaskRef(new TaskId("%032x".formatted(++lastTask)), 1);
      desk.buffers()
          .add(
              new BufferedRef(
                  new QueueName(LAMBDA, priority), new ReceivedTask(task, "r" + lastTask), now),
              now);
    }
  }
}
