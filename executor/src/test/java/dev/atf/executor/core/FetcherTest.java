package dev.atf.executor.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import dev.atf.executor.Outcome;
import dev.atf.executor.core.Fetcher.Answer;
import dev.atf.executor.core.attempt.ReturnReason;
import dev.atf.executor.core.attempt.RunningAttempt;
import dev.atf.executor.core.call.ControllerCalls;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.NextWorkRequest;
import dev.atf.protocol.v1.NextWorkResponse;
import dev.atf.protocol.v1.ReturnWorkRequest;
import dev.atf.protocol.v1.ReturnedWork;
import dev.atf.runtime.loop.Threads;
import dev.atf.testtime.TestTimeouts;
import io.grpc.Status;
import io.grpc.Status.Code;
import java.lang.Thread.State;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class FetcherTest {
  private static final Duration TIMEOUT = Duration.ofSeconds(10);

  private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
  private final ExecutorService slots = Executors.newCachedThreadPool(this::thread);
  private final Controller controller = new Controller();
  private final Rig rig = new Rig((payload, context) -> Outcome.success());
  private final Pace pace = new Pace(2, Duration.ofMillis(20));
  private final Fetcher fetcher =
      new Fetcher(
          rig.identity,
          rig.config.withNextWorkWait(TIMEOUT),
          controller,
          rig.running,
          pace,
          rig.drain,
          rig.health,
          rig.clock,
          Threads.system(),
          rig.metrics);

  @AfterEach
  void end() {
    slots.shutdownNow();
  }

  @Test
  void aSlotThatComesAloneAsksAtOnceForOne() throws Exception {
    var slot = slots.submit(() -> fetcher.next());

    controller.nextCall().answer("a");

    assertThat(taskId(slot)).isEqualTo("a");
    assertThat(controller.asked).containsExactly(1);
  }

  @Test
  void anInvalidAnswerIsAFailedCall() throws Exception {
    var slot = slots.submit(() -> fetcher.next());
    var endless = com.google.protobuf.Duration.newBuilder().setSeconds(Long.MAX_VALUE);
    var invalid =
        NextWorkResponse.newBuilder()
            .addWork(FakeCluster.work("a", Rig.LAMBDA, "{}").toBuilder().setLease(endless));
    controller.nextCall().reply().complete(invalid.build());

    assertThat(slot.get(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS))
        .isInstanceOfSatisfying(
            Answer.Failed.class,
            failed -> assertThat(failed.error().getStatus().getCode()).isEqualTo(Code.INTERNAL));

    var next = slots.submit(() -> fetcher.next());
    controller.nextCall().answer("c");
    assertThat(taskId(next)).isEqualTo("c");
    assertThat(controller.asked).containsExactly(1, 1);
  }

  @Test
  void batchesSlotsThatArriveDuringTwoCalls() throws Exception {
    var all = new ArrayList<Future<Answer>>();
    all.add(slots.submit(() -> fetcher.next()));
    var one = controller.nextCall();
    all.add(slots.submit(() -> fetcher.next()));
    var two = controller.nextCall();
    for (int i = 0; i < 3; i++) {
      all.add(slots.submit(() -> fetcher.next()));
    }
    awaitWaiting(3);

    one.answer("a");
    controller.nextCall().answer("b", "c", "d");
    two.answer("e");

    var taken = new ArrayList<String>();
    for (var slot : all) {
      taken.add(taskId(slot));
    }
    assertThat(taken).containsExactlyInAnyOrder("a", "b", "c", "d", "e");
    assertThat(controller.asked).containsExactly(1, 1, 3);
  }

  @Test
  void whileTwoCallsAreHeldAThirdTellsOfWhatHasEnded() throws Exception {
    var held = slots.submit(() -> fetcher.next());
    var one = controller.nextCall();
    var alsoHeld = slots.submit(() -> fetcher.next());
    var two = controller.nextCall();
    rig.clock.advance(Duration.ofMillis(10));
    var work = FakeCluster.work("a", Rig.LAMBDA, "{}");
    var attempt = new RunningAttempt(work, rig.clock.nanos());
    rig.running.add(attempt);
    rig.running.remove(attempt);

    var free = slots.submit(() -> fetcher.next());
    var third = controller.nextCall();

    assertThat(third.done()).containsExactly(work.getClaimId());
    third.answer("d");
    assertThat(List.of(taskId(free))).containsExactly("d");
    one.answer("b");
    two.answer("c");
    assertThat(List.of(taskId(held), taskId(alsoHeld))).containsExactlyInAnyOrder("b", "c");
  }

  @Test
  void endedClaimsAreToldUntilACallIsAnswered() throws Exception {
    var work = FakeCluster.work("a", Rig.LAMBDA, "{}");
    var attempt = new RunningAttempt(work, rig.clock.nanos());
    rig.running.add(attempt);
    rig.running.remove(attempt);

    var refused = slots.submit(() -> fetcher.next());
    var lost = controller.nextCall();
    lost.fail(Status.UNAVAILABLE);
    refused.get();
    var second = slots.submit(() -> fetcher.next());
    var following = controller.nextCall();
    following.answer("b");
    second.get();
    var third = slots.submit(() -> fetcher.next());
    var last = controller.nextCall();
    last.answer("c");
    third.get();

    assertThat(lost.done()).containsExactly(work.getClaimId());
    assertThat(following.done()).containsExactly(work.getClaimId());
    assertThat(last.done()).isEmpty();
  }

  @Test
  void theLastEndedClaimsAreReportedOnceWithoutACallForWork() {
    var work = FakeCluster.work("a", Rig.LAMBDA, "{}");
    var attempt = new RunningAttempt(work, rig.clock.nanos());
    rig.running.add(attempt);
    rig.running.remove(attempt);

    fetcher.reportEnded();
    fetcher.reportEnded();

    assertThat(controller.ended).containsExactly(List.of(work.getClaimId()));
    assertThat(controller.asked).isEmpty();
  }

  @Test
  void asksForNoMoreThanTheControllerHasSaidThatItTakes() throws Exception {
    tasksAreShort();
    for (int tasksMax : new int[] {0, 40, 1_000, 3}) {
      var slot = slots.submit(() -> fetcher.next());
      controller.nextCall().answerSaying(tasksMax, "a");
      assertThat(taskId(slot)).isEqualTo("a");
    }
    var last = slots.submit(() -> fetcher.next());
    controller.nextCall().answer("b");
    assertThat(taskId(last)).isEqualTo("b");

    assertThat(controller.asked)
        .containsExactly(
            Fetcher.TASKS_MAX_UNKNOWN,
            Fetcher.TASKS_MAX_UNKNOWN,
            40,
            Fetcher.TASKS_MAX,
            Fetcher.TASKS_MAX_UNKNOWN);
  }

  @Test
  void slotsThatGotNothingOfACallWithWorkGoOnWaitingInTheNext() throws Exception {
    var held = twoHeldCalls();
    var both = twoThatWait();
    held.get(0).answer("a");

    controller.nextCall().answer("b");
    controller.nextCall().answer("c");

    assertThat(List.of(taskId(both.get(0)), taskId(both.get(1))))
        .containsAnyOf("b", "c")
        .doesNotHaveDuplicates();
    assertThat(controller.asked).containsExactly(1, 1, 2, 1);
  }

  @Test
  void anEmptyAnswerAndAFailureAreToldToEverySlotOfTheCall() throws Exception {
    var held = twoHeldCalls();
    var both = twoThatWait();
    held.get(0).answer("a");
    controller.nextCall().answer();
    for (var slot : both) {
      assertThat(slot.get(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS))
          .isInstanceOf(Answer.Nothing.class);
    }

    var third = slots.submit(() -> fetcher.next());
    var call = controller.nextCall();
    both = twoThatWait();
    call.answer("b");
    assertThat(taskId(third)).isEqualTo("b");
    controller.nextCall().fail(Status.UNAVAILABLE);
    for (var slot : both) {
      assertThat(slot.get(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS))
          .isInstanceOf(Answer.Failed.class);
    }
  }

  @Test
  void workThatNobodyAskedForIsGivenBack() throws Exception {
    var slot = slots.submit(() -> fetcher.next());

    controller.nextCall().answer("a", "b");

    assertThat(taskId(slot)).isEqualTo("a");
    assertThat(controller.returned).extracting(ReturnedWork::getTaskId).containsExactly("b");
    assertThat(controller.returned.get(0).getReason()).isEqualTo("UNASKED");
  }

  @Test
  void whileTasksAreShortMoreAreAskedForThanSlotsAreFree() throws Exception {
    tasksAreShort();
    var slot = slots.submit(() -> fetcher.next());

    controller.nextCall().answer("a", "b", "c");

    assertThat(taskId(slot)).isEqualTo("a");
    assertThat(controller.asked).containsExactly(Fetcher.TASKS_MAX_UNKNOWN);
    assertThat(taskId(slots.submit(() -> fetcher.next()))).isEqualTo("b");
    assertThat(taskId(slots.submit(() -> fetcher.next()))).isEqualTo("c");
    assertThat(controller.returned).isEmpty();
  }

  @Test
  void tasksFetchedAheadServeAllWaitingSlots() throws Exception {
    var all = new ArrayList<Future<Answer>>();
    tasksAreShort();
    all.add(slots.submit(() -> fetcher.next()));
    var one = controller.nextCall();
    all.add(slots.submit(() -> fetcher.next()));
    var two = controller.nextCall();
    for (int i = 0; i < 4; i++) {
      all.add(slots.submit(() -> fetcher.next()));
    }
    awaitWaiting(4);

    one.answer("a", "b", "c", "d", "e");

    for (var slot : all) {
      if (slot != all.get(1)) {
        assertThat(taskId(slot)).isIn("a", "b", "c", "d", "e");
      }
    }
    two.answer("f");
    assertThat(taskId(all.get(1))).isEqualTo("f");
  }

  @Test
  void aSecondCallDoesNotAskAheadForWhatTheFirstDoes() throws Exception {
    for (int i = 0; i < 100; i++) {
      pace.busyFor(Duration.ofMillis(10));
    }
    int soon = pace.freeSoon();
    var first = slots.submit(() -> fetcher.next());
    var one = controller.nextCall();
    var second = slots.submit(() -> fetcher.next());
    var two = controller.nextCall();

    one.answer("a");
    two.answer("b");

    assertThat(List.of(taskId(first), taskId(second))).containsExactlyInAnyOrder("a", "b");
    assertThat(soon).isBetween(1, Fetcher.TASKS_MAX_UNKNOWN - 1);
    assertThat(controller.asked).containsExactly(1 + soon, 1);
  }

  @Test
  void returnsUntakenTasksAndStopsFetchingAhead() throws Exception {
    tasksAreShort();
    var slot = slots.submit(() -> fetcher.next());
    controller.nextCall().answer("a", "b", "c");
    assertThat(taskId(slot)).isEqualTo("a");

    fetcher.returnPrefetched(Fetcher.PREFETCHED_WAIT_MAX, ReturnReason.NO_SLOT_FREE);
    assertThat(controller.returned).isEmpty();
    rig.clock.advance(Fetcher.PREFETCHED_WAIT_MAX);
    fetcher.returnPrefetched(Fetcher.PREFETCHED_WAIT_MAX, ReturnReason.NO_SLOT_FREE);

    assertThat(controller.returned).extracting(ReturnedWork::getTaskId).containsExactly("b", "c");
    var next = slots.submit(() -> fetcher.next());
    controller.nextCall().answer("d");
    assertThat(taskId(next)).isEqualTo("d");
    assertThat(controller.asked).containsExactly(Fetcher.TASKS_MAX_UNKNOWN, 1);
  }

  @Test
  void isWokenOnceForPrefetchedWorkAndSleepsWhenNoneIsLeft() throws Exception {
    tasksAreShort();
    var wakes = new AtomicInteger();
    fetcher.whenEarlier(wakes::incrementAndGet);
    var idle = fetcher.turn();
    assertThat(idle).isGreaterThan(Duration.ofMinutes(1));

    var slot = slots.submit(() -> fetcher.next());
    controller.nextCall().answer("a", "b");
    assertThat(taskId(slot)).isEqualTo("a");
    assertThat(wakes).hasValue(1);
    assertThat(fetcher.turn()).isEqualTo(Fetcher.PREFETCHED_WAIT_MAX);
    rig.clock.advance(Fetcher.PREFETCHED_WAIT_MAX);
    assertThat(fetcher.turn()).isEqualTo(idle);

    assertThat(controller.returned).extracting(ReturnedWork::getTaskId).containsExactly("b");
  }

  @Test
  void asksForMoreWhileSlotsRunWhatCameAhead() throws Exception {
    tasksAreShort();
    var wakes = new AtomicInteger();
    fetcher.whenEarlier(wakes::incrementAndGet);
    var slot = slots.submit(() -> fetcher.next());
    controller.nextCall().answer("a", "b", "c", "d", "e", "f", "g", "h", "i", "j");
    assertThat(taskId(slot)).isEqualTo("a");
    fetcher.turn();
    assertThat(controller.asked).hasSize(1);
    int before = wakes.get();
    for (int i = 0; i < 4; i++) {
      fetcher.next();
    }
    assertThat(wakes.get()).isGreaterThan(before);

    var turn = slots.submit(fetcher::turn);
    var call = controller.nextCall();
    call.answer("k");
    turn.get(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS);

    assertThat(call.holdFor()).isZero();
    assertThat(controller.asked).containsExactly(Fetcher.TASKS_MAX_UNKNOWN, 5);
    // That brought less than was asked for: no more waits there.
    for (int i = 0; i < 6; i++) {
      fetcher.next();
    }
    fetcher.turn();
    assertThat(controller.asked).hasSize(2);
  }

  @Test
  void asksForNothingAheadDuringADrain() throws Exception {
    tasksAreShort();
    var slot = slots.submit(() -> fetcher.next());
    controller.nextCall().answer("a", "b", "c", "d", "e", "f", "g", "h", "i", "j");
    assertThat(taskId(slot)).isEqualTo("a");
    for (int i = 0; i < 8; i++) {
      fetcher.next();
    }
    rig.drain.begin();

    fetcher.turn();

    assertThat(controller.asked).hasSize(1);
  }

  /** Returns two calls in progress, each for one slot. */
  private List<Call> twoHeldCalls() throws InterruptedException {
    var calls = new ArrayList<Call>();
    for (int i = 0; i < 2; i++) {
      var unused = slots.submit(() -> fetcher.next());
      calls.add(controller.nextCall());
    }
    return calls;
  }

  /** Returns two slots that wait in the queue while no call asks for them. */
  private List<Future<Answer>> twoThatWait() {
    var both = List.of(slots.submit(() -> fetcher.next()), slots.submit(() -> fetcher.next()));
    awaitWaiting(2);
    return both;
  }

  private Thread thread(Runnable slot) {
    var thread = new Thread(slot);
    threads.add(thread);
    return thread;
  }

  /**
   * Waits until so many slots wait for an answer: they do so without an end, while the caller has a
   * time-out.
   */
  private void awaitWaiting(int count) {
    assertTimeoutPreemptively(
        TIMEOUT,
        () -> {
          while (threads.stream().filter(slot -> slot.getState() == State.WAITING).count()
              < count) {
            Thread.onSpinWait();
          }
        });
  }

  private void tasksAreShort() {
    for (int i = 0; i < 100; i++) {
      pace.busyFor(Duration.ZERO);
    }
  }

  private static String taskId(Future<Answer> slot) throws Exception {
    return ((Answer.Arrived) slot.get(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS))
        .attempt()
        .taskId();
  }

  /** Controller that answers each call when the test says so. */
  private static final class Controller implements ControllerCalls {
    private final List<Integer> asked = Collections.synchronizedList(new ArrayList<>());
    private final List<ReturnedWork> returned = Collections.synchronizedList(new ArrayList<>());
    private final List<List<String>> ended = Collections.synchronizedList(new ArrayList<>());
    private final BlockingQueue<Call> calls = new LinkedBlockingQueue<>();

    Call nextCall() throws InterruptedException {
      var call = calls.poll(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS);
      assertThat(call).as("a call within 10 s").isNotNull();
      return call;
    }

    @Override
    public NextWorkResponse nextWork(NextWorkRequest request, Duration timeout) {
      asked.add(request.getTasksMax());
      var call =
          new Call(
              request.getDoneList(), ProtoTimes.java(request.getWait()), new CompletableFuture<>());
      calls.add(call);
      try {
        return call.reply().get(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS);
      } catch (ExecutionException e) {
        throw (RuntimeException) e.getCause();
      } catch (Exception e) {
        throw Status.CANCELLED.withCause(e).asRuntimeException();
      }
    }

    @Override
    public void returnWork(ReturnWorkRequest request, Duration timeout) {
      returned.addAll(request.getWorkList());
      ended.add(request.getDoneList());
    }

    @Override
    public void stopWaiting() {}
  }

  private record Call(
      List<String> done, Duration holdFor, CompletableFuture<NextWorkResponse> reply) {
    void answer(String... taskIds) {
      answerSaying(0, taskIds);
    }

    /**
     * @param tasksMax 0: it does not say
     */
    void answerSaying(int tasksMax, String... taskIds) {
      var response = NextWorkResponse.newBuilder();
      if (tasksMax > 0) {
        response.setTasksMax(tasksMax);
      }
      for (var taskId : taskIds) {
        response.addWork(FakeCluster.work(taskId, Rig.LAMBDA, "{}"));
      }
      reply.complete(response.build());
    }

    void fail(Status status) {
      reply.completeExceptionally(status.asRuntimeException());
    }
  }
}
