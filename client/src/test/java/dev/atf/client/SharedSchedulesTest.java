package dev.atf.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.atf.client.SmallFrontend.Fault;
import io.grpc.Context;
import io.grpc.Status;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Tests the calls that many threads of one client make while the frontend is slow. */
final class SharedSchedulesTest {
  private static final int WAITING = 20;

  private final SmallFrontend frontend = new SmallFrontend();
  private final List<Thread> threads = new ArrayList<>();
  private final List<CompletableFuture<ScheduledTask>> schedules = new ArrayList<>();
  private AtfClient atf = frontend.client().build();

  @AfterEach
  void stop() {
    atf.close();
    frontend.close();
  }

  @Test
  void schedulesThatComeWhileTwoCallsAreUnderWayGoTogetherInTheNext() throws Exception {
    whileCallsHang(
        () -> {
          for (int i = 0; i < WAITING; i++) {
            schedule("waits-" + i);
          }
        });

    for (int i = 0; i < schedules.size(); i++) {
      var scheduled = schedules.get(i).get();
      assertThat(scheduled.created()).isTrue();
      assertThat(scheduled.taskId()).isEqualTo("resize/" + threads.get(i).getName());
    }
    assertThat(frontend.tasks).hasSize(SharedSchedules.CALLS_MAX + WAITING);
    assertThat(frontend.calls()).isEqualTo(SharedSchedules.CALLS_MAX + 1);
  }

  @Test
  void aCallTakesNoMoreThanItsMaximum() throws Exception {
    whileCallsHang(
        () -> {
          for (int i = 0; i < SharedSchedules.TASKS_MAX + 1; i++) {
            schedule("waits-" + i);
          }
        });

    for (var each : schedules) {
      assertThat(each.get().created()).isTrue();
    }
    assertThat(frontend.calls()).isEqualTo(SharedSchedules.CALLS_MAX + 2);
  }

  @Test
  void theRefusalOfOneIsItsOwn() throws Exception {
    whileCallsHang(
        () -> {
          frontend.failNext(Fault.NONE, Fault.NONE, Fault.REFUSED);
          schedule("waits-0");
          schedule("waits-1");
          schedule("waits-2");
        });

    assertThat(schedules.get(2).get().created()).isTrue();
    assertThat(refusal(3).reason()).contains("PRIORITY_UNKNOWN");
    assertThat(refusal(3).violations())
        .extracting(AtfException.Violation::field)
        .containsExactly("priority");
    assertThat(schedules.get(4).get().created()).isTrue();
  }

  @Test
  void oneThatTheStoreDidNotTakeIsTriedAgain() throws Exception {
    whileCallsHang(
        () -> {
          frontend.failNext(Fault.NONE, Fault.REPLY_LOST);
          schedule("waits-0");
          schedule("waits-1");
        });

    assertThat(schedules.get(2).get().taskId()).isEqualTo("resize/waits-0");
    assertThat(schedules.get(3).get().taskId()).isEqualTo("resize/waits-1");
    assertThat(frontend.tasks).hasSize(4);
  }

  @Test
  void afterACallThatFailedEachTriesAgain() throws Exception {
    whileCallsHang(
        () -> {
          frontend.failNext(Fault.NONE, Fault.AWAY);
          schedule("waits-0");
          schedule("waits-1");
        });

    assertThat(schedules.get(2).get().created()).isTrue();
    assertThat(schedules.get(3).get().created()).isTrue();
  }

  @Test
  void afterACallThatWasRefusedEachIsSentByItself() throws Exception {
    whileCallsHang(
        () -> {
          frontend.failNext(Fault.NONE, Fault.BATCH_REFUSED, Fault.REFUSED);
          schedule("waits-0");
          schedule("waits-1");
        });

    var ends =
        IntStream.of(2, 3).filter(i -> !schedules.get(i).isCompletedExceptionally()).toArray();
    assertThat(ends).as("one of the two is refused by itself").hasSize(1);
    assertThat(schedules.get(ends[0]).get().created()).isTrue();
  }

  @Test
  void aWaitEndsWithTheThreadsInterruption() throws Exception {
    whileCallsHang(
        () -> {
          schedule("waits-0");
          schedule("waits-1");
          threads.get(2).interrupt();
          awaitEnd(2);
        });

    assertThat(refusal(2).code()).isEqualTo(Status.Code.CANCELLED);
    assertThat(schedules.get(3).get().created()).isTrue();
    assertThat(frontend.tasks).doesNotContainKey("resize/waits-0").hasSize(3);
  }

  @Test
  void aWaitEndsWithTheTimeOutOfACall() throws Exception {
    atf.close();
    atf = frontend.client().callTimeout(Duration.ofMillis(300)).triesMax(1).build();

    whileCallsHang(
        () -> {
          schedule("waits-0");
          awaitEnd(2);
        });

    assertThat(refusal(2).code()).isEqualTo(Status.Code.DEADLINE_EXCEEDED);
  }

  @Test
  void oneWithADeadlineOfItsOwnIsSentByItself() throws Exception {
    ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();
    var context = Context.current().withDeadlineAfter(1, TimeUnit.MINUTES, timer);
    try {
      whileCallsHang(
          () -> {
            start("own", () -> context.call(() -> atf.schedule(spec("own"))));
            schedule("waits-0");
          });

      assertThat(schedules.get(2).get().created()).isTrue();
      assertThat(schedules.get(3).get().created()).isTrue();
      assertThat(frontend.calls()).isEqualTo(SharedSchedules.CALLS_MAX + 2);
    } finally {
      context.cancel(null);
      timer.shutdownNow();
    }
  }

  @Test
  void callsOfAGivenChannelAreNotShared() throws Exception {
    atf.close();
    var channel = frontend.channel();
    atf = AtfClient.builder(channel).build();
    try {
      whileCallsHang(
          () -> {
            schedule("waits-0");
            schedule("waits-1");
          });

      assertThat(frontend.calls()).isEqualTo(SharedSchedules.CALLS_MAX + 2);
    } finally {
      channel.shutdownNow();
    }
  }

  /**
   * Runs an action while the maximum number of calls waits for the frontend. Then lets one of these
   * calls end, so that it is known which Schedules share the next call, and finally the others.
   */
  private void whileCallsHang(Runnable action) {
    frontend.hold("first-1");
    synchronized (frontend) {
      for (int i = 0; i < SharedSchedules.CALLS_MAX; i++) {
        schedule("first-" + i);
      }
      soon().until(() -> frontend.arrived() == SharedSchedules.CALLS_MAX);
      action.run();
    }
    IntStream.range(0, schedules.size()).filter(i -> i != 1).forEach(this::awaitEnd);
    frontend.release();
    awaitEnd(1);
  }

  private void schedule(String key) {
    start(key, () -> atf.schedule(spec(key)));
  }

  private static TaskSpec spec(String key) {
    return TaskSpec.of("resize").idempotencyKey(key);
  }

  private interface Call {
    ScheduledTask make() throws Exception;
  }

  /** Makes a call on its own thread, and returns once this thread waits. */
  private void start(String name, Call call) {
    var end = new CompletableFuture<ScheduledTask>();
    var thread =
        new Thread(
            () -> {
              try {
                end.complete(call.make());
              } catch (Exception e) {
                end.completeExceptionally(e);
              }
            },
            name);
    threads.add(thread);
    schedules.add(end);
    thread.start();
    soon()
        .until(
            () ->
                thread.getState() == Thread.State.WAITING
                    || thread.getState() == Thread.State.TIMED_WAITING);
  }

  private void awaitEnd(int index) {
    soon().until(() -> schedules.get(index).isDone());
  }

  /** Polls so often that the first calls do not time out during the wait. */
  private static ConditionFactory soon() {
    return await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(1));
  }

  private AtfException refusal(int index) throws Exception {
    try {
      throw new AssertionError("scheduled: " + schedules.get(index).get());
    } catch (ExecutionException e) {
      return (AtfException) e.getCause();
    }
  }
}
