package dev.atf.runtime.loop;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

@Isolated("a thread that dies of an error fails every test that waits with Awaitility")
final class LoopTest {
  private static final Duration LONG = Duration.ofHours(1);
  private static final LoopSettings IMPATIENT =
      new LoopSettings(Duration.ofSeconds(60), Duration.ofMillis(1), Duration.ofMillis(5), LONG);

  private final AtomicLong nanos = new AtomicLong();
  private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
  private final Loops loops = new Loops(nanos::get, new Random(1), metrics);
  private final AtomicInteger turns = new AtomicInteger();

  @AfterEach
  void endAll() {
    loops.close();
  }

  @Test
  void aStepIsTurnedAgainAfterTheWaitThatItAskedFor() {
    loops.start("quick", () -> count(Duration.ZERO));

    await().until(() -> turns.get() > 100);
  }

  @Test
  void aWaitingLoopIsWokenForOneTurn() {
    var loop = loops.start("slow", () -> count(LONG));
    await().until(() -> turns.get() == 1);

    loop.wake();

    await().until(() -> turns.get() == 2);
  }

  @Test
  void aCallDuringATurnIsNotLost() {
    var begun = new CountDownLatch(1);
    var woken = new CountDownLatch(1);
    var loop =
        loops.start(
            "slow",
            () -> {
              begun.countDown();
              woken.await();
              return count(LONG);
            });
    await().until(() -> begun.getCount() == 0);

    loop.wake();
    loop.wake();
    woken.countDown();

    await().until(() -> turns.get() == 2);
  }

  @Test
  void aStepThatFailsIsTurnedAgainAndItsFailuresAreCounted() {
    loops.start(
        "flaky",
        () -> {
          if (turns.incrementAndGet() <= 3) {
            throw new IllegalStateException("not yet");
          }
          return LONG;
        },
        IMPATIENT);

    await().until(() -> turns.get() == 4);
    assertThat(metrics.counter("atf.loop.failures", "loop", "flaky").count()).isEqualTo(3);
    assertThat(loops.allAlive()).isTrue();
  }

  @Test
  void aWakeUpDoesNotShortenTheBackOff() {
    var patient = new LoopSettings(Duration.ofSeconds(60), LONG, LONG, LONG);
    var loop =
        loops.start(
            "failing",
            () -> {
              turns.incrementAndGet();
              throw new IllegalStateException("always");
            },
            patient);
    await().until(() -> metrics.counter("atf.loop.failures", "loop", "failing").count() == 1);

    loop.wake();

    await().during(Duration.ofMillis(200)).until(() -> turns.get() == 1);
  }

  @Test
  @Tag("F29")
  void aTurnThatTakesTooLongIsNotAliveUntilItEnds() {
    var release = new CountDownLatch(1);
    var inTurn = new CountDownLatch(1);
    var loop =
        loops.start(
            "hanging",
            () -> {
              inTurn.countDown();
              release.await();
              return LONG;
            });
    await().until(() -> inTurn.getCount() == 0);
    assertThat(loop.isAlive()).isTrue();

    nanos.addAndGet(Duration.ofSeconds(61).toNanos());
    assertThat(loop.isAlive()).isFalse();
    assertThat(metrics.get("atf.loop.alive").tag("loop", "hanging").gauge().value()).isZero();

    release.countDown();
    await().until(loop::isAlive);
  }

  @Test
  void aLoopWhoseThreadDiedIsNotAlive() {
    var loop =
        loops.start(
            "dying",
            () -> {
              throw new ThreadDeathInTest();
            });

    await().dontCatchUncaughtExceptions().until(() -> !loop.isAlive());
    assertThat(loops.allAlive()).isFalse();
  }

  @Test
  void aWaitForEverDoesNotKillTheLoop() {
    var loop = loops.start("patient", () -> count(Duration.ofSeconds(Long.MAX_VALUE)));
    await().until(() -> turns.get() == 1);

    loop.wake();

    await().until(() -> turns.get() == 2);
  }

  @Test
  void closingInterruptsATurnThatDoesNotEnd() {
    var interrupted = new CountDownLatch(1);
    var inTurn = new CountDownLatch(1);
    var loop =
        loops.start(
            "blocked",
            () -> {
              inTurn.countDown();
              try {
                new CountDownLatch(1).await();
              } catch (InterruptedException e) {
                interrupted.countDown();
                throw e;
              }
              return LONG;
            });
    await().until(() -> inTurn.getCount() == 0);

    loop.close();

    assertThat(interrupted.getCount()).isZero();
    assertThat(loop.isAlive()).isFalse();
  }

  @Test
  void aStepMayEndItsOwnLoop() {
    var itself = new CopyOnWriteArrayList<Loop>();
    var started = new CountDownLatch(1);
    var loop =
        loops.start(
            "last",
            () -> {
              started.await();
              itself.forEach(loops::stop);
              return count(Duration.ZERO);
            });
    itself.add(loop);

    started.countDown();

    await().until(() -> !loop.isAlive());
    assertThat(turns).hasValue(1);
  }

  @Test
  void loopsEndInTheReverseOfTheirStartAndLeaveNoGaugeBehind() {
    var ended = new CopyOnWriteArrayList<String>();
    for (var name : List.of("first", "second", "third")) {
      loops.start(name, () -> untilInterrupted(name, ended));
    }
    await().until(() -> turns.get() == 3);

    loops.close();

    assertThat(ended).containsExactly("third", "second", "first");
    assertThat(loops.allAlive()).isTrue();
    assertThat(metrics.find("atf.loop.alive").gauges()).isEmpty();
  }

  private Duration untilInterrupted(String name, List<String> ended) throws InterruptedException {
    turns.incrementAndGet();
    try {
      new CountDownLatch(1).await();
      return LONG;
    } finally {
      ended.add(name);
    }
  }

  private Duration count(Duration wait) {
    turns.incrementAndGet();
    return wait;
  }

  private static final class ThreadDeathInTest extends Error {
    private static final long serialVersionUID = 1L;
  }
}
