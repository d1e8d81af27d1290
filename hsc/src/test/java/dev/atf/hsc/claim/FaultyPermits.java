package dev.atf.hsc.claim;

import dev.atf.model.Attempt;
import dev.atf.model.ClaimId;
import dev.atf.model.TaskId;
import dev.atf.store.RunningPermits;
import dev.atf.store.StoreUnavailableException;
import dev.atf.store.memory.InMemoryRunningPermits;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;

/** In-memory permits that count calls, and cannot be returned while a test says so. */
public final class FaultyPermits implements RunningPermits {
  private final InMemoryRunningPermits permits = new InMemoryRunningPermits();
  private final AtomicInteger requests = new AtomicInteger();
  private final AtomicInteger looks = new AtomicInteger();
  volatile boolean unreleasable;

  /** Runs once, between a call that releases a permit and its effect in the store. */
  final AtomicReference<Runnable> beforeRelease = new AtomicReference<>(() -> {});

  private volatile Consumer<TaskId> beforeTake = task -> {};
  private volatile Consumer<TaskId> afterTake = task -> {};

  /** Holds back the permit of a task until another task has its own, if one may come by then. */
  void letOthersPass(TaskId best) {
    var passed = new CompletableFuture<Void>();
    beforeTake =
        task -> {
          if (task.equals(best)) {
            passed.completeOnTimeout(null, 200, TimeUnit.MILLISECONDS).join();
          }
        };
    afterTake =
        task -> {
          if (!task.equals(best)) {
            passed.complete(null);
          }
        };
  }

  int requests() {
    return requests.get();
  }

  /** Returns how often all permits of a lambda were read. */
  int looks() {
    return looks.get();
  }

  @Override
  public Taken take(Scope scope, Attempt attempt, int max, Instant now) {
    requests.incrementAndGet();
    beforeTake.accept(attempt.taskId());
    var taken = permits.take(scope, attempt, max, now);
    afterTake.accept(attempt.taskId());
    return taken;
  }

  @Override
  public void release(Scope scope, ClaimId claimId) {
    releasing();
    permits.release(scope, claimId);
  }

  @Override
  public void release(Scope scope, Permit seen) {
    releasing();
    permits.release(scope, seen);
  }

  private void releasing() {
    requests.incrementAndGet();
    beforeRelease.getAndSet(() -> {}).run();
    if (unreleasable) {
      throw new StoreUnavailableException("unreleasable as told", null);
    }
  }

  @Override
  public List<Permit> held(Scope scope) {
    requests.incrementAndGet();
    looks.incrementAndGet();
    return permits.held(scope);
  }
}
