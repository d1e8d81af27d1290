package dev.atf.executor.core;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.protobuf.ByteString;
import dev.atf.executor.ExecutorConfig;
import dev.atf.executor.core.attempt.RunningAttempt;
import dev.atf.executor.core.attempt.RunningAttempts;
import dev.atf.executor.core.call.ExecutorIdentity;
import dev.atf.executor.core.call.HscCalls;
import dev.atf.protocol.v1.AppendLogRequest;
import dev.atf.protocol.v1.AppendLogResponse;
import dev.atf.protocol.v1.AttemptResult;
import dev.atf.protocol.v1.HeartbeatRequest;
import dev.atf.protocol.v1.HeartbeatResponse;
import dev.atf.protocol.v1.ResultVerdict;
import dev.atf.protocol.v1.SetResultsRequest;
import dev.atf.protocol.v1.SetResultsResponse;
import dev.atf.runtime.loop.Threads;
import dev.atf.testtime.TestTimeouts;
import io.grpc.Status;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class ReporterTest {
  private final ExecutorService slots = Executors.newCachedThreadPool();
  private final Hsc hsc = new Hsc();
  private final AtomicLong now = new AtomicLong();
  private final AtomicInteger wakes = new AtomicInteger();
  private final RunningAttempts running = new RunningAttempts();
  private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
  private final Reporter reporter =
      new Reporter(
          new ExecutorIdentity("e", Rig.LAMBDA, 1),
          ExecutorConfig.DEFAULTS,
          hsc,
          running,
          now::get,
          Threads.system(),
          new Random(7),
          metrics);

  @BeforeEach
  void watch() {
    reporter.whenEarlier(wakes::incrementAndGet);
  }

  @AfterEach
  void end() {
    slots.shutdownNow();
  }

  @Test
  void sendsTheResultOfAnIdleSlotAtOnce() {
    hsc.mayAnswer.release();

    add("a", false);

    assertThat(hsc.sent()).containsExactly("a");
    assertThat(running.all()).isEmpty();
    assertThat(wakes).hasValue(0);
  }

  @Test
  void sendsResultsOfBusySlotsTogether() {
    hsc.mayAnswer.release();
    for (var taskId : List.of("a", "b", "c")) {
      add(taskId, true);
    }
    assertThat(wakes).hasValue(1);
    assertThat(reporter.turn()).isEqualTo(Reporter.LINGER);
    assertThat(hsc.calls).isEmpty();
    assertThat(running.all()).hasSize(3);

    pass(Reporter.LINGER);
    assertThat(reporter.turn()).isGreaterThan(Duration.ofMinutes(1));

    assertThat(hsc.calls).hasSize(1);
    assertThat(hsc.sent()).containsExactly("a", "b", "c");
    assertThat(running.all()).isEmpty();
  }

  @Test
  void sendsAFullCallAtOnce() {
    hsc.mayAnswer.release();

    for (int i = 0; i < Reporter.RESULTS_MAX; i++) {
      add("task-" + i, true);
    }

    assertThat(hsc.calls)
        .extracting(SetResultsRequest::getResultsCount)
        .containsExactly(Reporter.RESULTS_MAX);
  }

  @Test
  void batchesResultsThatArriveDuringACall() throws Exception {
    var first = addAndAwaitCall("a");
    add("b", false);
    add("c", false);
    assertThat(hsc.calls).hasSize(1);

    hsc.mayAnswer.release(2);
    first.get(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS);

    assertThat(hsc.calls).extracting(SetResultsRequest::getResultsCount).containsExactly(1, 2);
    assertThat(running.all()).isEmpty();
  }

  @Test
  void sendsWhatWaitsWhileACallHangs() throws Exception {
    var hanging = addAndAwaitCall("a");
    add("b", false);
    assertThat(wakes).hasValue(1);
    assertThat(reporter.turn()).isPositive();
    assertThat(hsc.calls).hasSize(1);
    pass(Duration.ofSeconds(1));

    var turn = slots.submit(reporter::turn);
    awaitCall();
    hsc.mayAnswer.release(2);
    turn.get(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS);
    hanging.get(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS);

    assertThat(hsc.sent()).containsExactly("a", "b");
    assertThat(running.all()).isEmpty();
  }

  @Test
  void waitsForAnAnswerWhileAsManyCallsHangAsMayBeMade() throws Exception {
    var first = addAndAwaitCall("a");
    add("b", false);
    pass(Duration.ofSeconds(1));
    var second = slots.submit(reporter::turn);
    awaitCall();
    add("c", false);
    pass(Duration.ofSeconds(1));

    assertThat(reporter.turn()).isGreaterThan(Duration.ofMinutes(1));

    hsc.mayAnswer.release(3);
    first.get(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS);
    second.get(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS);
    assertThat(hsc.sent()).containsExactly("a", "b", "c");
    assertThat(running.all()).isEmpty();
  }

  @Test
  void givesEachResultItsVerdict() {
    hsc.lost = "b";
    hsc.mayAnswer.release();
    for (var taskId : List.of("a", "b", "c")) {
      add(taskId, true);
    }

    pass(Reporter.LINGER);
    reporter.turn();

    assertThat(running.all()).isEmpty();
    assertThat(count("SUCCESS")).isEqualTo(2);
    assertThat(count("LEASE_LOST")).isEqualTo(1);
  }

  @Test
  void repeatsEachResultByItselfAfterTheRefusalOfTheirCall() {
    hsc.mayAnswer.release(4);
    for (var taskId : List.of("a", "poison", "c")) {
      add(taskId, true);
    }

    pass(Reporter.LINGER);
    reporter.turn();

    assertThat(hsc.calls)
        .extracting(SetResultsRequest::getResultsCount)
        .containsExactly(3, 1, 1, 1);
    assertThat(running.all()).isEmpty();
    assertThat(count("SUCCESS")).isEqualTo(2);
    assertThat(count("INVALID_ARGUMENT")).isEqualTo(1);
  }

  @Test
  void repeatsAResultThatIsNotKnownAfterAPauseWhileOthersGoOn() {
    hsc.mayAnswer.release(3);
    hsc.unknown = "b";
    for (var taskId : List.of("a", "b", "c")) {
      add(taskId, true);
    }
    pass(Reporter.LINGER);

    var pause = reporter.turn();

    assertThat(pause).isBetween(Duration.ofNanos(1), Duration.ofMinutes(1));
    assertThat(running.all()).hasSize(1);
    assertThat(reporter.hasRoom()).isTrue();
    add("d", false);
    assertThat(hsc.sent()).containsExactly("a", "b", "c", "d");

    hsc.unknown = "";
    pass(pause);
    reporter.turn();

    assertThat(hsc.sent()).containsExactly("a", "b", "c", "d", "b");
    assertThat(running.all()).isEmpty();
  }

  @Test
  void aResultWhoseCallEndedWithAnErrorIsLeftToTheStep() {
    hsc.mayAnswer.release(2);
    hsc.error = new AssertionError("in the thread of the call");

    assertThatThrownBy(() -> add("a", false)).isSameAs(hsc.error);

    assertThat(wakes).hasValue(1);
    assertThat(running.all()).hasSize(1);
    hsc.error = null;
    pass(reporter.turn());
    reporter.turn();
    assertThat(hsc.sent()).containsExactly("a", "a");
    assertThat(running.all()).isEmpty();
  }

  @Test
  void repeatsAnUnansweredCallAfterAPauseInItsOrder() {
    hsc.down = true;
    hsc.mayAnswer.release(3);
    add("a", true);
    add("b", true);
    pass(Reporter.LINGER);
    var pause = reporter.turn();
    assertThat(pause).isPositive();
    assertThat(reporter.hasRoom()).isFalse();
    add("c", false);
    assertThat(hsc.calls).hasSize(1);

    hsc.down = false;
    pass(pause);
    reporter.turn();

    assertThat(hsc.sent()).containsExactly("a", "b", "a", "b", "c");
    assertThat(reporter.hasRoom()).isTrue();
    assertThat(running.all()).isEmpty();
  }

  @Test
  void hasNoRoomForMoreResultsThanTwoCallsTake() throws Exception {
    var first = addAndAwaitCall("first");
    for (int i = 1; i < Reporter.UNANSWERED_MAX; i++) {
      assertThat(reporter.hasRoom()).isTrue();
      add("task-" + i, true);
    }
    assertThat(reporter.hasRoom()).isFalse();

    hsc.mayAnswer.release(3);
    first.get(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS);

    assertThat(reporter.hasRoom()).isTrue();
  }

  @Test
  void awaitsTheAnswersToAllResults() throws Exception {
    var first = addAndAwaitCall("a");
    assertThat(reporter.awaitAnswers(Duration.ofMillis(1))).isFalse();
    var answered = slots.submit(() -> reporter.awaitAnswers(TestTimeouts.STALL));

    hsc.mayAnswer.release();

    assertThat(answered.get(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS)).isTrue();
    first.get(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS);
  }

  @Test
  void noCallIsLargerThanAServerTakes() throws Exception {
    var first = addAndAwaitCall("a");
    for (int i = 0; i < 4; i++) {
      var attempt = held("large-" + i);
      attempt.end(result(attempt, Reporter.CALL_BYTES_MAX / 2 - 100));
      reporter.add(attempt, false);
    }

    hsc.mayAnswer.release(3);
    first.get(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS);

    assertThat(hsc.calls).extracting(SetResultsRequest::getResultsCount).containsExactly(1, 2, 2);
    assertThat(hsc.calls)
        .allSatisfy(
            call -> assertThat(call.getSerializedSize()).isLessThan(Reporter.CALL_BYTES_MAX + 100));
  }

  private void pass(Duration time) {
    now.addAndGet(time.toNanos());
  }

  private double count(String outcome) {
    return metrics.counter("atf.executor.attempts", "outcome", outcome).count();
  }

  private Future<?> addAndAwaitCall(String taskId) throws InterruptedException {
    var added = slots.submit(() -> add(taskId, false));
    awaitCall();
    return added;
  }

  private void awaitCall() throws InterruptedException {
    assertThat(hsc.begun.tryAcquire(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS)).isTrue();
  }

  private void add(String taskId, boolean slotHasMoreWork) {
    var attempt = held(taskId);
    attempt.end(result(attempt, 0));
    reporter.add(attempt, slotHasMoreWork);
  }

  private RunningAttempt held(String taskId) {
    var attempt = new RunningAttempt(FakeCluster.work(taskId, Rig.LAMBDA, "{}"), 0);
    assertThat(running.add(attempt)).isEmpty();
    return attempt;
  }

  private static AttemptResult result(RunningAttempt attempt, int bytes) {
    return AttemptResult.newBuilder()
        .setAttemptRef(attempt.ref())
        .setAttempt(1)
        .setSuccess(
            AttemptResult.Success.newBuilder().setResult(ByteString.copyFrom(new byte[bytes])))
        .build();
  }

  /**
   * HSC that answers as many calls as the test allows; refuses every call with a result marked as
   * invalid.
   */
  private static final class Hsc implements HscCalls {
    private final LinkedBlockingQueue<SetResultsRequest> calls = new LinkedBlockingQueue<>();
    private final Semaphore begun = new Semaphore(0);
    private final Semaphore mayAnswer = new Semaphore(0);
    private volatile String lost = "";
    private volatile String unknown = "";
    private volatile boolean down;
    private volatile @Nullable Error error;

    List<String> sent() {
      return calls.stream()
          .flatMap(call -> call.getResultsList().stream())
          .map(result -> result.getAttemptRef().getTaskId())
          .toList();
    }

    @Override
    public HeartbeatResponse heartbeat(HeartbeatRequest request, Duration timeout) {
      return HeartbeatResponse.getDefaultInstance();
    }

    @Override
    public AppendLogResponse appendLog(AppendLogRequest request, Duration timeout) {
      return AppendLogResponse.getDefaultInstance();
    }

    @Override
    public SetResultsResponse setResults(SetResultsRequest request, Duration timeout) {
      calls.add(request);
      begun.release();
      mayAnswer.acquireUninterruptibly();
      var thrown = error;
      if (thrown != null) {
        throw thrown;
      }
      if (down) {
        throw Status.UNAVAILABLE.asRuntimeException();
      }
      var response = SetResultsResponse.newBuilder();
      for (var result : request.getResultsList()) {
        var taskId = result.getAttemptRef().getTaskId();
        if (taskId.equals("poison")) {
          throw Status.INVALID_ARGUMENT.asRuntimeException();
        }
        response.addVerdicts(
            ResultVerdict.newBuilder()
                .setVerdict(
                    taskId.equals(unknown)
                        ? ResultVerdict.Verdict.UNKNOWN
                        : taskId.equals(lost)
                            ? ResultVerdict.Verdict.LEASE_LOST
                            : ResultVerdict.Verdict.RECORDED));
      }
      return response.build();
    }
  }
}
