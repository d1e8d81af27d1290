package dev.atf.executor.core.staging;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.atf.executor.Outcome;
import dev.atf.executor.TaskHandler;
import dev.atf.executor.core.FakeCluster;
import dev.atf.executor.core.Rig;
import dev.atf.protocol.v1.AttemptResult;
import dev.atf.protocol.v1.Resource;
import dev.atf.protocol.v1.ReturnedWork;
import dev.atf.protocol.v1.Work;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Tests attempts with files in the slot of an executor. */
@EnabledOnOs(OS.LINUX)
final class StagedSlotTest {
  @TempDir private Path root;

  private final AtomicInteger calls = new AtomicInteger();

  private StagingRig host() {
    return new StagingRig(root.resolve("cache"));
  }

  private static Rig executor(StagingRig host, TaskHandler<JsonNode> handler) {
    return new Rig(handler, host.config(), host.ports(host.hsc));
  }

  private static Work work(String taskId, List<String> outputs, Resource... resources) {
    return FakeCluster.work(taskId, Rig.LAMBDA, "{}").toBuilder()
        .addAllOutputs(outputs)
        .addAllResources(List.of(resources))
        .build();
  }

  /** Has a slot take the work, and run it. */
  private static void run(Rig rig, Work work) throws Exception {
    rig.cluster.queue.add(work);
    rig.slot.turn();
    rig.slot.turn();
    rig.clock.advance(Duration.ofSeconds(1));
    rig.reporter.turn();
  }

  private static String failure(AttemptResult result) {
    return result.hasRetriableFailure()
        ? "retriable " + result.getRetriableFailure().getFailure().getCode()
        : "fatal " + result.getFatalFailure().getCode();
  }

  @Test
  @Tag("FI5")
  void outputsAreKeptBeforeTheSuccessIsReported() throws Exception {
    var host = host();
    var keptBefore = new AtomicReference<List<Resource>>();
    var rig =
        executor(
            host,
            (payload, context) -> {
              var in = Files.readString(context.workDirectory().resolve("in"));
              Files.writeString(context.workDirectory().resolve("out"), in + " read");
              return Outcome.success();
            });
    var work = work("a", List.of("out"), host.hsc.resource("in", "input"));
    rig.cluster.duringReport = () -> keptBefore.set(host.hsc.kept.get(FakeCluster.refOf(work)));

    run(rig, work);

    assertThat(rig.recorded(work).orElseThrow().hasSuccess()).isTrue();
    assertThat(keptBefore.get()).extracting(Resource::getPath).containsExactly("out");
    assertThat(host.left()).noneMatch(file -> file.contains("a-3"));
  }

  @Test
  void outputsOfAFailureAreNotKept() throws Exception {
    var host = host();
    var rig =
        executor(
            host,
            (payload, context) -> {
              Files.writeString(context.workDirectory().resolve("out"), "x");
              return Outcome.fatal("NO", "no");
            });
    var work = work("a", List.of("out"));

    run(rig, work);

    assertThat(failure(rig.recorded(work).orElseThrow())).isEqualTo("fatal NO");
    assertThat(host.hsc.keepCalls).hasValue(0);
    assertThat(host.left()).noneMatch(file -> file.contains("a-3"));
  }

  @Test
  void aHandlerIsNotCalledWithoutItsResources() throws Exception {
    var host = host();
    var rig = executor(host, (payload, context) -> Outcome.success(calls.incrementAndGet()));
    var gone = host.hsc.resource("in", "input");
    host.hsc.contents.clear();
    var work = work("a", List.of(), gone);

    run(rig, work);

    assertThat(failure(rig.recorded(work).orElseThrow())).isEqualTo("retriable RESOURCE_MISSING");
    assertThat(calls).hasValue(0);
  }

  @Test
  void aClaimThatIsLostWhenOutputsAreKeptIsNotReported() throws Exception {
    var host = host();
    host.hsc.lost.add("a");
    var rig =
        executor(
            host,
            (payload, context) -> {
              Files.writeString(context.workDirectory().resolve("out"), "x");
              return Outcome.success();
            });
    var work = work("a", List.of("out"));

    run(rig, work);

    assertThat(rig.recorded(work)).isEmpty();
    assertThat(rig.cluster.resultCalls).hasValue(0);
    assertThat(rig.running.all()).isEmpty();
    assertThat(Thread.currentThread().isInterrupted()).isFalse();
  }

  @Test
  void cancelEndsADownload() throws Exception {
    var host = host();
    var rig = executor(host, (payload, context) -> Outcome.success(calls.incrementAndGet()));
    var reading = new CountDownLatch(1);
    host.hsc.duringRead =
        () -> {
          reading.countDown();
          new CountDownLatch(1).await();
        };
    var work = work("a", List.of(), host.hsc.resource("in", "input"));
    var slot =
        new Thread(
            () -> {
              try {
                run(rig, work);
              } catch (Exception e) {
                throw new AssertionError(e);
              }
            });
    slot.start();
    reading.await();

    rig.running.all().get(0).cancel();
    slot.join();

    assertThat(rig.recorded(work).orElseThrow().hasCancelled()).isTrue();
    assertThat(calls).hasValue(0);
  }

  @Test
  void aHandlersOwnInterruptionDoesNotFailItsSuccess() throws Exception {
    var host = host();
    var rig =
        executor(
            host,
            (payload, context) -> {
              Files.writeString(context.workDirectory().resolve("out"), "x");
              Thread.currentThread().interrupt();
              return Outcome.success();
            });
    var work = work("a", List.of("out"));

    run(rig, work);

    assertThat(rig.recorded(work).orElseThrow().hasSuccess()).isTrue();
  }

  @Test
  void aFullDiskGivesTheTaskBackAndClosesTheProcessUntilThereIsSpace() throws Exception {
    var host = host();
    var rig = executor(host, (payload, context) -> Outcome.success(calls.incrementAndGet()));
    var woken = new AtomicInteger();
    var started = new AtomicInteger();
    rig.disk.whenFirstFull(
        () -> {
          started.incrementAndGet();
          return woken::incrementAndGet;
        });
    assertThat(rig.disk.turn()).isEqualTo(Duration.ofHours(1));
    var work = work("a", List.of(), host.hsc.resource("in", "input"));
    host.usable.set(1_004);

    run(rig, work);

    assertThat(rig.cluster.returned)
        .extracting(ReturnedWork::getReason)
        .containsExactly("DISK_FULL");
    assertThat(rig.cluster.resultCalls).hasValue(0);
    assertThat(rig.running.all()).isEmpty();
    assertThat(rig.health.isOpen()).isFalse();
    assertThat(started).hasValue(1);
    assertThat(woken).hasValue(1);
    assertThat(rig.disk.turn()).isEqualTo(Rig.DISK_EVERY);
    assertThat(rig.health.isOpen()).isFalse();

    host.usable.set(1_005);
    assertThat(rig.disk.turn()).isEqualTo(Duration.ofHours(1));

    assertThat(rig.health.isOpen()).isTrue();
    run(rig, rig.cluster.nextAttempt(work));
    assertThat(calls).hasValue(1);
  }

  @Test
  void aWorkDirectoryIsRemovedOnlyAfterItsHandlerHasEnded() throws Exception {
    var host = host();
    var inHandler = new AtomicReference<Path>();
    var goOn = new CountDownLatch(1);
    var rig =
        executor(
            host,
            (payload, context) -> {
              inHandler.set(context.workDirectory());
              goOn.await();
              return Outcome.success(Files.isDirectory(context.workDirectory()));
            });
    var work = work("a", List.of());
    var slot =
        new Thread(
            () -> {
              try {
                run(rig, work);
              } catch (Exception e) {
                throw new AssertionError(e);
              }
            });
    slot.start();
    await().until(() -> inHandler.get() != null);
    assertThat(inHandler.get()).isDirectory();

    goOn.countDown();
    slot.join();

    assertThat(rig.recorded(work).orElseThrow().getSuccess().getResult().toStringUtf8())
        .isEqualTo("true");
    assertThat(inHandler.get()).doesNotExist();
  }
}
