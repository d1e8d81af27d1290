package dev.atf.hsc.worker;

import static dev.atf.hsc.HscFixture.LAMBDA;
import static dev.atf.hsc.HscFixture.NOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import dev.atf.hsc.HscFixture;
import dev.atf.hsc.rpc.RefusedFields;
import dev.atf.model.LambdaName;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.DescribeLambdasRequest;
import dev.atf.protocol.v1.WorkerPresence;
import dev.atf.protocol.v1.WorkerRefusals;
import dev.atf.store.MemberRegistry.Sighting;
import dev.atf.store.worker.ExecutorSighting;
import dev.atf.store.worker.HostNotes;
import dev.atf.store.worker.HostSighting;
import dev.atf.store.worker.HostSightings;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class SightingsTest {
  private final HscFixture hsc = new HscFixture();

  @AfterEach
  void close() {
    // Stopping a server takes seconds: the next test need not wait.
    new Thread(hsc::close, "close-hsc").start();
  }

  @Test
  void anHscBeatsWhileItServesAndTakesItsLeave() {
    await().until(() -> hsc.members.alive("hsc", Instant.MIN).size() == 1);

    hsc.close();

    assertThat(hsc.members.alive("hsc", Instant.MIN)).isEmpty();
  }

  @Test
  void recordsAHostAtMostEveryThirtySeconds() {
    describe("host:1:a", worker("resize-image", 3, 120));
    hsc.clock.set(NOON.plusMillis(29_999));
    describe("host:1:a", worker("resize-image", 0, 140));
    describe("host:2:b", worker("resize-image", 1, 0));

    await().until(() -> workers().containsKey("host:2:b"));
    assertThat(workers())
        .isEqualTo(
            Map.of(
                "host:1:a", new Sighting(NOON, "waiting=3 handedOut=120 running=0"),
                "host:2:b",
                    new Sighting(NOON.plusMillis(29_999), "waiting=1 handedOut=0 running=0")));

    hsc.clock.set(NOON.plusSeconds(30));
    describe("host:1:a", worker("resize-image", 0, 150));

    await()
        .untilAsserted(
            () ->
                assertThat(workers())
                    .containsEntry(
                        "host:1:a",
                        new Sighting(NOON.plusSeconds(30), "waiting=0 handedOut=150 running=0")));
  }

  @Test
  void recordsAHostAfterTheClockWasSetBack() {
    describe("host:1:a", worker("resize-image", 3, 120));
    hsc.clock.jump(Duration.ofHours(-1));

    describe("host:1:a", worker("resize-image", 0, 140));

    var at = NOON.minus(Duration.ofHours(1));
    await()
        .untilAsserted(
            () ->
                assertThat(workers())
                    .containsEntry(
                        "host:1:a", new Sighting(at, "waiting=0 handedOut=140 running=0")));
  }

  @Test
  void controllerThatRefusesItsExecutorsIsNotedAsSuch() {
    hsc.hsc.describeLambdas(
        DescribeLambdasRequest.newBuilder()
            .addLambdas(LAMBDA.value())
            .setControllerId("host:1:a")
            .addRefusals(WorkerRefusals.newBuilder().setLambda("resize-image").setCalls(7))
            .build());

    await()
        .untilAsserted(
            () ->
                assertThat(workers())
                    .isEqualTo(Map.of("host:1:a", new Sighting(NOON, "refused=7"))));
  }

  @Test
  void lambdasAreDescribedWhileNoSightingCanBeWritten() {
    var released = new CountDownLatch(1);
    hsc.members.holdSightings(released);

    for (int i = 0; i < 100; i++) {
      describe("host:" + i + ":a", worker("resize-image", 1, 0));
    }

    assertThat(workers()).isEmpty();
    released.countDown();
    await().untilAsserted(() -> assertThat(workers()).hasSize(100));
  }

  @Test
  void neitherNamelessControllersNorUnknownLambdasLeaveATrace() {
    describe("", worker("resize-image", 3, 120));
    describe("host:1:a", worker("unknown", 3, 120));
    describe("host:2:b", worker("resize-image", 1, 0));

    await().untilAsserted(() -> assertThat(workers()).containsOnlyKeys("host:2:b"));
    assertThat(hsc.members.seen("hosts", Instant.MIN).values())
        .allSatisfy(row -> assertThat(HostNotes.read(row)).containsOnlyKeys(LAMBDA));
  }

  @Test
  void reportsAllInvalidFieldsOfASighting() {
    assertThat(RefusedFields.of(() -> describe("no spaces", worker("No", -1, -1))))
        .containsExactlyInAnyOrder(
            "controllerId", "workers[0].lambda", "workers[0].waiting", "workers[0].handedOut");
  }

  @Test
  void lambdasOfAHostStandInOneRow() {
    var other = new LambdaName("send-email");
    hsc.lambdas.put(LambdaDefinition.withDefaults(other, NOON), Optional.empty());
    hsc.hsc.describeLambdas(
        DescribeLambdasRequest.newBuilder()
            .addLambdas(LAMBDA.value())
            .setControllerId("host:1:a")
            .addWorkers(worker("resize-image", 3, 120))
            .addWorkers(worker("send-email", 4, 7))
            .build());

    await().until(() -> !workers().isEmpty());
    assertThat(hsc.members.seen("hosts", Instant.MIN)).hasSize(1);
    var sightings = new HostSightings(hsc.members);
    assertThat(sightings.recent(LAMBDA, NOON))
        .extracting(HostSighting::host, HostSighting::waiting)
        .containsExactly(tuple("host:1:a", 3));
    assertThat(sightings.recent(other, NOON)).extracting(HostSighting::waiting).containsExactly(4);
  }

  private Map<String, Sighting> workers() {
    var workers = new TreeMap<String, Sighting>();
    hsc.members
        .seen("hosts", NOON.minus(Duration.ofDays(1)))
        .forEach(
            (row, sighting) ->
                Optional.ofNullable(HostNotes.read(sighting).get(LAMBDA))
                    .ifPresent(note -> workers.put(row.substring(0, row.lastIndexOf('/')), note)));
    return workers;
  }

  @Test
  void aStateOfExecutorsThatHasChangedIsNotedWithinASecond() {
    describe("host:1:a", worker("resize-image", 3, 120));
    await().until(() -> workers().containsKey("host:1:a"));
    var failing =
        worker("resize-image", 0, 120).toBuilder()
            .setExecutors(
                WorkerPresence.Executors.newBuilder()
                    .setWanted(2)
                    .setFailing(2)
                    .setExitCode(1)
                    .setHow("exit code 1 (not started)")
                    .setDeathsInARow(4)
                    .setFailingSince(ProtoTimes.proto(NOON))
                    .setLastError("no such file"))
            .build();
    hsc.clock.set(NOON.plusSeconds(1));
    describe("host:1:a", failing);

    await()
        .untilAsserted(
            () ->
                assertThat(workers())
                    .containsEntry(
                        "host:1:a",
                        new Sighting(
                            NOON.plusSeconds(1),
                            "waiting=0 handedOut=120 running=0 wanted=2 ready=0 starting=0"
                                + " failing=2 exitCode=1 deathsInARow=4 failingSince="
                                + NOON.getEpochSecond()
                                + " how=exit+code+1+%28not+started%29 lastError=no+such+file")));
    assertThat(HostSighting.of("host:1:a", workers().get("host:1:a")).executors())
        .contains(
            new ExecutorSighting(
                2,
                0,
                0,
                2,
                Optional.of(
                    new ExecutorSighting.Failure(
                        1, "exit code 1 (not started)", 4, NOON, "no such file"))));
  }

  @Test
  void missingNeedsOfAHostAreNotedWithinASecond() {
    describe("host:1:a", worker("resize-image", 3, 0));
    await().until(() -> workers().containsKey("host:1:a"));
    hsc.clock.set(NOON.plusSeconds(1));
    var unfit =
        worker("resize-image", 3, 0).toBuilder()
            .addAllMissingNeeds(List.of("gpu", "mem-64g"))
            .build();
    describe("host:1:a", unfit);

    await()
        .untilAsserted(
            () ->
                assertThat(workers())
                    .containsEntry(
                        "host:1:a",
                        new Sighting(
                            NOON.plusSeconds(1),
                            "waiting=3 handedOut=0 running=0 missing=gpu,mem-64g")));
    var host = HostSighting.of("host:1:a", workers().get("host:1:a"));
    assertThat(host.missingNeeds()).containsExactly("gpu", "mem-64g");
    assertThat(host.serves()).isFalse();
    assertThat(host.polls()).isFalse();
    assertThat(
            RefusedFields.of(
                () -> describe("host:1:a", unfit.toBuilder().addMissingNeeds("a b").build())))
        .containsExactly("workers[0].missingNeeds");
  }

  private void describe(String controller, WorkerPresence worker) {
    hsc.hsc.describeLambdas(
        DescribeLambdasRequest.newBuilder()
            .addLambdas(LAMBDA.value())
            .setControllerId(controller)
            .addWorkers(worker)
            .build());
  }

  private static WorkerPresence worker(String lambda, int waiting, long handedOut) {
    return WorkerPresence.newBuilder()
        .setLambda(lambda)
        .setWaiting(waiting)
        .setHandedOut(handedOut)
        .build();
  }
}
