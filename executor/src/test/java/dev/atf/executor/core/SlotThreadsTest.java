package dev.atf.executor.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.executor.Outcome;
import dev.atf.runtime.loop.Pool;
import dev.atf.runtime.loop.ThreadHandle;
import dev.atf.runtime.loop.Threads;
import dev.atf.testtime.TestTimeouts;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.Lock;
import org.junit.jupiter.api.Test;

final class SlotThreadsTest {
  private final Rig rig = new Rig((payload, context) -> Outcome.success());
  private final Rests rests = new Rests();
  private final SlotThreads slots = new SlotThreads(1, 1, () -> rig.slot, rig.drain, rests);

  @Test
  void aSlotGoesOnAfterAnError() throws Exception {
    rig.cluster.duringCall =
        () -> {
          rig.drain.begin();
          throw new AssertionError("test");
        };
    rests.end();

    slots.start();

    assertThat(slots.awaitFinished(TestTimeouts.STALL)).isTrue();
  }

  @Test
  void aSlotThatFailsInADrainRestsAfterEachFailure() throws Exception {
    var calls = new AtomicInteger();
    for (int i = 0; i < 100; i++) {
      rig.pace.busyFor(Duration.ZERO);
    }
    for (var taskId : List.of("a", "ahead-1", "ahead-2")) {
      rig.cluster.queue.add(FakeCluster.work(taskId, Rig.LAMBDA, "{}"));
    }
    rig.cluster.duringCall = rig.drain::begin;
    rig.cluster.duringReturn =
        () -> {
          if (calls.incrementAndGet() <= 2) {
            throw new AssertionError("test");
          }
        };

    slots.start();

    assertThat(rests.haveBegun()).isTrue();
    assertThat(calls).hasValue(1);
    rests.end();
    assertThat(rests.haveBegun()).isTrue();
    assertThat(calls).hasValue(2);
    rests.end();
    assertThat(slots.awaitFinished(TestTimeouts.STALL)).isTrue();
  }

  @Test
  void onlyAdmittedSlotsTakeWork() throws Exception {
    var many = new SlotThreads(5, 1, rig::newSlot, rig.drain, rests);

    many.start();
    assertThat(rests.started).containsExactly("atf-slot-0");
    many.admitMore();
    assertThat(rests.started).containsExactly("atf-slot-0", "atf-slot-1");
    many.admitMore();
    assertThat(many.admitted()).isEqualTo(4);
    assertThat(many.areAllAdmitted()).isFalse();
    many.admitMore();
    assertThat(many.areAllAdmitted()).isTrue();
    assertThat(many.allAlive()).isTrue();
    many.admitMore();
    assertThat(rests.started).hasSize(5);
    assertThat(many.unfinished()).isEqualTo(5);

    rig.drain.begin();
    assertThat(many.awaitFinished(TestTimeouts.STALL)).isTrue();
    assertThat(many.unfinished()).isZero();
  }

  @Test
  void slotsThatWereNotAdmittedAreFinishedWhenADrainBegins() throws Exception {
    var many = new SlotThreads(4, 1, rig::newSlot, rig.drain, rests);
    many.start();

    rig.drain.begin();

    assertThat(many.awaitFinished(TestTimeouts.STALL)).isTrue();
    assertThat(many.unfinished()).isZero();
    many.admitMore();
    assertThat(rests.started).containsExactly("atf-slot-0");
  }

  @Test
  void aDrainWaitsForAdmittedSlotsThatHoldAnAttempt() throws Exception {
    var many = new SlotThreads(4, 1, rig::newSlot, rig.drain, rests);
    var reported = new CountDownLatch(1);
    rig.cluster.queue.add(FakeCluster.work("a", Rig.LAMBDA, "{}"));
    rig.cluster.duringReport =
        () -> {
          rig.drain.begin();
          assertThat(many.unfinished()).isEqualTo(1);
          reported.countDown();
        };

    many.start();

    assertThat(reported.await(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(many.awaitFinished(TestTimeouts.STALL)).isTrue();
    assertThat(many.unfinished()).isZero();
  }

  /** Threads that signal when a slot starts a pause, which lasts until the test ends it. */
  private static final class Rests implements Threads {
    private final Threads system = Threads.system();
    private final Semaphore begun = new Semaphore(0);
    private final Semaphore mayEnd = new Semaphore(0);
    final List<String> started = new CopyOnWriteArrayList<>();

    boolean haveBegun() throws InterruptedException {
      return begun.tryAcquire(TestTimeouts.STALL.toMillis(), TimeUnit.MILLISECONDS);
    }

    void end() {
      mayEnd.release();
    }

    @Override
    public void sleep(Duration time) throws InterruptedException {
      if (!time.isZero()) {
        begun.release();
        mayEnd.acquire();
      }
    }

    @Override
    public ThreadHandle start(String name, Runnable work) {
      started.add(name);
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
  }
}
