package dev.atf.storeconsumer.alarm;

import dev.atf.model.Alarm;
import dev.atf.model.TriggerPartition;
import dev.atf.model.fairness.KeyGroup;
import dev.atf.model.task.Association;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.runtime.loop.Step;
import dev.atf.store.PageMark;
import dev.atf.store.TaskAssociations;
import dev.atf.store.TriggerEntry;
import dev.atf.store.TriggerIndex;
import dev.atf.storeconsumer.lambda.LambdaDirectory;
import dev.atf.storeconsumer.member.OwnedShards;
import dev.atf.storeconsumer.metrics.ConsumerMetrics;
import dev.atf.storeconsumer.pool.WorkPools;
import dev.atf.storeconsumer.release.DueLists;
import dev.atf.storeconsumer.release.PollFailedException;
import dev.atf.storeconsumer.release.PollSettings;
import dev.atf.storeconsumer.release.TurnHealth;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Gives up tasks that wait in the store past their deadlines: behind a closed gate, a rate, a full
 * queue, or other tasks of their key. No alarm rings for them, because their trigger is the time of
 * their release.
 *
 * <p>The entries of the index do not have deadlines, so their tasks are read, once for each entry
 * as far as they can be remembered. Each list is read on slowly: a page of unknown entries in a
 * turn, or some pages of known ones, and then from the start again. A task is therefore given up
 * late, by {@link #WAITED_MIN} plus a turn for each page of its list. A list behind a closed gate
 * that was found empty is read again after {@link #EMPTY_PAUSE}, and the list of a group of
 * fairness keys after {@link DueLists#SWEEP_INTERVAL}.
 */
@Singleton
public final class DeadlineSweep implements Step {
  private static final Logger log = LoggerFactory.getLogger(DeadlineSweep.class);

  /** Time between two turns, and therefore between two pages of one list. */
  public static final Duration TURN_EVERY = Duration.ofSeconds(5);

  /**
   * Entries that became due later are not read. They are usually about to be released, and reading
   * their tasks would cost more than the release.
   */
  public static final Duration WAITED_MIN = Duration.ofSeconds(10);

  /** An empty list behind a closed gate costs two reads a minute, as that of a sleeping lambda. */
  public static final Duration EMPTY_PAUSE = Duration.ofSeconds(30);

  /** Maximum number of entries in one page, whose tasks DynamoDB reads in one BatchGetItem. */
  public static final int PAGE_MAX = 100;

  /**
   * Maximum number of pages of one list in one turn while the deadlines of all entries are known.
   */
  private static final int KNOWN_PAGES_MAX = 10;

  /** Maximum number of lists in one turn. The others come first in the next one. */
  private static final int LISTS_MAX = 256;

  /** Maximum number of remembered deadlines, which take about 20 MB. */
  private static final int DEADLINES_MAX = 100_000;

  private final OwnedShards shards;
  private final LambdaDirectory directory;
  private final DueLists lists;
  private final TriggerIndex index;
  private final TaskAssociations associations;
  private final AlarmHandler handler;
  private final LeaseExpiry expiry;
  private final PollSettings settings;
  private final WorkPools pools;
  private final InstantSource clock;
  private final MonotonicClock monotonic;
  private final ConsumerMetrics metrics;
  private final long begunNanos;

  /**
   * Visits of the lists, in the order in which the lists were added. Lists that are due at the same
   * time are visited in this order.
   */
  private final Map<TriggerPartition, Visit> visits = new LinkedHashMap<>();

  /** Deadlines of tasks by their entries. A task that is listed again has another entry. */
  private final Map<TriggerEntry, Instant> deadlines =
      new LinkedHashMap<>(16, 0.75f, true) {
        private static final long serialVersionUID = 1L;

        @Override
        protected boolean removeEldestEntry(Map.Entry<TriggerEntry, Instant> eldest) {
          return size() > DEADLINES_MAX;
        }
      };

  /**
   * State of one list between two visits.
   *
   * @param after where the reading continues; empty: from the start
   * @param nextAt time of the next visit on the monotonic clock, since this began
   */
  private record Visit(Optional<PageMark> after, Duration nextAt) {}

  /**
   * Result of one visit.
   *
   * @param overdue tasks past their deadlines
   * @param next where the next visit continues
   */
  private record Visited(List<Association> overdue, Optional<PageMark> next, Duration pause) {}

  @Inject
  public DeadlineSweep(
      OwnedShards shards,
      LambdaDirectory directory,
      DueLists lists,
      TriggerIndex index,
      TaskAssociations associations,
      AlarmHandler handler,
      LeaseExpiry expiry,
      PollSettings settings,
      WorkPools pools,
      InstantSource clock,
      MonotonicClock monotonic,
      ConsumerMetrics metrics) {
    this.shards = shards;
    this.directory = directory;
    this.lists = lists;
    this.index = index;
    this.associations = associations;
    this.handler = handler;
    this.expiry = expiry;
    this.settings = settings;
    this.pools = pools;
    this.clock = clock;
    this.monotonic = monotonic;
    this.metrics = metrics;
    this.begunNanos = monotonic.nanos();
  }

  /**
   * Visits each list that is due, and gives up the tasks that are found past their deadlines. While
   * the clock is in doubt, nothing is read or given up.
   *
   * @throws PollFailedException if no list could be read
   */
  @Override
  public Duration turn() {
    if (!expiry.mayGiveUp()) {
      return TURN_EVERY;
    }
    var now = clock.instant();
    var elapsed = monotonic.since(begunNanos);
    var due = due(now, elapsed);
    var health = new TurnHealth(now.plus(settings.turnTime()));
    var turn = new AlarmTurn(now, () -> health.over(clock.instant()));
    var visited = pools.alarm().map(due, list -> visit(list, turn, health));
    var overdue = new ArrayList<Association>();
    for (int i = 0; i < due.size(); i++) {
      var list = due.get(i);
      visited
          .get(i)
          .ifPresent(
              done -> {
                visits.put(list, new Visit(done.next(), elapsed.plus(done.pause())));
                overdue.addAll(done.overdue());
              });
    }
    if (health.hopeless()) {
      throw new PollFailedException(due.size());
    }
    boolean all = handler.handle(overdue, turn);
    if (!all) {
      log.info("{} tasks past their deadlines: some are left to the next visit", overdue.size());
    }
    return TURN_EVERY;
  }

  /** Returns the lists to be visited now, and forgets those in which nothing can wait. */
  private List<TriggerPartition> due(Instant now, Duration elapsed) {
    var waiting = lists.waiting(shards.now(), directory.gates(), now);
    visits.keySet().retainAll(waiting);
    waiting.forEach(list -> visits.computeIfAbsent(list, it -> first(it, elapsed)));
    return visits.entrySet().stream()
        .filter(visit -> visit.getValue().nextAt().compareTo(elapsed) <= 0)
        .sorted(Comparator.comparing(visit -> visit.getValue().nextAt()))
        .limit(LISTS_MAX)
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Spreads the first visits of the groups of a shard. Most groups are empty. */
  private static Visit first(TriggerPartition list, Duration elapsed) {
    int group = list.group().isNone() ? 0 : list.group().number();
    var wait = DueLists.SWEEP_INTERVAL.multipliedBy(group).dividedBy(KeyGroup.COUNT);
    return new Visit(Optional.empty(), elapsed.plus(wait));
  }

  /** Visits one list, on a thread of the pool; empty if the turn ended before that. */
  private Optional<Visited> visit(TriggerPartition list, AlarmTurn turn, TurnHealth health) {
    if (turn.isOver()) {
      return Optional.empty();
    }
    try {
      var visited = read(list, turn.now());
      health.succeeded();
      return Optional.of(visited);
    } catch (RuntimeException e) {
      health.failed();
      metrics.pollFailed(Alarm.DUE);
      log.warn("partition={} could not be swept: {}", list, e.toString());
      // The mark may be the cause of the store's refusal.
      return Optional.of(new Visited(List.of(), Optional.empty(), EMPTY_PAUSE));
    }
  }

  private Visited read(TriggerPartition list, Instant now) {
    var until = now.minus(WAITED_MIN).truncatedTo(ChronoUnit.MILLIS);
    var overdue = new ArrayList<Association>();
    // If the clock was set back, the mark may be later than what is read now.
    var after =
        Optional.ofNullable(visits.get(list))
            .flatMap(Visit::after)
            .filter(mark -> !mark.triggerAt().isAfter(until));
    boolean empty = after.isEmpty();
    for (int pages = 0; pages < KNOWN_PAGES_MAX; pages++) {
      var page = index.read(list, until, Math.min(settings.pageSize(), PAGE_MAX), after);
      empty &= page.entries().isEmpty();
      after = page.next();
      var unknown = unknown(page.entries(), now);
      overdue.addAll(overdue(unknown, now));
      if (after.isEmpty() || !unknown.isEmpty()) {
        break;
      }
    }
    return new Visited(overdue, after, empty ? emptyPause(list) : TURN_EVERY);
  }

  private static Duration emptyPause(TriggerPartition list) {
    return list.group().isNone() ? EMPTY_PAUSE : DueLists.SWEEP_INTERVAL;
  }

  /** Returns the entries whose deadlines are unknown or over. */
  private List<TriggerEntry> unknown(List<TriggerEntry> entries, Instant now) {
    synchronized (deadlines) {
      return entries.stream()
          .filter(
              entry -> {
                var deadline = deadlines.get(entry);
                return deadline == null || !deadline.isAfter(now);
              })
          .toList();
    }
  }

  /** Reads the tasks of entries, and returns those past their deadlines. */
  private List<Association> overdue(List<TriggerEntry> entries, Instant now) {
    if (entries.isEmpty()) {
      return List.of();
    }
    var tasks = associations.findAll(entries.stream().map(TriggerEntry::taskId).toList());
    var overdue = new ArrayList<Association>();
    for (var entry : entries) {
      var task = tasks.get(entry.taskId());
      if (task != null) {
        var deadline = task.header().deadline();
        synchronized (deadlines) {
          deadlines.put(entry, deadline);
        }
        if (!deadline.isAfter(now)) {
          overdue.add(task);
        }
      }
    }
    return overdue;
  }
}
