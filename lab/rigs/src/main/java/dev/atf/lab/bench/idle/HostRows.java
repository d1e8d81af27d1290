package dev.atf.lab.bench.idle;

import dev.atf.model.LambdaName;
import dev.atf.model.worker.HealthTimes;
import dev.atf.model.worker.LambdaWork;
import dev.atf.model.worker.PlaceRecord;
import dev.atf.model.worker.PlaceReport;
import dev.atf.model.worker.WorkerInstance;
import dev.atf.model.worker.WorkerPlace;
import dev.atf.store.MemberRegistry.Sighting;
import dev.atf.store.memory.InMemoryMemberRegistry;
import dev.atf.store.worker.HostSightings;
import dev.atf.store.worker.WorkerPlaces;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Sizes of the rows of an idle worker host, as they are written.
 *
 * @param placeBytes row of its place
 * @param sightingBytes row of what an HSC has seen of it
 */
record HostRows(int placeBytes, int sightingBytes) {
  /** Estimate of a member row's keys, times and attribute names. */
  private static final int OTHER_BYTES = 150;

  private static final double WRITE_UNIT_BYTES = 1_024;
  private static final Instant NOW = Instant.parse("2026-03-01T12:00:00Z");

  static HostRows of(int lambdas) {
    var random = new Random(7);
    // Names share little, so that they compress as badly as names of people.
    var names =
        IntStream.range(0, Math.min(100, lambdas))
            .mapToObj(i -> new LambdaName("lambda-%08x".formatted(random.nextInt())))
            .toList();
    return new HostRows(place(names), sighting(names));
  }

  double placeUnits() {
    return Math.ceil(placeBytes / WRITE_UNIT_BYTES);
  }

  double sightingUnits() {
    return Math.ceil(sightingBytes / WRITE_UNIT_BYTES);
  }

  private static int place(List<LambdaName> names) {
    var members = new InMemoryMemberRegistry();
    var place = new WorkerPlace("ip-10-0-12-34-1a2b3c");
    var work =
        names.stream()
            .map(name -> new LambdaWork(name, 1, 4, 4, 0, 1_000, 0, 0, false, ""))
            .toList();
    var instance = new WorkerInstance("1a2b3c4d", NOW, "ip-10-0-12-34", "1.0.0");
    var report =
        new PlaceReport(place, instance, "", false, true, false, false, true, "", List.of(), work);
    var record =
        new PlaceRecord(
            place, Optional.of(instance), NOW, report, "", HealthTimes.DEFAULT, List.of());
    var unused = new WorkerPlaces(members).write(record, Optional.empty(), NOW);
    return bytes(members, "worker-places");
  }

  private static int sighting(List<LambdaName> names) {
    var members = new InMemoryMemberRegistry();
    var note =
        "waiting=4 handedOut=1000 running=0 askedAgo=0 wanted=1 ready=1 starting=0 failing=0";
    var notes = new TreeMap<LambdaName, Sighting>();
    names.forEach(name -> notes.put(name, new Sighting(NOW, note)));
    new HostSightings(members).note("ip-10-0-12-34:1:a", "hsc-1", notes, NOW, NOW.plusSeconds(1));
    return bytes(members, HostSightings.SERVICE);
  }

  private static int bytes(InMemoryMemberRegistry members, String service) {
    return OTHER_BYTES
        + members.seen(service, Instant.EPOCH).values().stream()
            .mapToInt(row -> row.note().length())
            .sum();
  }
}
