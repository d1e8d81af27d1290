package dev.atf.executor.core.staging;

import static dev.atf.executor.core.staging.StagingRig.files;
import static dev.atf.executor.core.staging.StagingRig.work;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.atf.executor.Outcome;
import dev.atf.protocol.v1.Resource;
import dev.atf.protocol.v1.Work;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Tests the cache of resources with real files, and processes as objects. */
@EnabledOnOs(OS.LINUX)
final class ResourceCacheTest {
  private static final long STALL_SECONDS = 60;

  @TempDir private Path root;

  private StagingRig rig() {
    return new StagingRig(root.resolve("cache"));
  }

  @Test
  void resourcesAreReadOnlyLinksToOneFile() throws Exception {
    var rig = rig();
    var jar = rig.hsc.resource("lib/app.jar", "a jar");
    try (var one = files(rig.process(), work("a", jar));
        var other = files(rig.process(), work("b", jar.toBuilder().setPath("x").build()))) {
      one.stage();
      other.stage();

      var linked = one.workDirectory().resolve("lib/app.jar");
      assertThat(linked).hasContent("a jar");
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(linked)))
          .isEqualTo("r--r--r--");
      assertThat(Files.getAttribute(linked, "unix:nlink")).isEqualTo(3);
      assertThat(other.workDirectory().resolve("x")).hasContent("a jar");
    }
    assertThat(rig.hsc.reads).hasValue(1);
    assertThat(rig.content(jar)).hasContent("a jar");
  }

  @Test
  void emptyFilesAreStagedToo() throws Exception {
    var rig = rig();
    try (var files = files(rig.process(), work("a", rig.hsc.resource("empty", "")))) {
      files.stage();

      assertThat(files.workDirectory().resolve("empty")).isEmptyFile();
    }
  }

  @Test
  void manyThreadsOfSeveralProcessesDownloadOnce() throws Exception {
    var rig = rig();
    var jar = rig.hsc.resource("app.jar", "x".repeat(1_000_000));
    var processes = List.of(rig.process(), rig.process(), rig.process());
    var pool = Executors.newFixedThreadPool(12);
    try {
      var tasks = new ArrayList<Callable<Long>>();
      for (int i = 0; i < 60; i++) {
        var process = processes.get(i % 3);
        var work = work("t" + i, jar);
        tasks.add(
            () -> {
              try (var files = files(process, work)) {
                files.stage();
                return Files.size(files.workDirectory().resolve("app.jar"));
              }
            });
      }
      for (Future<Long> size : pool.invokeAll(tasks)) {
        assertThat(size.get()).isEqualTo(1_000_000);
      }
    } finally {
      pool.shutdown();
    }

    assertThat(rig.hsc.reads).hasValue(1);
  }

  @Test
  @Tag("FI3")
  void contentWrittenThroughItsLinkIsReplaced() throws Exception {
    var rig = rig();
    var jar = rig.hsc.resource("app.jar", "right");
    var process = rig.process();
    try (var files = files(process, work("a", jar))) {
      files.stage();
      overwrite(files.workDirectory().resolve("app.jar"), "wrong");
    }

    try (var files = files(process, work("b", jar))) {
      files.stage();

      assertThat(files.workDirectory().resolve("app.jar")).hasContent("right");
    }
    assertThat(rig.hsc.reads).hasValue(2);
  }

  @Test
  void contentThatWasDamagedBeforeAProcessBeganIsReadAgain() throws Exception {
    var rig = rig();
    var jar = rig.hsc.resource("app.jar", "right");
    stage(rig.process(), work("a", jar));
    var modified = Files.getLastModifiedTime(rig.content(jar));
    overwrite(rig.content(jar), "wrong");
    Files.setLastModifiedTime(rig.content(jar), modified);

    try (var files = files(rig.process(), work("b", jar))) {
      files.stage();

      assertThat(files.workDirectory().resolve("app.jar")).hasContent("right");
    }
  }

  private static void overwrite(Path file, String content) throws Exception {
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-r--r--"));
    Files.writeString(file, content);
  }

  @Test
  @Tag("FI3")
  void wrongContentFailsTheAttemptAndIsNotCached() throws Exception {
    var rig = rig();
    var jar = rig.hsc.resource("app.jar", "right");
    rig.hsc.contents.put(jar.getSha256(), "wrong".getBytes(StandardCharsets.UTF_8));
    var process = rig.process();

    assertThat(failure(process, work("a", jar))).startsWith("retriable RESOURCE_DAMAGED");
    assertThat(rig.content(jar)).doesNotExist();
    rig.hsc.resource("app.jar", "right");
    stage(process, work("a", jar));
    assertThat(rig.hsc.reads).hasValue(2);
  }

  @Test
  void absentContentAndAbsentServersFailTheAttempt() throws Exception {
    var rig = rig();
    var jar = rig.hsc.resource("app.jar", "right");
    rig.hsc.contents.clear();
    assertThat(failure(rig.process(), work("a", jar))).startsWith("retriable RESOURCE_MISSING");

    rig.hsc.failures.set(100);

    assertThat(failure(rig.process(), work("a", jar)))
        .startsWith("retriable RESOURCES_UNAVAILABLE");
  }

  @Test
  void anOutageOfAMomentCostsNoAttempt() throws Exception {
    var rig = rig();
    rig.hsc.failures.set(2);

    stage(rig.process(), work("a", rig.hsc.resource("app.jar", "right")));

    assertThat(rig.hsc.reads).hasValue(3);
  }

  @Test
  void leastRecentlyUsedContentIsEvicted() throws Exception {
    var rig = new StagingRig(root.resolve("cache"), 25);
    var process = rig.process();
    var a = rig.hsc.resource("a", "a".repeat(10));
    var b = rig.hsc.resource("b", "b".repeat(10));
    var c = rig.hsc.resource("c", "c".repeat(10));
    stage(process, work("1", a));
    stage(process, work("2", b));
    stage(process, work("3", a));

    try (var files = files(process, work("4", b))) {
      files.stage();
      stage(process, work("5", a));
      stage(process, work("6", c));

      assertThat(rig.content(a)).exists();
      assertThat(rig.content(b)).doesNotExist();
      assertThat(rig.content(c)).exists();
      assertThat(files.workDirectory().resolve("b")).hasContent("b".repeat(10));
    }
  }

  @Test
  void aResourceThatIsLargerThanTheCacheFailsTheAttempt() throws Exception {
    var rig = new StagingRig(root.resolve("cache"), 25);

    assertThat(failure(rig.process(), work("1", rig.hsc.resource("a", "a".repeat(26)))))
        .startsWith("retriable RESOURCES_UNAVAILABLE")
        .contains("26 bytes (expected: at most staging.cacheBytesMax = 25)");
  }

  @Test
  void anInterruptedDownloadLeavesNothing() throws Exception {
    var rig = rig();
    var jar = rig.hsc.resource("app.jar", "right");
    var reading = new CountDownLatch(1);
    rig.hsc.duringRead =
        () -> {
          reading.countDown();
          new CountDownLatch(1).await();
        };
    var process = rig.process();
    var thread = interruptible(process, work("a", jar));
    assertThat(reading.await(STALL_SECONDS, TimeUnit.SECONDS)).isTrue();

    thread.interrupt();

    thread.join(Duration.ofSeconds(STALL_SECONDS).toMillis());
    assertThat(thread.isAlive()).isFalse();
    assertThat(rig.left()).allMatch(file -> !file.contains(jar.getSha256()));
    rig.hsc.duringRead = () -> {};
    stage(process, work("b", jar));
  }

  @Test
  void anAttemptThatWaitsForTheDownloadOfAnotherCanBeInterrupted() throws Exception {
    var rig = rig();
    var jar = rig.hsc.resource("app.jar", "right");
    var reading = new CountDownLatch(1);
    var goOn = new CountDownLatch(1);
    rig.hsc.duringRead =
        () -> {
          reading.countDown();
          goOn.await();
        };
    var first = interruptible(rig.process(), work("a", jar));
    assertThat(reading.await(STALL_SECONDS, TimeUnit.SECONDS)).isTrue();
    var second = interruptible(rig.process(), work("b", jar));
    await().until(() -> second.getState() == Thread.State.TIMED_WAITING);

    second.interrupt();
    second.join(Duration.ofSeconds(STALL_SECONDS).toMillis());

    assertThat(second.isAlive()).isFalse();
    goOn.countDown();
    first.join(Duration.ofSeconds(STALL_SECONDS).toMillis());
    assertThat(rig.content(jar)).hasContent("right");
    assertThat(rig.hsc.reads).hasValue(1);
  }

  private static Thread interruptible(Staging process, Work work) {
    var thread =
        new Thread(
            () -> {
              try {
                stage(process, work);
              } catch (InterruptedException e) {
                // That is the test.
              } catch (Exception e) {
                throw new AssertionError(e);
              }
            });
    thread.start();
    return thread;
  }

  private static void stage(Staging process, Work work) throws Exception {
    try (var files = files(process, work)) {
      files.stage();
    }
  }

  @Test
  @Tag("FI8")
  void hostilePathsFailTheTaskAndTouchNothing() throws Exception {
    var rig = rig();
    var good = rig.hsc.resource("a", "content");
    for (var path :
        List.of("/etc/x", "../x", "a/../../x", ".", "", "a//b", "a/", "a\\b", "C:x", "a\u0000b")) {
      assertThat(failure(rig.process(), work("t", good.toBuilder().setPath(path).build())))
          .as(path)
          .startsWith("fatal RESOURCES_INVALID");
    }
    assertThat(failure(rig.process(), work("t", good, good))).contains("each path once");
    assertThat(failure(rig.process(), work("t", good, good.toBuilder().setPath("a/b/c").build())))
        .contains("no file that it is in");
    for (var digest : List.of("../../x", good.getSha256().toUpperCase(Locale.ROOT), "")) {
      assertThat(failure(rig.process(), work("t", good.toBuilder().setSha256(digest).build())))
          .startsWith("fatal RESOURCES_INVALID");
    }
    assertThat(root).isEmptyDirectory();
    assertThat(rig.hsc.reads).hasValue(0);
  }

  @Test
  void aFullDiskIsToldAsSuchAndUnusedContentMakesRoomFirst() throws Exception {
    var rig = rig();
    var process = rig.process();
    var unused = rig.hsc.resource("a", "unused");
    stage(process, work("1", unused));
    rig.usable.set(1_004);
    var needed = rig.hsc.resource("b", "needed");

    assertThatThrownBy(() -> stage(process, work("2", needed)))
        .isInstanceOfSatisfying(
            DiskFullException.class, e -> assertThat(e.bytesNeeded()).isEqualTo(1_006));

    assertThat(rig.content(unused)).doesNotExist();
    assertThat(rig.left()).noneMatch(file -> file.contains("2-3"));
    rig.usable.set(1_006);
    stage(process, work("2", needed));
  }

  @Test
  void cachedContentNeedsNoSpace() throws Exception {
    var rig = rig();
    var process = rig.process();
    var jar = rig.hsc.resource("a", "there");
    stage(process, work("1", jar));
    rig.usable.set(0);

    stage(process, work("2", jar));

    assertThat(rig.hsc.reads).hasValue(1);
  }

  private static String failure(Staging process, Work work) throws Exception {
    try (var files = files(process, work)) {
      files.stage();
      return "none";
    } catch (StagingFailedException e) {
      var outcome = e.outcome();
      if (outcome instanceof Outcome.RetriableFailure failure) {
        return "retriable " + failure.code() + ": " + failure.message();
      }
      var failure = (Outcome.FatalFailure) outcome;
      return "fatal " + failure.code() + ": " + failure.message();
    }
  }

  @Test
  void resourcesOfOneTaskMayHaveOneContent() throws Exception {
    var rig = rig();
    var a = rig.hsc.resource("a", "same");
    Resource b = a.toBuilder().setPath("d/b").build();
    try (var files = files(rig.process(), work("t", a, b))) {
      files.stage();

      assertThat(files.workDirectory().resolve("a")).hasContent("same");
      assertThat(files.workDirectory().resolve("d/b")).hasContent("same");
    }
  }
}
