package dev.atf.store.embedded.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.store.StoreOutcomeUnknownException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class GroupCommitTest {
  private final AtomicLong written = new AtomicLong();
  private final AtomicInteger syncs = new AtomicInteger();

  @Test
  void doesNotSyncDurableWritesAgain() {
    var commits = new GroupCommit(0, this::sync);
    written.set(5);

    commits.await(5);
    commits.await(3);

    assertThat(syncs).hasValue(1);
  }

  @Test
  void writesDuringASyncShareTheNext() throws Exception {
    var firstIsIn = new CountDownLatch(1);
    var letFirstGo = new CountDownLatch(1);
    var commits =
        new GroupCommit(
            0,
            () -> {
              long number = sync();
              firstIsIn.countDown();
              awaitUninterrupted(letFirstGo);
              return number;
            });
    var pool = Executors.newCachedThreadPool();
    try {
      written.set(1);
      var first = CompletableFuture.runAsync(() -> commits.await(1), pool);
      firstIsIn.await();
      var others = new ArrayList<CompletableFuture<Void>>();
      for (int i = 0; i < 10; i++) {
        written.incrementAndGet();
      }
      for (int i = 0; i < 10; i++) {
        long number = 2L + i;
        others.add(CompletableFuture.runAsync(() -> commits.await(number), pool));
      }
      assertThat(others).noneMatch(CompletableFuture::isDone);

      letFirstGo.countDown();

      first.join();
      others.forEach(CompletableFuture::join);
      assertThat(syncs).hasValue(2);
    } finally {
      pool.shutdownNow();
    }
  }

  @Test
  @Tag("D4")
  void afterAFailureNothingIsDurableAnyMore() {
    var commits =
        new GroupCommit(
            0,
            () -> {
              syncs.incrementAndGet();
              throw new IllegalStateException("disk");
            });

    assertThatThrownBy(() -> commits.await(1)).isInstanceOf(StoreOutcomeUnknownException.class);
    assertThatThrownBy(() -> commits.await(2)).isInstanceOf(StoreOutcomeUnknownException.class);

    assertThat(syncs).as("an fsync after a failed one may lie").hasValue(1);
  }

  @Test
  void errorOfTheSyncEndsTheWaitOfTheOthers() throws Exception {
    var isIn = new CountDownLatch(1);
    var letGo = new CountDownLatch(1);
    var commits =
        new GroupCommit(
            0,
            () -> {
              isIn.countDown();
              awaitUninterrupted(letGo);
              throw new OutOfMemoryError("planted");
            });
    var pool = Executors.newCachedThreadPool();
    try {
      var leader = CompletableFuture.runAsync(() -> commits.await(1), pool);
      isIn.await();
      // Without an end it would wait indefinitely.
      var other =
          CompletableFuture.runAsync(() -> commits.await(2), pool).orTimeout(1, TimeUnit.MINUTES);

      letGo.countDown();

      assertThatThrownBy(leader::join).hasRootCauseInstanceOf(OutOfMemoryError.class);
      assertThatThrownBy(other::join).hasCauseInstanceOf(StoreOutcomeUnknownException.class);
    } finally {
      pool.shutdownNow();
    }
  }

  @Test
  void anInterruptedWriterStillLearnsWhatBecameOfItsWrite() {
    var commits = new GroupCommit(0, this::sync);
    written.set(1);

    Thread.currentThread().interrupt();
    commits.await(1);

    assertThat(Thread.interrupted()).isTrue();
    assertThat(syncs).hasValue(1);
  }

  @Test
  void anInterruptionOfTheCallerDoesNotCloseTheMarkOfWhatIsDurable(@TempDir Path directory) {
    var file = directory.resolve("synced");
    try (var mark = SyncedMark.open(file)) {
      var commits =
          new GroupCommit(
              0,
              () -> {
                mark.set(written.get(), Manifest.UNKNOWN);
                return sync();
              });
      written.set(7);
      Thread.currentThread().interrupt();

      commits.await(7);
      assertThat(Thread.interrupted()).isTrue();
      written.set(8);
      commits.await(8);
    }

    try (var again = SyncedMark.openReadOnly(file)) {
      assertThat(again.atOpen().number()).isEqualTo(8);
    }
  }

  private long sync() {
    syncs.incrementAndGet();
    return written.get();
  }

  private static void awaitUninterrupted(CountDownLatch latch) {
    try {
      latch.await();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }
}
