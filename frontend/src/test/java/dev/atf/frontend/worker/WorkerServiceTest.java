package dev.atf.frontend.worker;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.frontend.TestFrontend;
import dev.atf.model.LambdaName;
import dev.atf.model.worker.HealthTimes;
import dev.atf.model.worker.LambdaWork;
import dev.atf.model.worker.PlaceDecision;
import dev.atf.model.worker.PlaceReport;
import dev.atf.model.worker.WorkerInstance;
import dev.atf.model.worker.WorkerOrder;
import dev.atf.model.worker.WorkerPlace;
import dev.atf.store.worker.WorkerPlaces;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class WorkerServiceTest {
  private final TestFrontend frontend = new TestFrontend();
  private final WorkerPlaces places = new WorkerPlaces(frontend.members);
  private boolean hasDrained;

  @AfterEach
  void stop() {
    frontend.close();
  }

  @Test
  void hostsAreListedByTheirPlaces() {
    report("rack-2", "b", "mail");
    report("rack-1", "a", "paint");

    var workers = frontend.get("/v1/workers").requireOk().json().get("workers");
    assertThat(workers.findValuesAsText("place")).containsExactly("rack-1", "rack-2");
    assertThat(workers.get(0).get("health").asText()).isEqualTo("HEALTHY");
    assertThat(workers.get(0).get("running").asInt()).isEqualTo(2);
    assertThat(workers.get(0).get("lambdas").get(0).get("handedOut").asText()).isEqualTo("7");
    assertThat(workers.get(0).get("offers").get(0).asText()).isEqualTo("gpu");
    var ofMail = frontend.get("/v1/workers?lambda=mail").requireOk().json().get("workers");
    assertThat(ofMail.findValuesAsText("place")).containsExactly("rack-2");
  }

  @Test
  void silentHostIsUnhealthyAndThenLost() {
    report("rack-1", "a", "paint");

    frontend.clock.advance(Duration.ofSeconds(15));
    assertThat(worker("rack-1").get("health").asText()).isEqualTo("UNHEALTHY");
    assertThat(worker("rack-1").get("reason").asText()).isEqualTo("silent for 15 s");
    frontend.clock.advance(Duration.ofSeconds(45));
    assertThat(worker("rack-1").get("health").asText()).isEqualTo("MUST_DIE");
  }

  @Test
  void drainIsAnOrderUntilItIsTakenBack() {
    report("rack-1", "a", "paint");

    var drained = order("rack-1:drain", "{\"reason\":\"kernel\"}");
    assertThat(drained.get("drainedBy").asText()).isEqualTo("by a client: kernel");
    order("rack-1:drain", "{\"reason\":\"another\"}");
    assertThat(report("rack-1", "a", "paint").order()).isEqualTo(WorkerOrder.DRAIN);
    assertThat(worker("rack-1").get("drainedBy").asText()).isEqualTo("by a client: kernel");

    order("rack-1:undrain", "{}");
    assertThat(report("rack-1", "a", "paint").order()).isEqualTo(WorkerOrder.NONE);
  }

  @Test
  void hostIsDrainedOnceItSaysSoAfterTheOrder() {
    hasDrained = true;
    report("rack-1", "a", "paint");
    assertThat(order("rack-1:drain", "{}").has("drained")).isFalse();

    report("rack-1", "a", "paint");
    assertThat(worker("rack-1").get("drained").asBoolean()).isTrue();

    order("rack-1:undrain", "{}");
    assertThat(order("rack-1:drain", "{}").has("drained")).isFalse();
  }

  @Test
  void retiredHostIsToldToEndAndItsPlaceIsFree() {
    report("rack-1", "a", "paint");

    var retired = order("rack-1:retire", "{\"reason\":\"disk\"}");
    assertThat(retired.has("instance")).isFalse();
    assertThat(retired.get("gone").get(0).get("reason").asText())
        .isEqualTo("retired by a client: disk");
    assertThat(report("rack-1", "a", "paint").order()).isEqualTo(WorkerOrder.EXIT);
    order("rack-1:retire", "{}");
    assertThat(report("rack-1", "b", "paint").order()).isEqualTo(WorkerOrder.NONE);
    order("rack-1:retire", "{\"instance\":\"a\"}");
    assertThat(worker("rack-1").get("instance").asText()).isEqualTo("b");
  }

  @Test
  void placeThatIsNotHeldHasNobodyToRetire() {
    report("rack-1", "a", "paint");

    assertThat(frontend.post("/v1/workers/rack-1:retire", "{\"instance\":\"x\"}").reason())
        .isEqualTo("WORKER_NOT_FOUND");
    for (var call : List.of("drain", "undrain", "retire")) {
      var answer = frontend.post("/v1/workers/rack-9:" + call, "{}");
      assertThat(answer.status()).isEqualTo(404);
      assertThat(answer.reason()).isEqualTo("WORKER_NOT_FOUND");
    }
    assertThat(frontend.get("/v1/workers/rack-9").reason()).isEqualTo("WORKER_NOT_FOUND");
  }

  @Test
  void badRequestsAreRefused() {
    assertThat(frontend.get("/v1/workers/-").reason()).isEqualTo("FIELD_INVALID");
    assertThat(frontend.get("/v1/workers?lambda=A").reason()).isEqualTo("FIELD_INVALID");
    assertThat(frontend.post("/v1/workers/rack-1:drain", "{\"reason\":\"\\ud83d\"}").reason())
        .isEqualTo("FIELD_INVALID");
  }

  private com.fasterxml.jackson.databind.JsonNode worker(String place) {
    return frontend.get("/v1/workers/" + place).requireOk().json();
  }

  private com.fasterxml.jackson.databind.JsonNode order(String path, String body) {
    return frontend.post("/v1/workers/" + path, body).requireOk().json();
  }

  /** Reports like a host to the HSC. */
  private PlaceDecision report(String place, String instance, String lambda) {
    var now = frontend.clock.instant().truncatedTo(ChronoUnit.MILLIS);
    var report =
        new PlaceReport(
            new WorkerPlace(place),
            new WorkerInstance(instance, now, "host-" + instance, "1.0"),
            "",
            true,
            true,
            false,
            hasDrained,
            true,
            "",
            List.of("gpu"),
            List.of(new LambdaWork(new LambdaName(lambda), 1, 8, 3, 2, 7, 5, 1, false, "")));
    var seen = Optional.ofNullable(places.read(now).get(report.place()));
    var decision =
        PlaceDecision.of(
            seen.map(WorkerPlaces.Seen::record), report, now, Instant.EPOCH, HealthTimes.DEFAULT);
    decision.write().ifPresent(record -> assertThat(places.write(record, seen, now)).isPresent());
    return decision;
  }
}
