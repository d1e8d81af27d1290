package dev.atf.hsc.worker;

import static dev.atf.hsc.HscFixture.CLAIM;
import static dev.atf.hsc.HscFixture.EXECUTOR;
import static dev.atf.hsc.HscFixture.LAMBDA;
import static dev.atf.hsc.HscFixture.NOON;
import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.hsc.HscFixture;
import dev.atf.hsc.rpc.RefusedFields;
import dev.atf.model.LambdaName;
import dev.atf.model.TaskStatus;
import dev.atf.model.lambda.Capability;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.task.Association;
import dev.atf.model.worker.WorkerPlace;
import dev.atf.protocol.v1.ClaimRefusal;
import dev.atf.protocol.v1.ClaimTasksRequest;
import dev.atf.protocol.v1.ClaimVerdict;
import dev.atf.protocol.v1.DescribeLambdasRequest;
import dev.atf.protocol.v1.EndsElsewhere;
import dev.atf.protocol.v1.WorkerAnswer;
import dev.atf.protocol.v1.WorkerAnswer.Health;
import dev.atf.protocol.v1.WorkerAnswer.Order;
import dev.atf.protocol.v1.WorkerId;
import dev.atf.protocol.v1.WorkerLambda;
import dev.atf.protocol.v1.WorkerReport;
import dev.atf.store.awake.AwakeLambdas;
import dev.atf.store.awake.WakingTransitions;
import dev.atf.store.worker.WorkerPlaces;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Reports of worker hosts with their requests for settings, and claims of hosts that are gone. */
final class PlaceReportsTest {
  private static final HscFixture hsc = new HscFixture();
  private static int places;

  private final String place = "rack-" + places++;
  private final LambdaName sleeping = new LambdaName("sleeping-" + place);

  @BeforeEach
  void reset() {
    hsc.reset();
    hsc.members.setAway(false);
    // Places that were read at a later time, by another test, must not count as not watched yet.
    hsc.clock.set(NOON.minusSeconds(1));
    hsc.watchPlaces(Duration.ofSeconds(1));
  }

  @AfterAll
  static void close() {
    hsc.close();
  }

  @Test
  void hostIsHealthyWithTheReportThatAcknowledgesAnAnswer() {
    assertThat(report("a", false).getHealth()).isEqualTo(Health.NEW);
    assertThat(report("a", true).getHealth()).isEqualTo(Health.HEALTHY);
    assertThat(report("a", true).getUnhealthyAfter().getSeconds()).isEqualTo(15);
  }

  @Test
  void answerToARequestWithoutAReportNamesNoHost() {
    var request = DescribeLambdasRequest.newBuilder().addLambdas(LAMBDA.value()).build();

    assertThat(hsc.hsc.describeLambdas(request).hasWorker()).isFalse();
  }

  @Test
  void reportIsKeptWithItsPlace() {
    report("a", true);

    var record = new WorkerPlaces(hsc.members).read(NOON).get(new WorkerPlace(place)).record();
    assertThat(record.isHeldBy("a")).isTrue();
    assertThat(record.report().offers()).containsExactly("gpu");
    assertThat(record.report().work()).hasSize(1);
    assertThat(record.report().instance().host()).isEqualTo("host-a");
  }

  @Test
  @Tag("T19")
  void textsOfARecordAreCutToAFewThousandCharacters() {
    var report =
        WorkerReport.newBuilder()
            .setWorker(WorkerId.newBuilder().setPlace(place).setInstance("a"))
            .setNamed(true)
            .addOffers("o".repeat(300));
    for (int i = 0; i < 100; i++) {
      report.addLambdas(
          WorkerLambda.newBuilder().setLambda("lambda-" + i).setUnhealthy("u".repeat(300)));
    }

    var unused =
        hsc.hsc.describeLambdas(
            DescribeLambdasRequest.newBuilder()
                .addLambdas(LAMBDA.value())
                .setReport(report)
                .build());

    var stored =
        new WorkerPlaces(hsc.members).read(NOON).get(new WorkerPlace(place)).record().report();
    assertThat(stored.offers()).containsExactly("o".repeat(40));
    assertThat(stored.work()).hasSize(100).noneMatch(work -> work.unhealthy().isEmpty());
    assertThat(stored.work().stream().mapToInt(work -> work.unhealthy().length()).sum())
        .isLessThan(5_000);
  }

  @Test
  void displacedHostIsToldToEndAndMayNotClaim() {
    report("a", true);
    hsc.watchPlaces(Duration.ofSeconds(15));
    report("b", true);

    var told = report("a", true);
    assertThat(told.getOrder()).isEqualTo(Order.EXIT);
    assertThat(told.getReason()).isEqualTo("displaced by b");
    var ref = hsc.enqueued();
    var refused = claim(ref.taskId().value(), ref.epoch(), "a").getRefused();
    assertThat(refused.getReason()).isEqualTo(ClaimRefusal.Reason.WORKER_GONE);
    assertThat(hsc.task(ref).status()).isEqualTo(TaskStatus.ENQUEUED);
    assertThat(claim(ref.taskId().value(), ref.epoch(), "b").hasClaimed()).isTrue();
  }

  @Test
  void hostOfAPlaceThatIsHeldWaits() {
    report("a", true);

    assertThat(report("b", false).getOrder()).isEqualTo(Order.WAIT);
  }

  @Test
  void hostsWorkOnWhileTheStoreIsAway() {
    report("a", true);
    hsc.members.setAway(true);
    hsc.clock.set(NOON.plusSeconds(20));

    var told = report("a", true);
    assertThat(told.getHealth()).isEqualTo(Health.HEALTH_UNKNOWN);
    assertThat(told.getOrder()).isEqualTo(Order.NONE);
    var ref = hsc.enqueued();
    assertThat(claim(ref.taskId().value(), ref.epoch(), "a").hasClaimed()).isTrue();
  }

  @Test
  void hostIsNotLostWhileThisHscStoodStill() {
    report("a", true);
    hsc.clock.set(NOON.plusSeconds(3_600));

    assertThat(report("a", true).getHealth()).isEqualTo(Health.HEALTHY);
  }

  @Test
  void reportThatNamesNoPlaceIsRefused() {
    var report = DescribeLambdasRequest.newBuilder().addLambdas(LAMBDA.value());
    report.getReportBuilder().getWorkerBuilder().setPlace("a/b").setInstance("A");

    assertThat(RefusedFields.of(() -> hsc.hsc.describeLambdas(report.build())))
        .containsExactly("report.worker.place", "report.worker.instance");
  }

  @Test
  void hostMayOfferAsMuchAsItsSettingsAllow() {
    var request = DescribeLambdasRequest.newBuilder().addLambdas(LAMBDA.value());
    request.getReportBuilder().setWorker(id("a"));
    for (int i = 0; i < Capability.OFFERS_MAX; i++) {
      request.getReportBuilder().addOffers("offer-" + i);
    }

    assertThat(hsc.hsc.describeLambdas(request.build()).getWorker().getHealth())
        .isEqualTo(Health.NEW);
    request.getReportBuilder().addOffers("one-more");
    assertThat(RefusedFields.of(() -> hsc.hsc.describeLambdas(request.build())))
        .containsExactly("report.offers");
  }

  @Test
  void hostIsToldHowAttemptsEndOnHostsOfOtherPlaces() {
    // Those of other tests are of more than a minute ago.
    hsc.clock.set(NOON.plusSeconds(600));
    var a = ends(12, 11);
    a.getLambdasBuilder(0).setAsksElsewhere(true);
    assertThat(report("rack-a", a).getElsewhereList()).isEqualTo(List.of(elsewhere(0, 0, 0)));

    report("rack-b", ends(100, 3));
    report("rack-c", ends(10, 2).setLeaving(true));
    var unhealthy = ends(20, 20);
    unhealthy.getLambdasBuilder(0).setUnhealthy("20 of its latest 20 attempts failed");
    report("rack-d", unhealthy);

    assertThat(report("rack-a", a).getElsewhereList()).isEqualTo(List.of(elsewhere(1, 120, 23)));
    assertThat(report("rack-b", ends(1, 1)).getElsewhereList()).as("it did not ask").isEmpty();
    hsc.clock.set(NOON.plusSeconds(661));
    assertThat(report("rack-a", a).getElsewhereList()).isEqualTo(List.of(elsewhere(0, 0, 0)));
  }

  @Test
  void oneHostWaitsAtTheQueuesOfALambdaThatSleeps() {
    var racks = threeHostsOfASleepingLambda(NOON.plusSeconds(1_200));

    assertThat(racks.stream().filter(rack -> !isIdle(rack))).hasSize(1);

    var header = hsc.header(sleeping, hsc.clock.instant(), NOON.plus(Duration.ofDays(30)));
    new WakingTransitions(hsc.faults, hsc.faults, new AwakeLambdas(hsc.members), hsc.clock)
        .create(Association.scheduled(header));
    hsc.refresh();
    assertThat(racks).noneMatch(this::isIdle);
  }

  @Test
  void hostThatFallsSilentIsReplacedAtTheQueues() {
    var racks = threeHostsOfASleepingLambda(NOON.plusSeconds(1_800));
    var watcher = racks.stream().filter(rack -> !isIdle(rack)).findFirst().orElseThrow();
    var others = racks.stream().filter(rack -> !rack.equals(watcher)).toList();

    hsc.clock.set(NOON.plusSeconds(1_816));
    others.forEach(this::isIdle);
    hsc.refresh();

    assertThat(others.stream().filter(rack -> !isIdle(rack))).hasSize(1);
  }

  private List<String> threeHostsOfASleepingLambda(Instant now) {
    hsc.clock.set(now);
    hsc.lambdas.put(LambdaDefinition.withDefaults(sleeping, NOON), Optional.empty());
    hsc.refresh();
    var racks = List.of(place + "-x", place + "-y", place + "-z");
    racks.forEach(this::isIdle);
    return racks;
  }

  /** Reports a host whose executors wait for tasks, and returns whether it need not. */
  private boolean isIdle(String rack) {
    var report = ends(0, 0);
    report.getLambdasBuilder(0).setLambda(sleeping.value());
    report.getWorkerBuilder().setPlace(rack).setInstance("a");
    var request =
        DescribeLambdasRequest.newBuilder().addLambdas(sleeping.value()).setReport(report).build();
    return hsc.hsc.describeLambdas(request).getLambdas(0).getIdle();
  }

  private static WorkerReport.Builder ends(int ended, int failed) {
    return WorkerReport.newBuilder()
        .setNamed(true)
        .setAcknowledged(true)
        .setChecked(true)
        .addLambdas(
            WorkerLambda.newBuilder()
                .setLambda(LAMBDA.value())
                .setWaiting(1)
                .setEnded(ended)
                .setFailed(failed));
  }

  private static EndsElsewhere elsewhere(int hosts, int ended, int failed) {
    return EndsElsewhere.newBuilder()
        .setLambda(LAMBDA.value())
        .setHosts(hosts)
        .setEnded(ended)
        .setFailed(failed)
        .build();
  }

  private static WorkerAnswer report(String place, WorkerReport.Builder report) {
    report.getWorkerBuilder().setPlace(place).setInstance("a");
    return hsc.hsc
        .describeLambdas(
            DescribeLambdasRequest.newBuilder()
                .addLambdas(LAMBDA.value())
                .setReport(report)
                .build())
        .getWorker();
  }

  private WorkerAnswer report(String instance, boolean acknowledged) {
    var report =
        WorkerReport.newBuilder()
            .setWorker(id(instance))
            .setHost("host-" + instance)
            .setNamed(true)
            .setAcknowledged(acknowledged)
            .setChecked(true)
            .addOffers("gpu")
            .addLambdas(WorkerLambda.newBuilder().setLambda(LAMBDA.value()).setRunning(1));
    var request =
        DescribeLambdasRequest.newBuilder().addLambdas(LAMBDA.value()).setReport(report).build();
    return hsc.hsc.describeLambdas(request).getWorker();
  }

  private ClaimVerdict claim(String taskId, long epoch, String instance) {
    var request =
        ClaimTasksRequest.newBuilder()
            .setExecutorId(EXECUTOR.value())
            .setLambda(LAMBDA.value())
            .setWorker(id(instance))
            .addTasks(
                dev.atf.protocol.v1.ClaimTask.newBuilder()
                    .setTaskId(taskId)
                    .setEpoch(epoch)
                    .setClaimId(CLAIM))
            .build();
    return hsc.hsc.claimTasks(request).getVerdicts(0);
  }

  private WorkerId id(String instance) {
    return WorkerId.newBuilder().setPlace(place).setInstance(instance).build();
  }
}
