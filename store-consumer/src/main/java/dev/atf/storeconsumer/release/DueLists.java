package dev.atf.storeconsumer.release;

import dev.atf.model.Alarm;
import dev.atf.model.CollectionName;
import dev.atf.model.TriggerPartition;
import dev.atf.model.fairness.KeyGroup;
import dev.atf.model.lambda.GateState;
import dev.atf.model.lambda.Gates;
import dev.atf.runtime.loop.Pool;
import dev.atf.store.TriggerIndex;
import dev.atf.storeconsumer.lambda.Shard;
import dev.atf.storeconsumer.metrics.ConsumerMetrics;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Selects the lists of the owned shards that are worth reading now.
 *
 * <ul>
 *   <li>The list of due tasks of each shard, unless the gate of its lambda is closed.
 *   <li>The lists of tasks that gates of collections held, while these gates are open. An empty
 *       list is skipped for {@link #EMPTY_PAUSE}.
 *   <li>The lists of groups of fairness keys (ADR 0080) that were written recently, had a task when
 *       they were last read, or are known to have a task that is due soon. In addition, the first
 *       entry of every group is read once in {@link #SWEEP_INTERVAL}, so that no task is lost with
 *       a hint of the store.
 * </ul>
 *
 * <p>Called by the loop's thread only, except for {@link #waiting}.
 */
@Singleton
public final class DueLists {
  private static final Logger log = LoggerFactory.getLogger(DueLists.class);

  /**
   * Time for which an empty list of an open gate is skipped. A host with an outdated view of the
   * gates may still put a task there, which then waits for this time at most. Each gate costs two
   * reads per minute.
   */
  public static final Duration EMPTY_PAUSE = Duration.ofSeconds(30);

  /** Time for which a group is read. It is three times the maximum delay of a hint in the store. */
  public static final Duration READ_FOR = Duration.ofSeconds(30);

  /**
   * Time of one sweep over all groups. It costs 1.7 reads per second for each shard, and bounds the
   * delay of a task whose hint was lost.
   */
  public static final Duration SWEEP_INTERVAL = Duration.ofMinutes(10);

  private final TriggerIndex index;
  private final PollSettings settings;
  private final ConsumerMetrics metrics;

  private final Map<DueList, Instant> foundEmptyAt = new HashMap<>();
  private Gates seenGates = Gates.NONE;
  private Optional<Instant> gateEndsAt = Optional.empty();

  /** Lists that had a task that is due soon when they were last read. */
  private final Set<DueList> occupied = ConcurrentHashMap.newKeySet();

  private final Map<TriggerPartition, Groups> groups = new ConcurrentHashMap<>();
  private Instant groupsReadAt = Instant.MIN;
  private List<DueList> groupLists = List.of();

  @Inject
  public DueLists(TriggerIndex index, PollSettings settings, ConsumerMetrics metrics) {
    this.index = index;
    this.settings = settings;
    this.metrics = metrics;
  }

  /**
   * Records the current gates.
   *
   * @return whether a gate was set, or has opened by itself, since the last call, so that all lists
   *     behind gates should be read
   */
  boolean gatesChanged(Gates gates, Instant now) {
    boolean ended = gateEndsAt.filter(at -> !at.isAfter(now)).isPresent();
    gateEndsAt = gates.nextEnd(now);
    if (gates.equals(seenGates) && !ended) {
      return false;
    }
    seenGates = gates;
    foundEmptyAt.clear();
    return true;
  }

  /** Returns the time until a closed gate opens by itself, but not more than the given time. */
  Duration untilGateEnds(Instant now, Duration most) {
    return gateEndsAt
        .map(at -> Duration.between(now, at))
        .filter(left -> left.compareTo(most) < 0)
        .map(left -> left.isNegative() ? Duration.ZERO : left)
        .orElse(most);
  }

  /**
   * Returns the lists, including those of the groups that were selected in this round.
   *
   * @param threads threads that read the groups of shards
   */
  List<DueList> select(List<Shard> owned, Gates gates, Instant now, Pool threads) {
    var lists = new ArrayList<DueList>();
    var skipped = new HashSet<DueList>();
    for (var shard : owned) {
      if (isPaused(gates, shard, null, now)) {
        continue;
      }
      lists.add(new DueList(shard, null));
      for (var collection : gates.collections(shard.lambda().name())) {
        var list = new DueList(shard, collection);
        if (!isPaused(gates, shard, collection, now)) {
          (wasEmpty(list, now) ? skipped : lists).add(list);
        }
      }
    }
    foundEmptyAt.keySet().retainAll(skipped);
    var open = new LinkedHashSet<Shard>();
    lists.forEach(list -> open.add(list.shard()));
    lists.addAll(groupLists(open, now, threads));
    occupied.retainAll(new HashSet<>(lists));
    return lists;
  }

  /**
   * Returns the lists in which due tasks may wait for longer: those that had a task when they were
   * last read, and those behind closed gates, which are not read otherwise. Called by any thread.
   */
  public Set<TriggerPartition> waiting(List<Shard> owned, Gates gates, Instant now) {
    var lists = new LinkedHashSet<TriggerPartition>();
    occupied.forEach(list -> lists.add(list.partition()));
    for (var shard : owned) {
      if (isPaused(gates, shard, null, now)) {
        lists.add(shard.due());
        for (int group = 0; shard.lambda().fairness() != null && group < KeyGroup.COUNT; group++) {
          lists.add(new DueList(shard, null, new KeyGroup(group)).partition());
        }
      }
      for (var collection : gates.collections(shard.lambda().name())) {
        if (isPaused(gates, shard, collection, now)) {
          lists.add(new DueList(shard, collection).partition());
        }
      }
    }
    return lists;
  }

  /** Records that a list was read to its end, or as far as its tasks were taken. */
  void noteRead(DueList list, boolean empty, Instant now) {
    if (empty) {
      occupied.remove(list);
    } else {
      occupied.add(list);
    }
    if (empty) {
      if (list.held() != null) {
        foundEmptyAt.put(list, now);
      }
    } else if (!list.group().isNone()) {
      var known = groups.get(list.shard().due());
      if (known != null) {
        known.open(list.group(), Instant.MIN, now.plus(READ_FOR));
      }
    }
  }

  private boolean wasEmpty(DueList list, Instant now) {
    var emptyAt = foundEmptyAt.get(list);
    if (emptyAt == null) {
      return false;
    }
    var since = Duration.between(emptyAt, now);
    // A clock that was set back must not skip a list indefinitely.
    return !since.isNegative() && since.compareTo(EMPTY_PAUSE) < 0;
  }

  private static boolean isPaused(
      Gates gates, Shard shard, @Nullable CollectionName collection, Instant now) {
    return gates.state(shard.lambda().name(), collection, now) == GateState.PAUSED;
  }

  /**
   * Returns the lists of groups.
   *
   * @param open shards whose gates are open
   */
  private List<DueList> groupLists(Collection<Shard> open, Instant now, Pool threads) {
    var age = Duration.between(groupsReadAt, now);
    if (age.isNegative() || age.compareTo(settings.interval()) >= 0) {
      groupsReadAt = now;
      var shared = open.stream().filter(shard -> shard.lambda().fairness() != null).toList();
      groups.keySet().retainAll(shared.stream().map(Shard::due).toList());
      groupLists =
          threads.map(shared, shard -> groupLists(shard, now)).stream()
              .flatMap(Collection::stream)
              .toList();
      metrics.groups(groupLists.size());
    }
    return groupLists.stream().filter(list -> open.contains(list.shard())).toList();
  }

  private List<DueList> groupLists(Shard shard, Instant now) {
    var known = groups.computeIfAbsent(shard.due(), due -> new Groups(now));
    try {
      known.written(
          index.groups(shard.lambda().name(), shard.priority(), shard.number()),
          now,
          now.plus(READ_FOR));
      for (var group : known.toCheck(now)) {
        known.checked(group, window(shard, group, now));
      }
    } catch (RuntimeException e) {
      metrics.pollFailed(Alarm.DUE);
      log.warn("partition={} groups could not be read: {}", shard.due(), e.toString());
    }
    return known.open(now).stream().map(group -> new DueList(shard, null, group)).toList();
  }

  /** Reads the first task of a group. The read goes as far ahead as the time of the next read. */
  private Groups.Window window(Shard shard, KeyGroup group, Instant now) {
    var partition =
        TriggerPartition.due(shard.lambda().name(), shard.priority(), shard.number(), group);
    var until = now.plus(SWEEP_INTERVAL.multipliedBy(2)).truncatedTo(ChronoUnit.MILLIS);
    return index.read(partition, until, 1, Optional.empty()).entries().stream()
        .findFirst()
        .map(
            first ->
                new Groups.Window(
                    first.triggerAt().minus(settings.lookAhead()).minus(settings.interval()),
                    (first.triggerAt().isAfter(now) ? first.triggerAt() : now).plus(READ_FOR)))
        .orElse(Groups.Window.CLOSED);
  }

  /**
   * Groups of fairness keys of one shard, and the times at which their lists are read. Not
   * thread-safe.
   */
  private static final class Groups {
    /** Maximum number of reads in one round, so that a shard does not occupy a thread for long. */
    private static final int CHECKS_MAX = 64;

    private SortedMap<KeyGroup, Long> versions = new TreeMap<>();
    private final SortedMap<KeyGroup, Window> windows = new TreeMap<>();
    private Instant sweptSince;
    private long swept;

    /** Time in which every round reads a list. At its end, the first entry of the list is read. */
    record Window(Instant from, Instant until) {
      static final Window CLOSED = new Window(Instant.MAX, Instant.MIN);
    }

    Groups(Instant now) {
      sweptSince = now;
    }

    /** Opens the windows of groups that were written since the last call. */
    void written(SortedMap<KeyGroup, Long> latest, Instant now, Instant until) {
      latest.forEach(
          (group, version) -> {
            if (!version.equals(versions.get(group))) {
              open(group, now, until);
            }
          });
      versions = latest;
    }

    /** Opens the window of a group, or extends it. */
    void open(KeyGroup group, Instant from, Instant until) {
      windows.merge(
          group,
          new Window(from, until),
          (a, b) ->
              new Window(
                  a.from().isBefore(b.from()) ? a.from() : b.from(),
                  a.until().isAfter(b.until()) ? a.until() : b.until()));
    }

    /**
     * Returns the groups whose first entry is read now: groups whose windows have ended, and groups
     * that are next in the sweep over all groups.
     */
    List<KeyGroup> toCheck(Instant now) {
      var checks = new ArrayList<KeyGroup>();
      for (var window : windows.entrySet()) {
        if (window.getValue().until().isBefore(now) && checks.size() < CHECKS_MAX) {
          checks.add(window.getKey());
        }
      }
      if (now.isBefore(sweptSince)) {
        // The clock was set back.
        sweptSince = now;
        swept = 0;
      }
      long toBeSwept =
          KeyGroup.COUNT * Duration.between(sweptSince, now).toMillis() / SWEEP_INTERVAL.toMillis();
      for (; swept < toBeSwept && checks.size() < CHECKS_MAX; swept++) {
        var group = new KeyGroup((int) (swept % KeyGroup.COUNT));
        if (!windows.containsKey(group)) {
          checks.add(group);
        }
      }
      return checks;
    }

    void checked(KeyGroup group, Window window) {
      if (window.equals(Window.CLOSED)) {
        windows.remove(group);
      } else {
        windows.put(group, window);
      }
    }

    /** Returns the groups whose lists are read now. */
    List<KeyGroup> open(Instant now) {
      return windows.entrySet().stream()
          .filter(window -> !now.isBefore(window.getValue().from()))
          .map(Map.Entry::getKey)
          .toList();
    }
  }
}
