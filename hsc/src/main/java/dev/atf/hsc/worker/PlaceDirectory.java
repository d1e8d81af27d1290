package dev.atf.hsc.worker;

import com.google.common.hash.HashFunction;
import com.google.common.hash.Hashing;
import dev.atf.model.LambdaName;
import dev.atf.model.lambda.LeaseTimes;
import dev.atf.model.worker.AttemptEnds;
import dev.atf.model.worker.HealthTimes;
import dev.atf.model.worker.PlaceDecision;
import dev.atf.model.worker.PlaceRecord;
import dev.atf.model.worker.PlaceReport;
import dev.atf.model.worker.WorkerPlace;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.runtime.loop.Step;
import dev.atf.store.StoreException;
import dev.atf.store.worker.WorkerPlaces;
import dev.atf.store.worker.WorkerPlaces.Seen;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Places of worker hosts as this HSC knows them, from its own writes and from a read of all places
 * every few seconds. It answers reports of hosts, and knows which hosts must no longer claim.
 *
 * <p>Correctness does not depend on presence: while the store does not answer, hosts continue to
 * work.
 */
@Singleton
public final class PlaceDirectory implements Step {
  private static final Logger log = LoggerFactory.getLogger(PlaceDirectory.class);

  /** Time between two reads of all places. Each read is one strongly consistent query. */
  public static final Duration CHECK_EVERY = Duration.ofSeconds(2);

  /**
   * Time without a read after which the silence of hosts has no meaning, because this process was
   * paused or could not reach the store. It tolerates a few failed reads.
   */
  private static final Duration BLIND_AFTER = CHECK_EVERY.multipliedBy(4);

  /** Period that the numbers of a report cover. */
  private static final Duration ENDS_OF = Duration.ofMinutes(1);

  private static final HashFunction WEIGHTS = Hashing.murmur3_128();

  /** Maximum number of tries of a write when other processes write first. */
  private static final int WRITES_MAX = 3;

  /**
   * Maximum number of places whose owners have named them, and of other places. A record has at
   * most some 20 kB, and all are read every two seconds. A tenant, or credentials without a tenant,
   * may have half of what others leave, as each HSC knows it.
   */
  static final int PLACES_MAX = 4_000;

  private final WorkerPlaces places;
  private final HealthTimes times;
  private final InstantSource clock;
  private final Map<WorkerPlace, Seen> known = new ConcurrentHashMap<>();
  private volatile Instant readAt = Instant.MIN;
  private volatile Instant watchedSince = Instant.MAX;

  @Inject
  PlaceDirectory(WorkerPlaces places, HealthTimes times, LeaseTimes lease, InstantSource clock) {
    this.places = places;
    this.times = times.withLease(lease.stored());
    this.clock = clock;
  }

  /**
   * Reads all places.
   *
   * @throws StoreException if they cannot be read
   */
  @Override
  public Duration turn() {
    read(clock.instant());
    return CHECK_EVERY;
  }

  public Duration unhealthyAfter() {
    return times.unhealthyAfter();
  }

  /**
   * Records a report if it contains news, and decides what its host is ordered to do.
   *
   * @param report report under the name of {@link #asStored}
   * @return empty if that is not known; the host then continues to work; also for a place without a
   *     name beyond the maximum, which nobody else can hold
   * @throws io.grpc.StatusRuntimeException TENANT_FULL for another named place beyond the maximum
   */
  public Optional<PlaceDecision> report(PlaceReport report, Instant now) {
    if (!known.containsKey(report.place()) && !report.leaving() && !hasRoom(report)) {
      log.warn("place={} is not recorded: too many places of {}", report.place(), report.owner());
      return Optional.empty();
    }
    try {
      for (int write = 0; write < WRITES_MAX; write++) {
        var decision = tryOnce(report, now);
        if (decision.isPresent()) {
          return decision;
        }
        read(now);
      }
      log.warn("place={} was overtaken {} times", report.place(), WRITES_MAX);
    } catch (StoreException e) {
      log.warn("place={} cannot be recorded: {}", report.place(), e.getMessage());
    }
    return Optional.empty();
  }

  /**
   * Returns the report under the name that its place has in the store. Earlier versions stored the
   * places of all tenants under their plain names. Until the host ends, it keeps that one.
   */
  public PlaceReport asStored(PlaceReport report) {
    var instance = report.instance().id();
    return OwnedPlaces.formerly(report)
        .map(known::get)
        .map(Seen::record)
        .filter(
            record ->
                record.gone(instance).isPresent()
                    || (record.isHeldBy(instance)
                        && record.report().owner().equals(report.owner())))
        .map(record -> OwnedPlaces.at(report, record.place()))
        .orElse(report);
  }

  /**
   * Returns whether one more place may be recorded. Other HSCs may record some at the same time.
   *
   * @throws io.grpc.StatusRuntimeException TENANT_FULL for a named one
   */
  private boolean hasRoom(PlaceReport report) {
    var group = OwnedPlaces.group(report);
    long own = 0;
    long others = 0;
    for (var seen : known.values()) {
      var present = seen.record().report();
      if (present.named() == report.named()) {
        boolean isOwn = OwnedPlaces.group(present).equals(group);
        own += isOwn ? 1 : 0;
        others += isOwn ? 0 : 1;
      }
    }
    long left = PLACES_MAX - others;
    boolean hasRoom = own < (group.isEmpty() ? left : (left + 1) / 2);
    if (!hasRoom && report.named()) {
      throw RpcErrors.of(
          ErrorReason.TENANT_FULL,
          "report.worker.place: the tenant, or the credentials, of this host have %d named places (expected: at most half of what others leave of %d; hosts that replace each other have the same place, and a place is forgotten after a week)"
              .formatted(own, PLACES_MAX));
    }
    return hasRoom;
  }

  /**
   * Returns how a lambda's attempts ended within the last minute on the hosts of other places, as
   * their latest recorded reports say.
   */
  public AttemptEnds elsewhere(LambdaName lambda, WorkerPlace than, Instant now) {
    int hosts = 0;
    int ended = 0;
    int failed = 0;
    for (var seen : known.values()) {
      var record = seen.record();
      if (record.holder().isEmpty()
          || record.place().equals(than)
          || record.seenAt().isBefore(now.minus(ENDS_OF))) {
        continue;
      }
      for (var work : record.report().work()) {
        if (work.lambda().equals(lambda)) {
          hosts += work.isServed() ? 1 : 0;
          ended += work.ended();
          failed += work.failed();
        }
      }
    }
    return new AttemptEnds(hosts, ended, failed);
  }

  /**
   * Returns the place whose host polls the queues of a lambda while the lambda sleeps. It is the
   * place with the highest weight for the lambda, among the places whose executors wait for its
   * tasks. HSCs that see the same reports choose the same place.
   *
   * @return empty if no such host has reported recently; then each host polls
   */
  public Optional<WorkerPlace> watcher(LambdaName lambda, Instant now) {
    var since = now.minus(times.unhealthyAfter());
    return known.values().stream()
        .map(Seen::record)
        .filter(record -> record.seenAt().isAfter(since) && record.mayBegin(lambda))
        .map(PlaceRecord::place)
        .max(
            Comparator.comparing((WorkerPlace place) -> weight(lambda, place))
                .thenComparing(WorkerPlace::value));
  }

  private static long weight(LambdaName lambda, WorkerPlace place) {
    return WEIGHTS
        .newHasher()
        .putUnencodedChars(lambda.value())
        .putChar('/')
        .putUnencodedChars(place.value())
        .hash()
        .asLong();
  }

  /** Returns whether a host is known to have lost its place, or to be retired. */
  public boolean isGone(WorkerPlace place, String instance) {
    var seen = known.get(place);
    return seen != null && seen.record().gone(instance).isPresent();
  }

  /**
   * Tries to record a report. Returns the decision; empty if the stored row differs from the known
   * one.
   */
  private Optional<PlaceDecision> tryOnce(PlaceReport report, Instant now) {
    var seen = Optional.ofNullable(known.get(report.place()));
    var record = seen.map(Seen::record).filter(it -> !OwnedPlaces.isForeign(it, report));
    var decision = PlaceDecision.of(record, report, now, watchedSince(now), times);
    if (decision.write().isEmpty()) {
      return Optional.of(decision);
    }
    var written = places.write(decision.write().get(), seen, now);
    written.ifPresent(row -> known.put(report.place(), row));
    return written.map(row -> decision);
  }

  private void read(Instant now) {
    var read = places.read(now);
    watchedSince = watchedSince(now);
    readAt = now;
    known.keySet().retainAll(read.keySet());
    known.putAll(read);
  }

  /**
   * Returns the time since which silence is meaningful. After a time without reads, it is the
   * current time.
   */
  private Instant watchedSince(Instant now) {
    boolean blind = readAt.isBefore(now.minus(BLIND_AFTER));
    return blind || watchedSince.isAfter(now) ? now : watchedSince;
  }
}
