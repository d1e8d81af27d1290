package dev.atf.executor.core;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.util.concurrent.Uninterruptibles;
import dev.atf.executor.ExitCode;
import dev.atf.executor.Outcome;
import dev.atf.executor.core.attempt.ReturnReason;
import dev.atf.executor.core.attempt.RunningAttempt;
import dev.atf.executor.core.lease.DeadlineWatch;
import dev.atf.runtime.loop.Pool;
import dev.atf.runtime.loop.ThreadHandle;
import dev.atf.runtime.loop.Threads;
import dev.atf.testtime.TestTimeouts;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests handlers that run on although they may not, in a process that is not ended. */
final class IsolationTest {
  private static final Duration LEASE = Duration.ofSeconds(25);

  private final CountDownLatch begun = new CountDownLatch(1);
  private final CountDownLatch release = new CountDownLatch(1);
  private final Rig rig =
      new Rig(
          (payload, context) -> {
            begun.countDown();
            Uninterruptibles.awaitUninterruptibly(release);
            return Outcome.success();
          });
  private final Isolation isolation = new Isolation(rig.running, rig.metrics);
  private final DeadlineWatch watch =
      new DeadlineWatch(rig.lease, rig.running, isolation, rig.clock);

  @AfterEach
  void interruptionsStayHere() {
    boolean ignored = Thread.interrupted();
  }

  private RunningAttempt again(RunningAttempt attempt) {
    return new RunningAttempt(attempt.work(), rig.clock.nanos());
  }

  @Test
  @Tag("F7")
  void noOtherAttemptOfTheTaskBeginsWhileTheHandlerRunsOn() throws Exception {
    var stuck = rig.holds("a");
    assertThat(stuck.enter()).isTrue();

    rig.clock.advance(LEASE);
    var wait = watch.turn();

    assertThat(wait).isPositive();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(rig.running.all()).isEmpty();
    assertThat(rig.running.isolatedCount()).isEqualTo(1);
    assertThat(rig.running.handlerThreads()).containsExactly(Thread.currentThread());
    assertThat(rig.running.add(again(stuck))).contains(ReturnReason.STILL_RUNNING);
    assertThat(rig.metrics.counter("atf.executor.handlers.isolated").count()).isEqualTo(1);
  }

  @Test
  void noOtherAttemptOfTheTaskBeginsInAnotherExecutorOfTheProcess() throws Exception {
    var other = rig.running.ofAnotherExecutor();
    var stuck = rig.holds("a");
    assertThat(stuck.enter()).isTrue();

    assertThat(other.add(again(stuck))).contains(ReturnReason.STILL_RUNNING);
    assertThat(stuck.isLost()).as("a later attempt was claimed").isTrue();
    assertThat(Thread.interrupted()).isTrue();
    assertThat(isolation.isolate(stuck)).isTrue();
    assertThat(rig.running.isolatedCount()).isEqualTo(1);
    assertThat(other.add(again(stuck))).contains(ReturnReason.STILL_RUNNING);

    stuck.leave();
    rig.running.remove(stuck);

    assertThat(other.add(again(stuck))).isEmpty();
  }

  @Test
  void theTaskMayBeginAgainWhenTheHandlerHasEnded() throws Exception {
    var stuck = rig.holds("a");
    assertThat(stuck.enter()).isTrue();
    rig.clock.advance(LEASE);
    watch.turn();

    stuck.leave();
    rig.running.remove(stuck);

    assertThat(rig.running.isolatedCount()).isZero();
    assertThat(rig.running.add(again(stuck))).isEmpty();
  }

  @Test
  void anAttemptOutsideOfItsHandlerIsGivenUpAlone() throws Exception {
    rig.holds("a");

    rig.clock.advance(LEASE);
    watch.turn();

    assertThat(rig.running.all()).isEmpty();
    assertThat(rig.running.isolatedCount()).isZero();
  }

  @Test
  void failedHeartbeatsInterruptTheHandlers() throws Exception {
    var one = rig.holds("a");
    assertThat(one.enter()).isTrue();

    isolation.terminate(ExitCode.LEASE_OVER, "3 heartbeats failed");

    assertThat(one.isLost()).isTrue();
    assertThat(rig.running.isolatedCount()).isZero();
    assertThat(rig.running.all()).containsExactly(one);
  }

  @Test
  void anotherSlotTakesThePlaceOfTheStuckOneWhichEndsWithItsHandler() throws Exception {
    var slots = new SlotThreads(1, 1, rig::newSlot, rig.drain, Threads.system());
    isolation.whenIsolated(slots::replace);
    rig.cluster.queue.add(FakeCluster.work("a", Rig.LAMBDA, "{}"));
    slots.start();
    assertThat(begun.await(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS)).isTrue();
    var thread = rig.running.handlerThreads().get(0);

    rig.clock.advance(LEASE);
    watch.turn();
    assertThat(slots.unfinished()).isEqualTo(1);
    assertThat(slots.allAlive()).isTrue();
    rig.drain.begin();

    assertThat(slots.awaitFinished(TestTimeouts.STALL)).isTrue();
    assertThat(thread.isAlive()).isTrue();
    release.countDown();
    thread.join(TestTimeouts.STALL.toMillis());
    assertThat(thread.isAlive()).isFalse();
    assertThat(rig.running.isolatedCount()).isZero();
    assertThat(rig.cluster.resultCalls).hasValue(0);
  }

  @Test
  void withoutANewThreadTheWatchContinuesAndTheStuckThreadRunsTheNextTask() throws Exception {
    var threads = new ScarceThreads();
    var slots = new SlotThreads(1, 1, rig::newSlot, rig.drain, threads);
    isolation.whenIsolated(slots::replace);
    rig.cluster.queue.add(FakeCluster.work("a", Rig.LAMBDA, "{}"));
    slots.start();
    assertThat(begun.await(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS)).isTrue();
    threads.exhausted = true;
    var reported = new CountDownLatch(1);
    rig.cluster.duringReport = reported::countDown;

    rig.clock.advance(LEASE);
    assertThat(watch.turn()).isPositive();
    assertThat(slots.unfinished()).isZero();
    rig.cluster.queue.add(FakeCluster.work("b", Rig.LAMBDA, "{}"));
    release.countDown();

    assertThat(reported.await(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(slots.unfinished()).isEqualTo(1);
    rig.drain.begin();
    assertThat(slots.awaitFinished(TestTimeouts.STALL)).isTrue();
    assertThat(rig.cluster.recorded).hasSize(1);
  }

  @Test
  void aDrainDoesNotWaitForASlotWithoutAThread() throws Exception {
    var threads = new ScarceThreads();
    var slots = new SlotThreads(1, 1, rig::newSlot, rig.drain, threads);
    isolation.whenIsolated(slots::replace);
    rig.cluster.queue.add(FakeCluster.work("a", Rig.LAMBDA, "{}"));
    slots.start();
    assertThat(begun.await(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS)).isTrue();
    threads.exhausted = true;
    assertThat(isolation.isolate(rig.running.all().get(0))).isTrue();

    rig.drain.begin();

    assertThat(slots.awaitFinished(TestTimeouts.STALL)).isTrue();
    release.countDown();
  }

  @Test
  void aDrainDoesNotWaitForAnIsolatedHandler() throws Exception {
    var slots = new SlotThreads(1, 1, rig::newSlot, rig.drain, Threads.system());
    isolation.whenIsolated(slots::replace);
    rig.cluster.queue.add(FakeCluster.work("a", Rig.LAMBDA, "{}"));
    slots.start();
    assertThat(begun.await(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS)).isTrue();
    rig.drain.begin();

    assertThat(isolation.isolate(rig.running.all().get(0))).isTrue();

    assertThat(slots.awaitFinished(TestTimeouts.STALL)).isTrue();
    release.countDown();
  }

  /** Threads of the system, of which no more can be started once they are exhausted. */
  private static final class ScarceThreads implements Threads {
    private final Threads system = Threads.system();
    private volatile boolean exhausted;

    @Override
    public ThreadHandle start(String name, Runnable work) {
      if (exhausted) {
        throw new OutOfMemoryError("unable to create native thread");
      }
      return system.start(name, work);
    }

    @Override
    public Pool pool(String name, int threads) {
      return system.pool(name, threads);
    }

    @Override
    public Condition condition(Lock lock) {
      return system.condition(lock);
    }

    @Override
    public void sleep(Duration time) throws InterruptedException {
      system.sleep(time);
    }
  }
}
