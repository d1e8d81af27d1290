package dev.atf.controller.buffer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.atf.controller.UnheardCall;
import dev.atf.model.ExecutorId;
import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.queue.QueueName;
import dev.atf.queue.ReceivedTask;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.runtime.loop.Threads;
import dev.atf.testtime.TestTimeouts;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Shares of a host among its lambdas. */
final class TaskMatcherTest {
  private static final LambdaName SLOW = new LambdaName("resize");
  private static final LambdaName OTHER = new LambdaName("send-email");
  private static final Priority HIGH = new Priority("high");

  private final TaskMatcher matcher = matcher(List.of(SLOW.value(), OTHER.value()));
  private int lastTask;

  private static TaskMatcher matcher(List<String> lambdas) {
    return matcher(lambdas, () -> 0);
  }

  private static TaskMatcher matcher(List<String> lambdas, MonotonicClock clock) {
    return new TaskMatcher(
        ServedLambdas.of(lambdas, 1_024),
        new BufferLimits(
            20, Duration.ofSeconds(20), Duration.ofSeconds(1), new PriorityWeights(List.of(1))),
        ControllerTuning.DEFAULTS,
        Threads.system(),
        clock);
  }

  @Test
  void aLambdaWithSlowClaimsLeavesThreadsToOthers() throws Exception {
    int claimsMax = ControllerTuning.DEFAULTS.claimConcurrency();
    offer(matcher, SLOW, claimsMax);

    assertThat(matches(matcher)).isEqualTo(claimsMax / 2);
    offer(matcher, OTHER, 1);
    assertThat(matches(matcher)).isEqualTo(1);
    matcher.claimed(SLOW);
    matcher.claimed(SLOW);
    matcher.claimed(SLOW);
    assertThat(matches(matcher))
        .as("of 8 threads one goes to the other, 4 are the slow one's")
        .isEqualTo(3);
  }

  @Test
  void theOnlyLambdaOfAHostTakesAllThreads() throws Exception {
    var alone = matcher(List.of(SLOW.value()));
    int claimsMax = ControllerTuning.DEFAULTS.claimConcurrency();
    offer(alone, SLOW, claimsMax);

    assertThat(matches(alone)).isEqualTo(claimsMax);
  }

  @Test
  void aLambdaWhoseClaimsFailRestsAlone() throws Exception {
    offer(matcher, SLOW, 1);
    offer(matcher, OTHER, 1);
    matcher.rest(SLOW, Duration.ofSeconds(1));

    assertThat(matcher.takeMatch(Duration.ZERO).orElseThrow().call().lambda()).isEqualTo(OTHER);
    assertThat(matcher.takeMatch(Duration.ZERO)).isEmpty();
  }

  @Test
  void aThreadThatLeavesWithAMatchLetsAnotherWaitForTheTime() throws Exception {
    var timed = matcher(List.of(SLOW.value(), OTHER.value()), MonotonicClock.system());
    offer(timed, SLOW, 1);
    timed.rest(SLOW, Duration.ofMillis(300));
    var taken = new LinkedBlockingQueue<LambdaName>();
    for (int i = 0; i < 2; i++) {
      var thread = new Thread(() -> takeOne(timed, taken), "claim-" + i);
      thread.setDaemon(true);
      thread.start();
      await().until(() -> thread.getState() == Thread.State.TIMED_WAITING || !thread.isAlive());
    }

    offer(timed, OTHER, 1);

    var both = new HashSet<Optional<LambdaName>>();
    for (int i = 0; i < 2; i++) {
      both.add(Optional.ofNullable(taken.poll(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS)));
    }
    assertThat(both).containsExactlyInAnyOrder(Optional.of(SLOW), Optional.of(OTHER));
  }

  private static void takeOne(TaskMatcher matcher, Collection<LambdaName> taken) {
    try {
      matcher.takeMatch(Duration.ofHours(1)).ifPresent(match -> taken.add(match.call().lambda()));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static int matches(TaskMatcher matcher) throws InterruptedException {
    int count = 0;
    while (matcher.takeMatch(Duration.ZERO).isPresent()) {
      count++;
    }
    return count;
  }

  private void offer(TaskMatcher to, LambdaName lambda, int count) {
    to.setPriorities(lambda, List.of(HIGH));
    for (int i = 0; i < count; i++) {
      var wait = Duration.ofSeconds(30);
      var executor = new ExecutorId("host:1:nonce");
      assertThat(to.enter(new WaitingCall(executor, lambda, 1, 0, 0, wait, new UnheardCall())))
          .isEqualTo(TaskMatcher.Entry.WAITING);
      var task = new TaskRef(new TaskId("%032x".formatted(++lastTask)), 1);
      var message = new ReceivedTask(task, "r" + lastTask);
      assertThat(to.arrived(List.of(new BufferedRef(new QueueName(lambda, HIGH), message, 0))))
          .isEmpty();
    }
  }
}
