package dev.atf.controller;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.atf.model.ExecutorId;
import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.protocol.v1.WorkerAnswer.Order;
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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Shares of a host among its lambdas. */
final class TaskMatcherTest {
  private static final LambdaName SLOW = new LambdaName("resize");
  private static final LambdaName OTHER = new LambdaName("send-email");
  private static final Priority HIGH = new Priority("high");

  private final TaskMatcher host = host(List.of(SLOW.value(), OTHER.value()), () -> 0);
  private int lastTask;

  private static TaskMatcher host(List<String> lambdas, MonotonicClock clock) {
    return host(lambdas, clock, HealthyHost.of(clock));
  }

  private static TaskMatcher host(List<String> lambdas, MonotonicClock clock, HostHealth health) {
    return new TaskMatcher(
        ControllerConfigs.buffering(20, Duration.ofSeconds(20), List.of(1)),
        ServedLambdas.of(lambdas, 1_024),
        health,
        Threads.system(),
        clock);
  }

  @Test
  @Tag("F12")
  void aLambdaWithSlowClaimsLeavesThreadsToOthers() throws Exception {
    int claimsMax = ControllerTuning.DEFAULTS.claimConcurrency();
    offer(host, SLOW, claimsMax);

    assertThat(matches(host)).isEqualTo(claimsMax / 2);
    offer(host, OTHER, 1);
    assertThat(matches(host)).isEqualTo(1);
    host.claimed(SLOW, 1);
    host.claimed(SLOW, 1);
    host.claimed(SLOW, 1);
    assertThat(matches(host))
        .as("of 8 threads one goes to the other, 4 are the slow one's")
        .isEqualTo(3);
  }

  @Test
  void theOnlyLambdaOfAHostTakesAllThreads() throws Exception {
    var alone = host(List.of(SLOW.value()), () -> 0);
    int claimsMax = ControllerTuning.DEFAULTS.claimConcurrency();
    offer(alone, SLOW, claimsMax);

    assertThat(matches(alone)).isEqualTo(claimsMax);
  }

  @Test
  void whatIsBufferedIsNotHandedOutWhileTheHostMayNotWork() throws Exception {
    var health = HealthyHost.of(() -> 0);
    var ordered = host(List.of(SLOW.value()), () -> 0, health);
    offer(ordered, SLOW, 1);

    HealthyHost.order(health, Order.DRAIN);
    assertThat(ordered.takeMatch(Duration.ZERO)).isEmpty();

    HealthyHost.order(health, Order.NONE);
    assertThat(ordered.takeMatch(Duration.ZERO)).isPresent();
  }

  @Test
  void aLambdaWhoseClaimsFailRestsAlone() throws Exception {
    offer(host, SLOW, 1);
    offer(host, OTHER, 1);
    host.rest(SLOW, Duration.ofSeconds(1));

    assertThat(host.takeMatch(Duration.ZERO).orElseThrow().call().lambda()).isEqualTo(OTHER);
    assertThat(host.takeMatch(Duration.ZERO)).isEmpty();
  }

  @Test
  void aThreadThatLeavesWithAMatchLetsAnotherWaitForTheTime() throws Exception {
    var timed = host(List.of(SLOW.value(), OTHER.value()), MonotonicClock.system());
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

  private static int matches(TaskMatcher host) throws InterruptedException {
    int count = 0;
    while (host.takeMatch(Duration.ZERO).isPresent()) {
      count++;
    }
    return count;
  }

  private void offer(TaskMatcher to, LambdaName lambda, int count) {
    to.setPriorities(lambda, List.of(HIGH));
    for (int i = 0; i < count; i++) {
      var wait = Duration.ofSeconds(30);
      var executor = new ExecutorId("host:1:nonce");
      assertThat(to.enter(new WaitingCall(executor, lambda, 1, 0, 0, 0, wait, new UnheardCall())))
          .isEqualTo(TaskMatcher.Entry.WAITING);
      var task = new TaskRef(new TaskId("%032x".formatted(++lastTask)), 1);
      var message = new ReceivedTask(task, "r" + lastTask);
      assertThat(to.arrived(List.of(new BufferedRef(new QueueName(lambda, HIGH), message, 0))))
          .isEmpty();
    }
  }
}
