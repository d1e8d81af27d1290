package dev.atf.hsc.worker;

import static dev.atf.hsc.HscFixture.LAMBDA;
import static dev.atf.hsc.HscFixture.NOON;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.hsc.call.ControllerId;
import dev.atf.hsc.member.HscMember;
import dev.atf.model.lambda.LeaseTimes;
import dev.atf.model.worker.HealthTimes;
import dev.atf.model.worker.PlaceDecision;
import dev.atf.model.worker.PlaceReport;
import dev.atf.model.worker.WorkerInstance;
import dev.atf.model.worker.WorkerOrder;
import dev.atf.model.worker.WorkerPlace;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.runtime.auth.Principal;
import dev.atf.store.memory.InMemoryMemberRegistry;
import dev.atf.store.worker.HostSighting;
import dev.atf.store.worker.HostSightings;
import dev.atf.store.worker.WorkerPlaces;
import io.grpc.StatusRuntimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What one tenant can put into the registries of worker hosts, and what others have then. */
@Tag("T19")
final class RegistryBoundsTest {
  private static final Principal GLOBEX = new Principal("worker", "globex", Set.of(), List.of());
  private static final Principal ACME = new Principal("worker", "acme", Set.of(), List.of());
  private static final Principal OF_NO_TENANT =
      new Principal("arn:aws:iam::1:role/worker", "", Set.of(), List.of());

  private final InMemoryMemberRegistry members = new InMemoryMemberRegistry();
  private final PlaceDirectory places =
      new PlaceDirectory(
          new WorkerPlaces(members), HealthTimes.DEFAULT, LeaseTimes.DEFAULT, () -> NOON);
  private final WorkerSightings sightings =
      new WorkerSightings(new HostSightings(members), new HscMember("hsc-1"));

  // Places

  @Test
  void namedPlacesOfATenantEndAtItsShare() {
    int recorded = 0;
    var refused = Optional.<StatusRuntimeException>empty();
    while (refused.isEmpty()) {
      try {
        var unused = report(GLOBEX, "worker-" + recorded, "a", true);
        recorded++;
      } catch (StatusRuntimeException e) {
        refused = Optional.of(e);
      }
    }

    assertThat(recorded).isEqualTo(PlaceDirectory.PLACES_MAX / 2);
    assertThat(RpcErrors.reasonOf(refused.get())).contains(ErrorReason.TENANT_FULL);
    assertThat(refused.get().getMessage())
        .contains("have 2000 named places")
        .doesNotContain("acme");
    assertThat(members.seen("worker-places", Instant.EPOCH)).hasSize(recorded);
    assertThat(report(GLOBEX, "worker-7", "a", true)).isPresent();
    assertThat(report(ACME, "worker-7", "a", true)).isPresent();
    assertThat(report(OF_NO_TENANT, "worker-7", "a", true)).isPresent();
  }

  @Test
  void hostsOfPlacesWithoutANameWorkOnBeyondTheShare() {
    for (int i = 0; i < PlaceDirectory.PLACES_MAX / 2; i++) {
      assertThat(report(OF_NO_TENANT, "start-" + i, "a", false)).isPresent();
    }

    assertThat(report(OF_NO_TENANT, "start-more", "a", false)).isEmpty();

    assertThat(members.seen("worker-places", Instant.EPOCH))
        .hasSize(PlaceDirectory.PLACES_MAX / 2)
        .doesNotContainKey("start-more");
    assertThat(report(OF_NO_TENANT, "rack-1", "a", true)).isPresent();
  }

  @Test
  void placesOfTwoTenantsHaveTheSameNames() {
    report(GLOBEX, "worker-0", "a", true);

    assertThat(report(ACME, "worker-0", "b", true).orElseThrow().order())
        .isEqualTo(WorkerOrder.NONE);

    assertThat(members.seen("worker-places", Instant.EPOCH))
        .containsOnlyKeys("globex--worker-0", "acme--worker-0");
    assertThat(report(ACME, "acme--worker-0", "b", true).orElseThrow().order())
        .isEqualTo(WorkerOrder.NONE);
  }

  @Test
  void aTenantsPlaceIsNotTakenByOthersWhoNameIt() {
    report(OF_NO_TENANT, "acme--worker-0", "squatter", true);

    assertThat(report(ACME, "worker-0", "b", true).orElseThrow().order())
        .isEqualTo(WorkerOrder.NONE);

    assertThat(report(OF_NO_TENANT, "acme--worker-0", "squatter", true).orElseThrow().order())
        .isEqualTo(WorkerOrder.WAIT);
  }

  @Test
  void hostsKeepTheNamesOfEarlierVersionsUntilTheyEnd() {
    var stored =
        PlaceDecision.of(
                Optional.empty(),
                OwnedPlaces.at(read(GLOBEX, "rack-1", "a", true), new WorkerPlace("rack-1")),
                NOON,
                NOON,
                HealthTimes.DEFAULT)
            .write()
            .orElseThrow();
    assertThat(new WorkerPlaces(members).write(stored, Optional.empty(), NOON)).isPresent();
    places.turn();

    report(GLOBEX, "rack-1", "a", true);
    report(ACME, "rack-1", "a", true);
    assertThat(members.seen("worker-places", Instant.EPOCH))
        .containsOnlyKeys("rack-1", "acme--rack-1");

    report(GLOBEX, "rack-1", "next", true);
    assertThat(members.seen("worker-places", Instant.EPOCH))
        .containsOnlyKeys("rack-1", "acme--rack-1", "globex--rack-1");
  }

  @Test
  void aNameThatIsTooLongWithItsTenantIsRefused() {
    var longest = new WorkerPlace("x".repeat(128));

    assertThatThrownBy(() -> OwnedPlaces.of(longest, Optional.of(GLOBEX)))
        .isInstanceOf(dev.atf.model.check.InvalidFieldException.class);
    assertThat(OwnedPlaces.of(longest, Optional.of(OF_NO_TENANT))).isEqualTo(longest);
    assertThat(OwnedPlaces.of(longest, Optional.empty())).isEqualTo(longest);
  }

  private Optional<PlaceDecision> report(
      Principal caller, String place, String instance, boolean named) {
    return places.report(places.asStored(read(caller, place, instance, named)), NOON);
  }

  /** Returns the report as it is read from a call. */
  private static PlaceReport read(Principal caller, String place, String instance, boolean named) {
    return new PlaceReport(
        OwnedPlaces.of(new WorkerPlace(place), Optional.of(caller)),
        new WorkerInstance(instance, NOON, "host", "1"),
        OwnedPlaces.owner(caller),
        named,
        true,
        false,
        false,
        true,
        "",
        List.of(),
        List.of());
  }

  // Rows of hosts

  @Test
  void inventedControllersOfATenantReplaceEachOther() {
    seen(ACME, "acme-host");
    for (int i = 0; i < 2 * WorkerSightings.HOSTS_MAX; i++) {
      seen(GLOBEX, "host-" + i);
    }

    int turns = turnAll();

    assertThat(turns).isLessThan(WorkerSightings.HOSTS_MAX);
    assertThat(members.seen("hosts", Instant.EPOCH))
        .hasSizeLessThanOrEqualTo(WorkerSightings.HOSTS_MAX / 2 + 1)
        .containsKey("acme/acme-host/hsc-1")
        .containsKey("globex/host-" + (2 * WorkerSightings.HOSTS_MAX - 1) + "/hsc-1");
  }

  @Test
  void rowsOfReplacedControllersAreDeleted() {
    seen(ACME, "acme-host");
    for (int i = 0; i < WorkerSightings.HOSTS_MAX; i++) {
      seen(GLOBEX, "host-" + i);
      turnAll();
    }

    assertThat(members.seen("hosts", Instant.EPOCH))
        .hasSizeLessThanOrEqualTo(WorkerSightings.HOSTS_MAX / 2 + 1)
        .containsKey("acme/acme-host/hsc-1");
  }

  @Test
  void controllersOfTwoTenantsHaveRowsOfTheirOwn() {
    seen(ACME, "host:1:a");
    seen(GLOBEX, "host:1:a");
    turnAll();

    assertThat(members.seen("hosts", Instant.EPOCH))
        .containsOnlyKeys("acme/host:1:a/hsc-1", "globex/host:1:a/hsc-1");
    assertThat(new HostSightings(members).seen(LAMBDA, Instant.EPOCH))
        .extracting(HostSighting::host)
        .containsExactly("host:1:a");
  }

  private void seen(Principal caller, String controller) {
    sightings.seen(
        Optional.of(caller),
        new ControllerId(controller),
        List.of(new DescribeCall.Workers(LAMBDA, "waiting=1", "serves")),
        NOON);
  }

  private int turnAll() {
    int turns = 0;
    while (sightings.turn().equals(Duration.ZERO)) {
      turns++;
    }
    return turns;
  }
}
