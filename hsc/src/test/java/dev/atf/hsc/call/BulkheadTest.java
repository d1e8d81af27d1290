package dev.atf.hsc.call;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.runtime.auth.Principal;
import dev.atf.runtime.loop.Threads;
import dev.atf.store.StoreLocality;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
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
                  Share.of(LAMBDA),
                  () -> {
                    inside.incrementAndGet();
                    awaitRelease(release);
                    return inside.decrementAndGet();
                  }));
    }
    Awaitility.await().until(() -> inside.get() == CALLS_MAX / 2);

    assertThatThrownBy(() -> bulkhead.call(Share.of(LAMBDA), () -> "never"))
        .isInstanceOf(Bulkhead.FullException.class);
    assertThat(metrics.counter("atf.hsc.calls.shed", "lane", "test").count()).isEqualTo(1);
    assertThat(bulkhead.call(Share.of("send-email"), () -> "at once")).isEqualTo("at once");
    release.countDown();
    callers.shutdown();
    Awaitility.await().until(callers::isTerminated);
    assertThat(bulkhead.call(Share.of(LAMBDA), () -> "now")).isEqualTo("now");
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

  @Test
  @Tag("T19")
  void lambdasOfATenantShareHalfOfTheCalls() {
    var release = new CountDownLatch(1);
    var callers = Executors.newFixedThreadPool(CALLS_MAX);
    int admitted = 0;
    for (var lambda : List.of("globex--a", "globex--b", "globex--c", "globex--d", "globex--e")) {
      while (isHeld(Share.of(lambda), callers, release)) {
        admitted++;
      }
    }

    assertThat(admitted).isEqualTo(CALLS_MAX / 2);
    assertThat(isHeld(Share.of("acme--resize"), callers, release)).isTrue();
    assertThat(isHeld(Share.of("acme--resize"), callers, release)).isTrue();
    assertThat(isHeld(Share.of("send-email"), callers, release)).isTrue();
    release.countDown();
    callers.shutdown();
    Awaitility.await().until(callers::isTerminated);
  }

  @Test
  @Tag("T19")
  void aLambdaLeavesCallsOfItsTenantToAnother() {
    var release = new CountDownLatch(1);
    var callers = Executors.newFixedThreadPool(CALLS_MAX);
    int admitted = 0;
    while (isHeld(Share.of("globex--a"), callers, release)) {
      admitted++;
    }

    assertThat(admitted).isEqualTo(3);
    assertThat(isHeld(Share.of("globex--b"), callers, release)).isTrue();
    release.countDown();
    callers.shutdown();
    Awaitility.await().until(callers::isTerminated);
  }

  @Test
  @Tag("T19")
  void namesOfUnregisteredLambdasHaveOneShare() {
    assertThat(Share.ofUnregistered("any-1").group())
        .isEqualTo(Share.ofUnregistered("any-2").group());
    assertThat(Share.ofUnregistered("any-1").group()).isNotEqualTo(Share.of("any-1").group());
    assertThat(Share.ofUnregistered("globex--x")).isEqualTo(Share.of("globex--x"));
  }

  @Test
  @Tag("T19")
  void controllersOfTheSameCredentialsShareTheirCalls() {
    var worker = new Principal("worker", "globex", Set.of(), List.of());
    var another = new Principal("other", "globex", Set.of(), List.of());
    var ofNoTenant = new Principal("worker", "", Set.of(), List.of());

    assertThat(Share.ofController("c1", Optional.of(worker)).group())
        .isEqualTo(Share.ofController("c2", Optional.of(another)).group());
    assertThat(Share.ofController("c1", Optional.of(ofNoTenant)).group())
        .isEqualTo(Share.ofController("c2", Optional.of(ofNoTenant)).group())
        .isNotEqualTo(Share.ofController("c1", Optional.of(worker)).group());
    assertThat(Share.ofController("c1", Optional.empty()).group())
        .isNotEqualTo(Share.ofController("c2", Optional.empty()).group());
  }

  /** Returns whether a call is admitted; it then lasts until the release. */
  private boolean isHeld(Share share, ExecutorService callers, CountDownLatch release) {
    var admitted = new CompletableFuture<Boolean>();
    callers.execute(
        () -> {
          try {
            bulkhead.call(
                share,
                () -> {
                  admitted.complete(true);
                  awaitRelease(release);
                  return 0;
                });
          } catch (Bulkhead.FullException e) {
            admitted.complete(false);
          }
        });
    return admitted.join();
  }

  @Test
  @Tag("T19")
  void itemsDoNotWaitForEachLambdaOfAnotherTenant() {
    var mayEnd = new Semaphore(0);
    var begun = new AtomicInteger();
    var others = new ConcurrentLinkedQueue<Integer>();
    var lambdas = List.of("globex--a", "globex--b", "globex--c", "globex--d", "globex--e");
    var callers = Executors.newFixedThreadPool(lambdas.size() + 1);
    for (var lambda : lambdas) {
      callers.execute(
          () ->
              bulkhead.forEach(
                  lambda,
                  IntStream.range(0, 20).boxed().toList(),
                  item -> {
                    begun.incrementAndGet();
                    mayEnd.acquireUninterruptibly();
                    return item;
                  }));
      Awaitility.await().until(() -> bulkhead.isWaiting(lambda));
    }
    Awaitility.await().until(() -> begun.get() == 2);
    callers.execute(() -> bulkhead.forEach("acme--a", List.of(1, 2), others::add));
    Awaitility.await().until(() -> bulkhead.isWaiting("acme--a"));

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
