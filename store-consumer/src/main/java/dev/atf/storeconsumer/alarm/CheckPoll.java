package dev.atf.storeconsumer.alarm;

import com.google.common.collect.Lists;
import dev.atf.model.Alarm;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.runtime.loop.Step;
import dev.atf.store.PageMark;
import dev.atf.store.TaskAssociations;
import dev.atf.store.TriggerEntry;
import dev.atf.store.TriggerIndex;
import dev.atf.storeconsumer.lambda.LambdaDirectory;
import dev.atf.storeconsumer.lambda.Shard;
import dev.atf.storeconsumer.member.OwnedShards;
import dev.atf.storeconsumer.metrics.ConsumerMetrics;
import dev.atf.storeconsumer.pool.WorkPools;
import dev.atf.storeconsumer.release.ListPacing;
import dev.atf.storeconsumer.release.PollFailedException;
import dev.atf.storeconsumer.release.PollRounds;
import dev.atf.storeconsumer.release.PollSettings;
import dev.atf.storeconsumer.release.TurnHealth;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the alarms that have rung, then their tasks, and handles each one. One turn takes one page
 * of each shard. If there are more, the next turn follows immediately and continues after that
 * page, so that alarms that cannot be handled now never block the others.
 */
@Singleton
public final class CheckPoll implements Step {
  private static final Logger log = LoggerFactory.getLogger(CheckPoll.class);

  /** Number of shards whose pages are held in memory at a time. */
  private static final int GROUP = 16;

  /**
   * Maximum number of tasks that are handled before the time is checked. DynamoDB reads this many
   * in one BatchGetItem.
   */
  private static final int CHUNK = 100;

  /**
   * Time for which a postponed alarm is not read. It is a few rounds long, and well below a lease.
   */
  public static final Duration POSTPONED_FOR = Duration.ofSeconds(10);

  /**
   * Maximum number of postponed alarms, which take about 20 MB. Further alarms are read in every
   * round.
   */
  private static final int POSTPONED_MAX = 100_000;

  private final OwnedShards shards;
  private final TriggerIndex index;
  private final TaskAssociations associations;
  private final AlarmHandler handler;
  private final LeaseExpiry expiry;
  private final PollSettings settings;
  private final WorkPools pools;
  private final InstantSource clock;
  private final MonotonicClock monotonic;
  private final ConsumerMetrics metrics;
  private final PollRounds<Shard> rounds;
  private final ListPacing<Shard> pacing;

  /**
   * Position at which the reading of each shard continues. It is not changed while pages are read.
   */
  private final Map<Shard, PageMark> marks = new HashMap<>();

  /**
   * Postponed alarms of ended leases, which must not be ended now, with the time of the
   * postponement. Their tasks are read again after a while, and not in every round. Otherwise all
   * running tasks of a cluster would be read every few seconds just when the store recovers.
   */
  private final Map<TriggerEntry, Long> postponedSince = new HashMap<>();

  private enum Reading {
    DONE,
    SKIPPED,
    FAILED
  }

  /** Alarms of one shard that have rung; empty if the shard was not read. */
  private record Page(
      Shard shard, Reading reading, List<TriggerEntry> alarms, Optional<PageMark> next) {
    static Page empty(Shard shard, Reading reading) {
      return new Page(shard, reading, List.of(), Optional.empty());
    }
  }

  /** Time at which a shard is read again. */
  private enum Again {
    /**
     * The reading starts again in the next round, because the page was handled completely, or could
     * not be read.
     */
    NEXT_ROUND,
    /** The reading continues in the next turn, because the shard has more alarms. */
    CUT,
    /** The same page comes first in the next turn, because nothing of it was handled. */
    SKIPPED
  }

  @Inject
  public CheckPoll(
      OwnedShards shards,
      LambdaDirectory directory,
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
    this.index = index;
    this.associations = associations;
    this.handler = handler;
    this.expiry = expiry;
    this.settings = settings;
    this.pools = pools;
    this.clock = clock;
    this.monotonic = monotonic;
    this.metrics = metrics;
    this.rounds = new PollRounds<>(settings.interval());
    this.pacing = new ListPacing<>(directory.awake(), settings, shard -> shard.lambda().name());
  }

  /**
   * Handles a page of alarms of each shard of the turn, as far as the time of the turn allows.
   *
   * @throws PollFailedException if no shard could be read
   */
  @Override
  public Duration turn() {
    var timing = metrics.beginPoll();
    var now = clock.instant();
    endPostponements(expiry.compareClocks());
    var owned = shards.now();
    marks.keySet().retainAll(owned);
    var round = rounds.next(pacing.select(owned, now), now);
    var health = new TurnHealth(now.plus(settings.turnTime()));
    var turn = new AlarmTurn(now, () -> health.over(clock.instant()));
    var cut = new ArrayList<Shard>();
    var skipped = new ArrayList<Shard>();
    for (var group : Lists.partition(round, GROUP)) {
      var pages = pools.alarm().map(group, shard -> read(shard, turn, health));
      var handled = handle(pages, turn, health);
      for (var page : pages) {
        var last = Optional.ofNullable(handled.get(page.shard()));
        switch (advance(page, last, turn)) {
          case NEXT_ROUND -> {}
          case CUT -> cut.add(page.shard());
          case SKIPPED -> skipped.add(page.shard());
        }
      }
    }
    metrics.polled(Alarm.CHECK, timing);
    expiry.learn(health, turn.writes());
    if (health.hopeless()) {
      rounds.startOver();
      throw new PollFailedException(round.size());
    }
    rounds.leave(cut, skipped);
    return rounds.untilNext(clock.instant(), Duration.ZERO);
  }

  /** Forgets the postponed alarms whose time has passed, or all if leases may be ended again. */
  private void endPostponements(boolean mayEndLeases) {
    if (mayEndLeases) {
      postponedSince.clear();
    }
    postponedSince.values().removeIf(nanos -> monotonic.since(nanos).compareTo(POSTPONED_FOR) >= 0);
  }

  /** Reads the next page of a shard, on a thread of the pool. */
  private Page read(Shard shard, AlarmTurn turn, TurnHealth health) {
    if (turn.isOver()) {
      return Page.empty(shard, Reading.SKIPPED);
    }
    try {
      if (pacing.isIdle(shard, turn.now(), until -> firstAlarm(shard, until))) {
        health.succeeded();
        return Page.empty(shard, Reading.DONE);
      }
      var until = turn.now().truncatedTo(ChronoUnit.MILLIS);
      // If the clock was set back, the mark may be later than what is read now.
      var after =
          Optional.ofNullable(marks.get(shard)).filter(mark -> !mark.triggerAt().isAfter(until));
      var page = index.read(shard.check(), until, settings.pageSize(), after);
      pacing.noteRead(shard, page.entries().isEmpty(), turn.now());
      if (page.entries().isEmpty()) {
        health.succeeded();
      }
      return new Page(shard, Reading.DONE, page.entries(), page.next());
    } catch (RuntimeException e) {
      health.failed();
      metrics.pollFailed(Alarm.CHECK);
      log.warn("partition={} could not be polled: {}", shard.check(), e.toString());
      return Page.empty(shard, Reading.FAILED);
    }
  }

  private Optional<Instant> firstAlarm(Shard shard, Instant until) {
    return index.read(shard.check(), until, 1, Optional.empty()).entries().stream()
        .findFirst()
        .map(TriggerEntry::triggerAt);
  }

  /**
   * Handles the alarms of the pages, chunk by chunk, until the turn ends.
   *
   * @return for each shard, the alarm up to which all alarms have been handled
   */
  private Map<Shard, TriggerEntry> handle(
      Collection<Page> pages, AlarmTurn turn, TurnHealth health) {
    var rang = new ArrayList<Map.Entry<Shard, TriggerEntry>>();
    pages.forEach(page -> page.alarms().forEach(alarm -> rang.add(Map.entry(page.shard(), alarm))));
    var last = new HashMap<Shard, TriggerEntry>();
    var stuck = new HashSet<Shard>();
    var seen = new HashSet<Shard>();
    for (var chunk : Lists.partition(rang, CHUNK)) {
      boolean done = !turn.isOver() && handle(chunk, seen, turn, health);
      for (var alarm : chunk) {
        if (!done) {
          stuck.add(alarm.getKey());
        } else if (!stuck.contains(alarm.getKey())) {
          last.put(alarm.getKey(), alarm.getValue());
        }
      }
    }
    return last;
  }

  /**
   * Reads and handles the tasks of a chunk. Postponed alarms are omitted, except for the first one
   * of each shard, which shows whether the store works again.
   *
   * @param seen shards with an alarm that was handled in this turn
   * @return false if some alarms were not handled
   */
  private boolean handle(
      List<Map.Entry<Shard, TriggerEntry>> chunk,
      Set<Shard> seen,
      AlarmTurn turn,
      TurnHealth health) {
    var alarms =
        chunk.stream()
            .filter(rang -> seen.add(rang.getKey()) || !postponedSince.containsKey(rang.getValue()))
            .map(Map.Entry::getValue)
            .toList();
    if (alarms.isEmpty()) {
      return true;
    }
    try {
      var found = associations.findAll(alarms.stream().map(TriggerEntry::taskId).toList()).values();
      health.succeeded();
      boolean done = handler.handle(found, turn);
      alarms.stream().filter(alarm -> turn.isPostponed(alarm.taskId())).forEach(this::postpone);
      return done;
    } catch (RuntimeException e) {
      health.failed();
      metrics.pollFailed(Alarm.CHECK);
      log.warn("{} tasks could not be read: {}", chunk.size(), e.toString());
      return false;
    }
  }

  private void postpone(TriggerEntry alarm) {
    if (postponedSince.size() < POSTPONED_MAX) {
      postponedSince.put(alarm, monotonic.nanos());
    }
  }

  /**
   * Sets the position at which the reading of a shard continues. It is never after an unhandled
   * alarm.
   *
   * @param last alarm of the page up to which all alarms were handled
   */
  private Again advance(Page page, Optional<TriggerEntry> last, AlarmTurn turn) {
    var shard = page.shard();
    switch (page.reading()) {
      case SKIPPED -> {
        return Again.SKIPPED;
      }
      case FAILED -> {
        // The mark may be the cause of the store's refusal.
        marks.remove(shard);
        return Again.NEXT_ROUND;
      }
      case DONE -> {}
    }
    var alarms = page.alarms();
    boolean all = alarms.isEmpty() || last.equals(Optional.of(alarms.get(alarms.size() - 1)));
    var mark = all ? page.next() : last.map(CheckPoll::markOf);
    if (all && mark.isEmpty()) {
      marks.remove(shard);
      return Again.NEXT_ROUND;
    }
    mark.ifPresent(at -> marks.put(shard, at));
    if (mark.isEmpty() && turn.isOver()) {
      return Again.SKIPPED;
    }
    return all || turn.isOver() ? Again.CUT : Again.NEXT_ROUND;
  }

  private static PageMark markOf(TriggerEntry alarm) {
    return new PageMark(alarm.triggerAt(), alarm.taskId());
  }
}
