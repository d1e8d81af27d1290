package dev.atf.frontend.rpc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.google.rpc.RetryInfo;
import com.linecorp.armeria.common.HttpMethod;
import com.linecorp.armeria.common.HttpRequest;
import com.linecorp.armeria.server.ServiceRequestContext;
import dev.atf.frontend.SettableClock;
import dev.atf.frontend.settings.FrontendTuning;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.runtime.loop.Threads;
import dev.atf.runtime.rpc.CallEnd;
import dev.atf.runtime.rpc.Caller;
import dev.atf.store.StoreLocality;
import io.grpc.protobuf.StatusProto;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that no batch call waits for an idle thread, and that no item begins after the end. */
final class BatchCallsTest {
  private static final CallEnd NEVER = CallEnd.current();

  private final BatchCalls batchCalls = batchCalls(StoreLocality.FAR);
  private final SettableClock clock = new SettableClock();

  private static BatchCalls batchCalls(StoreLocality store) {
    return new BatchCalls(
        new FrontendTuning(Duration.ofSeconds(1), 2, 2, 1), store, Threads.system());
  }

  @AfterEach
  void stop() {
    batchCalls.close();
  }

  @Test
  void aCallWhoseItemsAreDoneDoesNotWaitForAThread() throws Exception {
    var held = new CountDownLatch(1);
    var begun = new CountDownLatch(1);
    var slow =
        CompletableFuture.supplyAsync(
            () ->
                batchCalls.each(
                    List.of(1),
                    NEVER,
                    item -> {
                      begun.countDown();
                      return wait(held);
                    }));
    begun.await();

    var quick =
        CompletableFuture.supplyAsync(() -> batchCalls.each(List.of(1, 2), NEVER, i -> i + 1));

    assertThat(quick.get(20, TimeUnit.SECONDS)).containsExactly(2, 3);
    held.countDown();
    assertThat(slow.get(20, TimeUnit.SECONDS)).containsExactly(true);
  }

  @Test
  void aNearStoreIsAskedByTheCallersThreadAndAnswersTogether() {
    var together = new AtomicInteger();
    var near =
        batchCalls(
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

    assertThat(near.each(List.of(1, 2, 3), NEVER, item -> Thread.currentThread()))
        .containsOnly(Thread.currentThread());
    assertThat(together).hasValue(1);
  }

  @Test
  void noItemIsBegunAfterTheEndOfTheCall() {
    var end = CallEnd.in(Duration.ofSeconds(30), clock);
    var done = new AtomicInteger();

    var thrown =
        catchThrowable(
            () ->
                batchCalls.each(
                    IntStream.range(0, 100).boxed().toList(),
                    end,
                    item -> {
                      clock.advance(Duration.ofSeconds(10));
                      return done.incrementAndGet();
                    }));

    assertThat(RpcErrors.reasonOf(thrown)).contains(ErrorReason.TIMED_OUT);
    assertThat(done.get()).isBetween(3, 4);
  }

  @Test
  void unexpectedExceptionEndsTheCall() {
    var thrown =
        catchThrowable(
            () ->
                batchCalls.each(
                    List.of(1, 2, 3),
                    NEVER,
                    item -> {
                      throw new IllegalStateException("planted");
                    }));

    assertThat(thrown).hasRootCauseMessage("planted");
  }

  private static boolean wait(CountDownLatch held) {
    try {
      return held.await(20, TimeUnit.SECONDS);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  @Tag("T16")
  void aTenantLeavesCallsToOthers() {
    var begun = new ArrayList<BatchCalls.BatchCall>();
    Throwable refused = null;
    while (refused == null) {
      var caller = new Caller("acme", "caller-" + begun.size());
      refused = catchThrowable(() -> begun.add(batchCalls.begin(Optional.of(caller))));
    }

    try (var other = batchCalls.begin(Optional.of(new Caller("globex", "alice")))) {
      assertThat(other.each(List.of(1), NEVER, i -> i + 1)).containsExactly(2);
    }

    assertThat(begun).hasSizeBetween(BatchCalls.CALLS_MAX / 3, BatchCalls.CALLS_MAX / 2);
    assertThat(RpcErrors.reasonOf(refused)).contains(ErrorReason.OVERLOADED);
    assertThat(StatusProto.fromThrowable(refused).getDetailsList())
        .anyMatch(detail -> detail.is(RetryInfo.class));
    begun.forEach(BatchCalls.BatchCall::close);
    batchCalls.begin(Optional.of(new Caller("acme", "another"))).close();
  }

  @Test
  @SuppressWarnings("try") // the context is the current one while it is open
  void countsCallsOfThePortAndNotThoseOfThisProcess() {
    var context = ServiceRequestContext.of(HttpRequest.of(HttpMethod.GET, "/"));
    for (int i = 0; i < BatchCalls.CALLS_MAX; i++) {
      var ignored = batchCalls.begin();
    }
    try (var ofPort = context.push()) {
      for (int i = 0; i < BatchCalls.CALLS_MAX / 2; i++) {
        var held = batchCalls.begin();
      }

      var refused = catchThrowable(() -> batchCalls.each(List.of(1), NEVER, i -> i));

      assertThat(RpcErrors.reasonOf(refused)).contains(ErrorReason.OVERLOADED);
    }
    assertThat(batchCalls.each(List.of(1), NEVER, i -> i)).containsExactly(1);
  }
}
