package dev.atf.hsc.worker;

import dev.atf.access.Tenancy;
import dev.atf.hsc.call.ControllerId;
import dev.atf.hsc.call.Share;
import dev.atf.hsc.member.HscMember;
import dev.atf.model.LambdaName;
import dev.atf.runtime.auth.Principal;
import dev.atf.runtime.loop.Step;
import dev.atf.store.MemberRegistry.Sighting;
import dev.atf.store.worker.HostSightings;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
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
   * Maximum number of hosts that are remembered, and of rows that this process keeps. A tenant, or
   * credentials without a tenant, may have half of what others leave. Beyond that its oldest one is
   * forgotten, and its row is deleted.
   */
  static final int HOSTS_MAX = 4_000;

  /** Maximum pause. A new sighting ends it. */
  private static final Duration IDLE = Duration.ofMinutes(1);

  /** State of a host's executors of one lambda, and the time of the report. */
  private record Reported(DescribeCall.Presence presence, Instant at) {}

  /**
   * Host with the reported states of its executors, and the states that were last queued for
   * writing.
   */
  private static final class Host {
    private boolean isWritten;
    private final Map<LambdaName, Reported> reported = new TreeMap<>();
    private Map<LambdaName, String> notedStates = Map.of();
    private Instant notedAt = Instant.EPOCH;

    boolean isDue(List<DescribeCall.Presence> latest, Instant now) {
      boolean same =
          latest.stream().allMatch(one -> one.state().equals(notedStates.get(one.lambda())));
      // After the clock was set back, nothing may remain unrecorded.
      return now.isBefore(notedAt) || !now.isBefore(notedAt.plus(same ? EVERY : CHANGED_EVERY));
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

  /**
   * Controller with those who share a limited number of hosts.
   *
   * @param group tenant or credentials; empty without credentials
   * @param row name of its rows: tenants may have controllers of the same name
   */
  private record Reporter(String group, String row) {
    static Reporter of(Optional<Principal> caller, ControllerId controller) {
      var row =
          caller
              .flatMap(Tenancy::ofPrincipal)
              .map(tenant -> tenant + "/" + controller.value())
              .orElse(controller.value());
      return new Reporter(Share.ofController("", caller).group(), row);
    }
  }

  /** Row of a host that has to be written. */
  private record Row(Reporter reporter, Map<LambdaName, Sighting> notes, Instant at) {}

  private final HostSightings rows;
  private final HscMember self;

  /** Hosts that have reported, the least recent first. */
  private final Map<Reporter, Host> hosts = new LinkedHashMap<>();

  /** Rows to write, of hosts that are remembered. */
  private final Map<Reporter, Row> waiting = new LinkedHashMap<>();

  /** Rows to delete, which were written before. They come first, so that few can wait. */
  private final Set<Reporter> forgotten = new LinkedHashSet<>();

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
      Optional<Principal> caller,
      ControllerId controller,
      List<DescribeCall.Presence> reported,
      Instant now) {
    var reporter = Reporter.of(caller, controller);
    if (reported.isEmpty() || !(hosts.containsKey(reporter) || makeRoom(reporter))) {
      return;
    }
    var known = hosts.remove(reporter);
    var host = known == null ? new Host() : known;
    hosts.put(reporter, host);
    reported.forEach(one -> host.reported.put(one.lambda(), new Reported(one, now)));
    if (host.isDue(reported, now)) {
      host.noted(now);
      waiting.remove(reporter);
      waiting.put(reporter, new Row(reporter, host.notes(), now));
      whenSeen.run();
    }
  }

  /** Forgets the oldest host of the same group if necessary; returns whether there is room. */
  private boolean makeRoom(Reporter reporter) {
    var own = hosts.keySet().stream().filter(one -> one.group().equals(reporter.group())).toList();
    int left = HOSTS_MAX - (hosts.size() - own.size());
    int max = reporter.group().isEmpty() ? left : (left + 1) / 2;
    if (own.size() < max) {
      return true;
    }
    if (own.isEmpty()) {
      return false;
    }
    var oldest = own.get(0);
    waiting.remove(oldest);
    var host = hosts.remove(oldest);
    if (host != null && host.isWritten) {
      forgotten.add(oldest);
      whenSeen.run();
    }
    return true;
  }

  /**
   * Writes the next row.
   *
   * @throws dev.atf.store.StoreException if the row could not be written and is skipped
   */
  @Override
  public Duration turn() {
    var gone = takeForgotten();
    if (gone.isPresent()) {
      rows.forget(gone.get().row(), self.name());
      return Duration.ZERO;
    }
    var next = takeOldest();
    if (next.isEmpty()) {
      return IDLE;
    }
    var row = next.get();
    rows.note(
        row.reporter().row(), self.name(), row.notes(), row.at(), row.at().plus(FORGOTTEN_AFTER));
    return Duration.ZERO;
  }

  private synchronized Optional<Row> takeOldest() {
    var next = waiting.values().stream().findFirst();
    next.map(Row::reporter)
        .ifPresent(
            reporter -> {
              waiting.remove(reporter);
              Optional.ofNullable(hosts.get(reporter)).ifPresent(host -> host.isWritten = true);
            });
    return next;
  }

  private synchronized Optional<Reporter> takeForgotten() {
    var next = forgotten.stream().findFirst();
    next.ifPresent(forgotten::remove);
    return next;
  }
}
