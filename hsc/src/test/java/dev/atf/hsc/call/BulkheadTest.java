package dev.atf.hsc.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.runtime.loop.Threads;
import dev.atf.store.StoreLocality;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class BulkheadTest {
  private final SimpleMeterRegistry metrics = new SimpleMeterRegistry();
  private static final int CALLS_MAX = 8;
  private static final String LAMBDA = "resize";

  private final Bulkhead bulkhead = bulkhead(StoreLocality.FAR);

  private Bulkhead bulkhead(StoreLocality store) {
    return new Bulkhead(
        "test",
        new Bulkhead.Limits(2, CALLS_MAX),
        store,
        Threads.system(),
        new HscMetrics(metrics));
  }

  @AfterEach
  void close() {
    bulkhead.close();
  }

  @Test
  void answersStandInTheOrderOfTheItems() {
    var items = IntStream.range(0, 50).boxed().toList();

    assertThat(bulkhead.forEach(LAMBDA, items, item -> item * 2))
        .isEqualTo(items.stream().map(item -> item * 2).toList());
  }

  @Test
  void aNearStoreIsAskedByTheCallersThreadAndAnswersTogether() {
    var together = new AtomicInteger();
    var near =
        bulkhead(
            new StoreLocality() {
              @Override
              public boolean isNear() {
                return true;
              }

              @Override
              public <T> T together(Supplier<T> work) {
                together.incrementAndGet();
                return work.get();
              }
            });

    assertThat(near.forEach(LAMBDA, List.of(1, 2, 3), item -> Thread.currentThread()))
        .containsOnly(Thread.currentThread());
    assertThat(together).hasValue(1);
  }

  @Test
  void everyItemIsTriedBeforeAFailureIsTold() {
    var tried = new ConcurrentLinkedQueue<Integer>();

    assertThatThrownBy(
            () ->
                bulkhead.forEach(
                    LAMBDA,
                    List.of(1, 2, 3),
                    item -> {
                      tried.add(item);
                      if (item == 1) {
                        throw new IllegalArgumentException("first");
                      }
                      return item;
                    }))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("first");
    assertThat(tried).containsExactlyInAnyOrder(1, 2, 3);
  }

  @Test
  void noMoreWritesThanAllowedAreUnderWayAtATime() {
    var release = new CountDownLatch(1);
    var inProgress = new AtomicInteger();
    var caller = Executors.newSingleThreadExecutor();
    var all =
        caller.submit(
            () ->
                bulkhead.forEach(
                    LAMBDA,
                    IntStream.range(0, 20).boxed().toList(),
                    item -> {
                      inProgress.incrementAndGet();
                      awaitRelease(release);
                      return item;
                    }));

    // The held calls keep their threads: one thread more would be seen.
    Awaitility.await().during(Duration.ofMillis(200)).until(() -> inProgress.get() == 2);

    release.countDown();
    Awaitility.await().until(all::isDone);
    caller.shutdown();
    assertThat(inProgress).hasValue(20);
  }

  @Test
  void aCallThatFindsItsShareFullIsRefusedAtOnceAndAnothersIsNot() {
    var release = new CountDownLatch(1);
    var inside = new AtomicInteger();
    var callers = Executors.newFixedThreadPool(CALLS_MAX);
    for (int i = 0; i < CALLS_MAX / 2; i++) {
      callers.execute(
          () ->
              bulkhead.call(
                  LAMBDA,
                  () -> {
                    inside.incrementAndGet();
                    awaitRelease(release);
                    return inside.decrementAndGet();
                  }));
    }
    Awaitility.await().until(() -> inside.get() == CALLS_MAX / 2);

    assertThatThrownBy(() -> bulkhead.call(LAMBDA, () -> "never"))
        .isInstanceOf(Bulkhead.FullException.class);
    assertThat(metrics.counter("atf.hsc.calls.shed", "lane", "test").count()).isEqualTo(1);
    assertThat(bulkhead.call("send-email", () -> "at once")).isEqualTo("at once");
    release.countDown();
    callers.shutdown();
    Awaitility.await().until(callers::isTerminated);
    assertThat(bulkhead.call(LAMBDA, () -> "now")).isEqualTo("now");
  }

  @Test
  @Tag("F12")
  void itemsOfOneLambdaDoNotWaitForAllThatAnotherHasWaiting() {
    var mayEnd = new Semaphore(0);
    var begun = new AtomicInteger();
    var others = new ConcurrentLinkedQueue<Integer>();
    var callers = Executors.newFixedThreadPool(2);
    callers.execute(
        () ->
            bulkhead.forEach(
                LAMBDA,
                IntStream.range(0, 100).boxed().toList(),
                item -> {
                  begun.incrementAndGet();
                  mayEnd.acquireUninterruptibly();
                  return item;
                }));
    Awaitility.await().until(() -> begun.get() == 2);
    callers.execute(() -> bulkhead.forEach("send-email", List.of(1, 2), others::add));
    Awaitility.await().until(() -> bulkhead.isWaiting("send-email"));

    // Of the calls before them, no more than these end until both others are through.
    mayEnd.release(4);
    Awaitility.await().until(() -> others.size() == 2);

    mayEnd.release(100);
    callers.shutdown();
    Awaitility.await().until(callers::isTerminated);
  }

  private static void awaitRelease(CountDownLatch release) {
    try {
      release.await();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
