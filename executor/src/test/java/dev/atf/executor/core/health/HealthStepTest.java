package dev.atf.executor.core.health;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.executor.ExitCode;
import dev.atf.executor.HealthConfig;
import dev.atf.executor.core.ManualClock;
import dev.atf.executor.core.RecordingTerminator;
import dev.atf.executor.core.attempt.RunningAttempt;
import dev.atf.executor.core.attempt.RunningAttempts;
import dev.atf.executor.core.call.ControllerCalls;
import dev.atf.executor.core.call.ExecutorIdentity;
import dev.atf.protocol.v1.NextWorkRequest;
import dev.atf.protocol.v1.NextWorkResponse;
import dev.atf.protocol.v1.ReturnWorkRequest;
import dev.atf.protocol.v1.Work;
import dev.atf.runtime.loop.Threads;
import dev.atf.testtime.TestTimeouts;
import io.grpc.Status;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class HealthStepTest {
  private static final HealthConfig CONFIG =
      new HealthConfig(Duration.ofSeconds(10), Duration.ofSeconds(5), 3, Duration.ofMinutes(1), "");

  private final ManualClock clock = new ManualClock();
  private final HealthGate gate = new HealthGate(false);
  private final Told controller = new Told();
  private final RunningAttempts running = new RunningAttempts();
  private final RecordingTerminator terminator = new RecordingTerminator();
  private final Semaphore over = new Semaphore(0);
  private final CountDownLatch interrupted = new CountDownLatch(1);
  private String failure = "";
  private boolean hangs;

  private final HealthStep step =
      new HealthStep(
          this::check,
          CONFIG,
          gate,
          new HealthNotice(
              new ExecutorIdentity("host:1:a", "paint", 4), controller, TestTimeouts.STALL),
          running,
          terminator,
          Threads.system(),
          clock);

  HealthStepTest() {
    step.whenEarlier(over::release);
  }

  @Test
  void noWorkIsTakenBeforeTheFirstCheckHasPassed() throws Exception {
    assertThat(gate.isOpen()).isFalse();
    failing("no disk");
    assertThat(gate.isOpen()).isFalse();
    assertThat(controller.checks).containsExactly("no disk");

    passing();

    assertThat(gate.isOpen()).isTrue();
  }

  @Test
  void someFailuresInARowEndTheIntakeAndTwoPassesBeginItAgain() throws Exception {
    passing();
    failing("a");
    failing("b");
    passing();
    failing("c");
    failing("d");
    assertThat(gate.isOpen()).isTrue();
    assertThat(controller.checks).isEmpty();

    failing("e");
    assertThat(gate.isOpen()).isFalse();
    failing("f");
    assertThat(controller.checks).containsExactly("e", "f");

    passing();
    assertThat(gate.isOpen()).isFalse();
    passing();
    assertThat(gate.isOpen()).isTrue();
  }

  @Test
  void aCheckThatHangsIsInterruptedAndHasFailedEachTimeUntilItEnds() throws Exception {
    hangs = true;
    assertThat(step.turn()).isEqualTo(CONFIG.timeout());
    clock.advance(CONFIG.timeout());
    assertThat(step.turn()).isEqualTo(CONFIG.every());
    assertThat(controller.checks).containsExactly("its health check does not end: 5 s");
    assertThat(interrupted.await(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS)).isTrue();

    clock.advance(CONFIG.every());
    step.turn();
    assertThat(controller.checks)
        .hasSize(2)
        .last()
        .isEqualTo("its health check does not end: 15 s");

    hangs = false;
    end();
    assertThat(step.turn()).as("it is over, and counts no more").isZero();
    passing();
    assertThat(gate.isOpen()).isTrue();
  }

  @Test
  void aProcessThatFailsForLongEndsOnceItRunsNothing() throws Exception {
    var attempt = new RunningAttempt(Work.newBuilder().setTaskId("t").build(), clock.nanos());
    running.add(attempt);
    for (int i = 0; i <= 6; i++) {
      failing("no disk");
    }
    assertThat(terminator.codes()).isEmpty();

    running.remove(attempt);
    failing("no disk");

    assertThat(terminator.codes()).containsExactly(ExitCode.UNHEALTHY);
  }

  @Test
  void aControllerThatDoesNotAnswerIsToldAgain() throws Exception {
    controller.down = true;
    failing("a");
    controller.down = false;
    failing("b");

    assertThat(controller.checks).containsExactly("b");
  }

  private void passing() throws Exception {
    run("");
  }

  private void failing(String how) throws Exception {
    run(how);
  }

  /** Turns the step from before a check until before the next one. */
  private void run(String how) throws Exception {
    failure = how;
    step.turn();
    end();
    assertThat(step.turn()).isEqualTo(CONFIG.every());
    clock.advance(CONFIG.every());
  }

  private void end() throws InterruptedException {
    if (!hangs) {
      release.release();
    }
    assertThat(over.tryAcquire(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS)).isTrue();
  }

  private final Semaphore release = new Semaphore(0);

  private void check() throws IOException {
    boolean first = true;
    while (!release.tryAcquire()) {
      try {
        release.acquire();
        break;
      } catch (InterruptedException e) {
        assertThat(first).isTrue();
        first = false;
        interrupted.countDown();
      }
    }
    if (!failure.isEmpty()) {
      throw new IOException(failure);
    }
  }

  /** Controller that records what is reported to it. */
  private static final class Told implements ControllerCalls {
    private final List<String> checks = new ArrayList<>();
    private boolean down;

    @Override
    public NextWorkResponse nextWork(NextWorkRequest request, Duration timeout) {
      if (down) {
        throw Status.UNAVAILABLE.asRuntimeException();
      }
      checks.add(request.getFailingCheck());
      return NextWorkResponse.getDefaultInstance();
    }

    @Override
    public void returnWork(ReturnWorkRequest request, Duration timeout) {
      throw new AssertionError("nothing is returned");
    }

    @Override
    public void stopWaiting() {
      throw new AssertionError("it goes on");
    }
  }
}
