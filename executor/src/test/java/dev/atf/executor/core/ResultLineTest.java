package dev.atf.executor.core;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.protobuf.ByteString;
import dev.atf.executor.LeaseConfig;
import dev.atf.executor.core.call.ExecutorIdentity;
import dev.atf.executor.core.call.HscCalls;
import dev.atf.protocol.v1.AttemptRef;
import dev.atf.protocol.v1.AttemptResult;
import dev.atf.protocol.v1.HeartbeatRequest;
import dev.atf.protocol.v1.HeartbeatResponse;
import dev.atf.protocol.v1.ResultVerdict;
import dev.atf.protocol.v1.SetResultsRequest;
import dev.atf.protocol.v1.SetResultsResponse;
import dev.atf.runtime.loop.Pool;
import dev.atf.runtime.loop.ThreadHandle;
import dev.atf.runtime.loop.Threads;
import dev.atf.testtime.TestTimeouts;
import io.grpc.Status;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class ResultLineTest {
  private final ExecutorService slots = Executors.newCachedThreadPool();
  private final AtomicInteger answered = new AtomicInteger();
  private final Semaphore parked = new Semaphore(0);
  private final Hsc hsc = new Hsc();
  private final AtomicLong now = new AtomicLong();
  private final ResultLine line =
      new ResultLine(
          new ResultReport(new ExecutorIdentity("e", Rig.LAMBDA), LeaseConfig.DEFAULTS, hsc),
          now::get,
          new Waits());

  @AfterEach
  void end() {
    slots.shutdownNow();
  }

  @Test
  void aResultThatComesAloneIsSentAtOnce() throws Exception {
    hsc.mayAnswer.release();

    assertThat(send("a").get(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS))
        .isEqualTo(recorded());
    assertThat(hsc.calls).extracting(SetResultsRequest::getResultsCount).containsExactly(1);
    assertThat(answered).hasValue(1);
  }

  @Test
  void batchesResultsThatArriveDuringACall() throws Exception {
    var all = new ArrayList<Future<ReportAnswer>>();
    all.add(sendAndAwaitCall("a"));
    for (var taskId : List.of("b", "c")) {
      all.add(send(taskId));
      parked.acquire();
    }
    int before = hsc.calls.size();

    hsc.mayAnswer.release(2);

    for (var one : all) {
      assertThat(one.get(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS)).isEqualTo(recorded());
    }
    assertThat(before).isEqualTo(1);
    assertThat(hsc.calls).hasSize(2);
  }

  @Test
  void batchesResultsDuringTwoCallsWithAVerdictEach() throws Exception {
    hsc.lost = "c";
    var all = new ArrayList<Future<ReportAnswer>>();
    all.add(sendAndAwaitCall("a"));
    hangs();
    all.add(sendAndAwaitCall("b"));
    for (var taskId : List.of("c", "d", "e")) {
      all.add(send(taskId));
      parked.acquire();
    }

    hsc.mayAnswer.release(3);

    assertThat(all.get(2).get(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS))
        .isEqualTo(new ReportAnswer.Definite("LEASE_LOST", false));
    for (int i : new int[] {0, 1, 3, 4}) {
      assertThat(all.get(i).get(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS))
          .isEqualTo(recorded());
    }
    assertThat(hsc.calls).hasSize(3);
    assertThat(hsc.sent()).containsExactly("a", "b", "c", "d", "e");
    assertThat(answered).hasValue(5);
  }

  @Test
  void whenACallForSeveralIsRefusedNoneOfThemIsRefused() throws Exception {
    var first = sendAndAwaitCall("a");
    hangs();
    var second = sendAndAwaitCall("b");
    var third = send("poison");
    parked.acquire();
    var fourth = send("d");
    parked.acquire();

    hsc.mayAnswer.release(5);

    assertThat(first.get(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS)).isEqualTo(recorded());
    assertThat(second.get(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS)).isEqualTo(recorded());
    assertThat(third.get(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS))
        .isInstanceOf(ReportAnswer.Unknown.class);
    assertThat(fourth.get(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS))
        .isInstanceOf(ReportAnswer.Unknown.class);
    assertThat(answered).hasValue(2);
    assertThat(line.sendAlone(result("poison", 0)))
        .isEqualTo(new ReportAnswer.Definite("INVALID_ARGUMENT", false));
    assertThat(line.sendAlone(result("d", 0))).isEqualTo(recorded());
  }

  @Test
  void noCallIsLargerThanAServerTakes() throws Exception {
    var all = new ArrayList<Future<ReportAnswer>>();
    all.add(sendAndAwaitCall("a"));
    hangs();
    all.add(sendAndAwaitCall("b"));
    for (int i = 0; i < 4; i++) {
      var large = result("large-" + i, ResultLine.CALL_BYTES_MAX / 2 - 100);
      all.add(slots.submit(() -> line.send(large, answered::addAndGet)));
      parked.acquire();
    }

    hsc.mayAnswer.release(4);

    for (var one : all) {
      assertThat(one.get(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS)).isEqualTo(recorded());
    }
    assertThat(hsc.calls).extracting(SetResultsRequest::getResultsCount).contains(2);
    assertThat(hsc.calls)
        .allSatisfy(
            call ->
                assertThat(call.getSerializedSize()).isLessThan(ResultLine.CALL_BYTES_MAX + 100));
  }

  /** Lets the call under way take so long that another one is made. */
  private void hangs() {
    now.addAndGet(Duration.ofSeconds(1).toNanos());
  }

  private Future<ReportAnswer> sendAndAwaitCall(String taskId) throws InterruptedException {
    var sent = send(taskId);
    assertThat(hsc.begun.tryAcquire(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS)).isTrue();
    return sent;
  }

  private Future<ReportAnswer> send(String taskId) {
    return slots.submit(() -> line.send(result(taskId, 0), answered::addAndGet));
  }

  private static AttemptResult result(String taskId, int bytes) {
    return AttemptResult.newBuilder()
        .setAttemptRef(AttemptRef.newBuilder().setTaskId(taskId).setEpoch(1).setClaimId("c"))
        .setAttempt(1)
        .setSuccess(
            AttemptResult.Success.newBuilder().setResult(ByteString.copyFrom(new byte[bytes])))
        .build();
  }

  private static ReportAnswer recorded() {
    return new ReportAnswer.Definite("RECORDED", true);
  }

  /** Threads that signal when a slot begins to wait in the queue. */
  private final class Waits implements Threads {
    private final Threads system = Threads.system();

    @Override
    public Condition condition(Lock lock) {
      var condition = lock.newCondition();
      return (Condition)
          Proxy.newProxyInstance(
              Condition.class.getClassLoader(),
              new Class<?>[] {Condition.class},
              (proxy, method, arguments) -> {
                if (method.getName().startsWith("await")) {
                  parked.release();
                }
                return method.invoke(condition, arguments);
              });
    }

    @Override
    public ThreadHandle start(String name, Runnable work) {
      return system.start(name, work);
    }

    @Override
    public Pool pool(String name, int threads) {
      return system.pool(name, threads);
    }

    @Override
    public void sleep(Duration time) throws InterruptedException {
      system.sleep(time);
    }
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
    public SetResultsResponse setResults(SetResultsRequest request, Duration timeout) {
      calls.add(request);
      begun.release();
      mayAnswer.acquireUninterruptibly();
      var response = SetResultsResponse.newBuilder();
      for (var result : request.getResultsList()) {
        var taskId = result.getAttemptRef().getTaskId();
        if (taskId.equals("poison")) {
          throw Status.INVALID_ARGUMENT.asRuntimeException();
        }
        response.addVerdicts(
            ResultVerdict.newBuilder()
                .setVerdict(
                    taskId.equals(lost)
                        ? ResultVerdict.Verdict.LEASE_LOST
                        : ResultVerdict.Verdict.RECORDED));
      }
      return response.build();
    }
  }
}
