package dev.atf.hsc.worker;

import dev.atf.hsc.call.ControllerId;
import dev.atf.hsc.member.HscMember;
import dev.atf.model.LambdaName;
import dev.atf.runtime.loop.Step;
import dev.atf.store.MemberRegistry.Sighting;
import dev.atf.store.worker.HostSightings;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Records which executors work for which lambda on which host, to explain why tasks do not run:
 * {@link HostSightings}.
 *
 * <p>Calls only add their reports. A turn of this step writes the row of one host, with all its
 * lambdas. A row that cannot be written is skipped, because nothing depends on it.
 */
@Singleton
public final class WorkerSightings implements Step {
  /**
   * Time between two records of one host. It is fresh enough for people, and costs one or two write
   * units for each host.
   */
  public static final Duration EVERY = Duration.ofSeconds(30);

  /**
   * Minimum time between two records of a host whose state has changed. The next call of its
   * controller records the change.
   */
  private static final Duration CHANGED_EVERY = Duration.ofSeconds(1);

  /** Time after which a lambda that its host no longer reports is omitted from the host's row. */
  private static final Duration REPORTED_FOR = Duration.ofMinutes(5);

  /** Time for which the last sighting of a host is kept. */
  private static final Duration FORGOTTEN_AFTER = Duration.ofDays(7);

  /**
   * Maximum number of hosts that are remembered. Further hosts replace the oldest, whose rows are
   * then written more often than necessary.
   */
  private static final int HOSTS_MAX = 2_000;

  /** Maximum pause. A new sighting ends it. */
  private static final Duration IDLE = Duration.ofMinutes(1);

  /** State of a host's executors of one lambda, and the time of the report. */
  private record Reported(DescribeCall.Presence presence, Instant at) {}

  /**
   * Host with the reported states of its executors, and the states that were last queued for
   * writing.
   */
  private static final class Host {
    private final Map<LambdaName, Reported> reported = new TreeMap<>();
    private Map<LambdaName, String> notedStates = Map.of();
    private Instant notedAt = Instant.EPOCH;

    boolean isDue(List<DescribeCall.Presence> latest, Instant now) {
      boolean same =
          latest.stream().allMatch(one -> one.state().equals(notedStates.get(one.lambda())));
      return !now.isBefore(notedAt.plus(same ? EVERY : CHANGED_EVERY));
    }

    void noted(Instant now) {
      reported.values().removeIf(one -> one.at().plus(REPORTED_FOR).isBefore(now));
      notedAt = now;
      notedStates = new TreeMap<>();
      reported.forEach((lambda, one) -> notedStates.put(lambda, one.presence().state()));
    }

    Map<LambdaName, Sighting> notes() {
      var notes = new TreeMap<LambdaName, Sighting>();
      reported.forEach(
          (lambda, one) -> notes.put(lambda, new Sighting(one.at(), one.presence().note())));
      return notes;
    }
  }

  /** Row of a host that must be written. */
  private record Row(ControllerId controller, Map<LambdaName, Sighting> notes, Instant at) {}

  private final HostSightings rows;
  private final HscMember self;

  /** Hosts that have reported, the least recent first. */
  private final Map<ControllerId, Host> hosts = new LinkedHashMap<>();

  private final Map<ControllerId, Row> waiting = new LinkedHashMap<>();
  private Runnable whenSeen = () -> {};

  @Inject
  WorkerSightings(HostSightings rows, HscMember self) {
    this.rows = rows;
    this.self = self;
  }

  /** Sets the action that wakes the loop of this step. */
  public synchronized void whenSeen(Runnable action) {
    whenSeen = action;
  }

  /**
   * Records what a host reports. Its row is queued for writing, unless the same was written
   * recently.
   */
  public synchronized void seen(
      ControllerId controller, List<DescribeCall.Presence> reported, Instant now) {
    if (reported.isEmpty()) {
      return;
    }
    var known = hosts.remove(controller);
    var host = known == null ? new Host() : known;
    if (hosts.size() >= HOSTS_MAX) {
      hosts.remove(hosts.keySet().iterator().next());
    }
    hosts.put(controller, host);
    reported.forEach(one -> host.reported.put(one.lambda(), new Reported(one, now)));
    if (host.isDue(reported, now)) {
      host.noted(now);
      waiting.remove(controller);
      waiting.put(controller, new Row(controller, host.notes(), now));
      whenSeen.run();
    }
  }

  /**
   * Writes the next row.
   *
   * @throws dev.atf.store.StoreException if the row could not be written and is skipped
   */
  @Override
  public Duration turn() {
    var next = takeOldest();
    if (next.isEmpty()) {
      return IDLE;
    }
    var row = next.get();
    rows.note(
        row.controller().value(),
        self.name(),
        row.notes(),
        row.at(),
        row.at().plus(FORGOTTEN_AFTER));
    return Duration.ZERO;
  }

  private synchronized Optional<Row> takeOldest() {
    var keys = waiting.keySet().iterator();
    return keys.hasNext() ? Optional.ofNullable(waiting.remove(keys.next())) : Optional.empty();
  }
}
