package dev.atf.controller;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.ExecutorId;
import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.queue.QueueDepth;
import dev.atf.queue.QueueName;
import dev.atf.queue.QueueUnavailableException;
import dev.atf.queue.ReceivedTask;
import dev.atf.queue.TaskMessage;
import dev.atf.queue.TaskSender;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.runtime.loop.Threads;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class QueueLoadsTest {
  private static final LambdaName LAMBDA = new LambdaName("resize");
  private static final QueueName HIGH = new QueueName(LAMBDA, new Priority("high"));
  private static final QueueName LOW = new QueueName(LAMBDA, new Priority("low"));
  private static final int MOST = 8;

  private final FakeQueues queues = new FakeQueues();
  private final ServedLambdas served = ServedLambdas.of(List.of(LAMBDA.value()), 1_024);
  private long now;
  private final MonotonicClock clock = () -> now;
  private final TaskMatcher matcher =
      new TaskMatcher(
          ControllerConfigs.buffering(20, Duration.ofSeconds(20), List.of(1)),
          served,
          HealthyHost.of(clock),
          Threads.system(),
          clock);
  private final QueueLoads loads = new QueueLoads(matcher, queues, clock, new Random(1));

  QueueLoadsTest() {
    matcher.setPriorities(LAMBDA, List.of(HIGH.priority(), LOW.priority()));
  }

  /** Queues that report their depths, and count how often they are asked. */
  private static final class FakeQueues implements TaskSender {
    private final Map<QueueName, Integer> depths = new HashMap<>();
    private int looks;

    @Override
    public Set<TaskRef> push(QueueName queue, Collection<TaskMessage> messages) {
      throw new AssertionError("a controller pushes nothing");
    }

    @Override
    public QueueDepth estimate(QueueName queue) {
      looks++;
      return Optional.ofNullable(depths.get(queue))
          .map(depth -> new QueueDepth(depth, 0))
          .orElseThrow(
              () -> new QueueUnavailableException("no such queue", new RuntimeException()));
    }
  }

  @Test
  void aSleepingLambdaPollsForOneReferenceAndReadsNoDepth() throws Exception {
    queues.depths.putAll(Map.of(HIGH, 5, LOW, 5));
    assertThat(room()).isZero();

    assertThat(loads.of("resize", 0, MOST)).isEqualTo(QueueLoad.NONE);
    assertThat(room()).isEqualTo(1);
    loads.turn();
    assertThat(queues.looks).isZero();

    arrive();
    assertThat(loads.of("resize", 0, MOST).queued()).isEqualTo(1);
    assertThat(room()).isZero();
  }

  @Test
  void anAwakeLambdaPollsForItsCallsAlone() throws Exception {
    loads.of("resize", 0, MOST);
    loads.of("resize", 1, MOST);
    assertThat(room()).isZero();

    ask();
    assertThat(room()).isEqualTo(1);
  }

  @Test
  void theDepthIsReadWhileAllAreBusyAndThereMayBeMore() throws Exception {
    queues.depths.putAll(Map.of(HIGH, 5, LOW, 7));
    loads.of("resize", 1, MOST);
    loads.turn();

    assertThat(loads.of("resize", 1, MOST).queued()).isEqualTo(12);
    assertThat(queues.looks).isEqualTo(2);

    assertThat(loads.of("resize", MOST, MOST).queued()).isZero();
    loads.turn();
    assertThat(queues.looks).isEqualTo(2);
  }

  @Test
  void whileACallWaitsNothingElseDoes() throws Exception {
    queues.depths.putAll(Map.of(HIGH, 5, LOW, 7));
    loads.of("resize", 1, MOST);
    loads.turn();
    ask();

    assertThat(loads.of("resize", 1, MOST)).isEqualTo(QueueLoad.NONE);
    loads.turn();
    assertThat(queues.looks).isEqualTo(2);
  }

  @Test
  void theAgeCountsFromTheLastMomentAtWhichNothingWaited() throws Exception {
    queues.depths.putAll(Map.of(HIGH, 1, LOW, 0));
    loads.of("resize", 1, MOST);
    pass(Duration.ofSeconds(60));
    loads.of("resize", 1, MOST);
    loads.turn();
    pass(Duration.ofSeconds(3));

    assertThat(loads.of("resize", 1, MOST).oldestDueAge()).isEqualTo(Duration.ofSeconds(3));

    queues.depths.put(HIGH, 0);
    loads.turn();
    assertThat(loads.of("resize", 1, MOST)).isEqualTo(QueueLoad.NONE);
  }

  @Test
  void aQueueThatDoesNotAnswerCountsAsEmpty() throws Exception {
    queues.depths.put(LOW, 7);
    loads.of("resize", 1, MOST);
    loads.turn();

    assertThat(loads.of("resize", 1, MOST).queued()).isEqualTo(7);
  }

  @Test
  void looksAreDrawnAboutTheirInterval() {
    loads.checkEvery(Duration.ofSeconds(5));

    for (int look = 0; look < 100; look++) {
      assertThat(loads.turn()).isBetween(Duration.ofMillis(2_500), Duration.ofMillis(7_500));
    }
  }

  /** Returns for how many references the queue would be polled now. */
  private int room() throws InterruptedException {
    return matcher.awaitRoom(HIGH, Duration.ZERO);
  }

  private void ask() {
    var executor = new ExecutorId("host:1:a");
    var wait = Duration.ofSeconds(30);
    assertThat(
            matcher.enter(new WaitingCall(executor, LAMBDA, 1, 0, 0, now, wait, new UnheardCall())))
        .isEqualTo(TaskMatcher.Entry.WAITING);
  }

  private void arrive() {
    var task = new TaskRef(new TaskId("%032x".formatted(1)), 1);
    var ref = new BufferedRef(HIGH, new ReceivedTask(task, "r1"), now);
    assertThat(matcher.arrived(List.of(ref))).isEmpty();
  }

  private void pass(Duration time) {
    now += time.toNanos();
  }
}
