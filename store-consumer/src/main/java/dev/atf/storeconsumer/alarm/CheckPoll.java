package dev.atf.storeconsumer.alarm;

import com.google.common.collect.Lists;
import dev.atf.model.Alarm;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.runtime.loop.Step;
import dev.atf.store.PageMark;
import dev.atf.store.TaskAssociations;
import dev.atf.store.TriggerEntry;
import dev.atf.store.TriggerIndex;
import dev.atf.storeconsumer.member.OwnedShards;
import dev.atf.storeconsumer.member.Shard;
import dev.atf.storeconsumer.metrics.ConsumerMetrics;
import dev.atf.storeconsumer.poll.PollFailedException;
import dev.atf.storeconsumer.poll.PollRounds;
import dev.atf.storeconsumer.poll.PollSettings;
import dev.atf.storeconsumer.poll.TurnHealth;
import dev.atf.storeconsumer.pool.AlarmPool;
import dev.atf.storeconsumer.recovery.Recovery;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the alarms that have rung and has each handled. One turn takes one page of each partition;
 * where there is more, the next turn follows at once and continues behind it, so that alarms that
 * must be left alone never stand before the others.
 */
@Singleton
public final class CheckPoll implements Step {
  private static final Logger log = LoggerFactory.getLogger(CheckPoll.class);

  /** Shards whose pages are held in memory at a time. */
  private static final int GROUP = 16;

  /**
   * Maximum of one BatchGetItem of DynamoDB, and number of alarms between two looks at the time.
   */
  private static final int CHUNK = 100;

  private final OwnedShards shards;
  private final TriggerIndex index;
  private final TaskAssociations associations;
  private final AlarmHandler handler;
  private final ExpiryGuard expiryGuard;
  private final Recovery recovery;
  private final PollSettings settings;
  private final AlarmPool pool;
  private final InstantSource clock;
  private final ConsumerMetrics metrics;
  private final PollRounds<Shard> rounds;
  private final Map<Shard, PageMark> marks = new HashMap<>();
  private final PostponedAlarms postponed;

  private enum Reading {
    DONE,
    SKIPPED,
    FAILED
  }

  private record Page(
      Shard shard, Reading reading, List<TriggerEntry> entries, Optional<PageMark> next) {
    static Page unread(Shard shard, Reading reading) {
      return new Page(shard, reading, List.of(), Optional.empty());
    }

    boolean isRead() {
      return reading == Reading.DONE;
    }
  }

  @Inject
  public CheckPoll(
      OwnedShards shards,
      TriggerIndex index,
      TaskAssociations associations,
      AlarmHandler handler,
      ExpiryGuard expiryGuard,
      Recovery recovery,
      PollSettings settings,
      AlarmPool pool,
      InstantSource clock,
      MonotonicClock monotonic,
      ConsumerMetrics metrics) {
    this.shards = shards;
    this.index = index;
    this.associations = associations;
    this.handler = handler;
    this.expiryGuard = expiryGuard;
    this.recovery = recovery;
    this.settings = settings;
    this.pool = pool;
    this.clock = clock;
    this.metrics = metrics;
    this.rounds = new PollRounds<>(settings.interval());
    this.postponed = new PostponedAlarms(monotonic);
  }

  /**
   * Handles a page of alarms of each shard of the turn, as far as its time suffices.
   *
   * @throws PollFailedException if no partition could be read
   */
  @Override
  public Duration turn() {
    var timing = metrics.beginPoll();
    var now = clock.instant();
    expiryGuard.look(now);
    postponed.begin(expiryGuard.trustsClock() && recovery.endsLeases());
    var owned = shards.now();
    marks.keySet().retainAll(owned);
    var round = rounds.next(owned, now);
    var health = new TurnHealth(now.plus(settings.turnTime()));
    var turn = new AlarmTurn(now, () -> health.over(clock.instant()));
    var cut = new ArrayList<Shard>();
    var skipped = new ArrayList<Shard>();
    for (var group : Lists.partition(round, GROUP)) {
      var pages = pool.threads().map(group, shard -> read(shard, turn, health));
      var handled = handle(pages, turn, health);
      for (var page : pages) {
        saveCursor(page, Optional.ofNullable(handled.get(page.shard())), turn, cut, skipped);
      }
    }
    metrics.polled(Alarm.CHECK, timing);
    tell(health, turn);
    if (health.hopeless()) {
      rounds.startOver();
      throw new PollFailedException(round.size());
    }
    rounds.leave(cut, skipped);
    return rounds.untilNext(clock.instant(), Duration.ZERO);
  }

  private void tell(TurnHealth health, AlarmTurn turn) {
    if (health.hopeless()) {
      recovery.storeFails();
    } else if (health.someSucceeded()) {
      recovery.storeWorks();
    }
    switch (turn.writes()) {
      case ANSWERED -> recovery.writesWork();
      case FAILED -> recovery.writesFail();
      case NONE -> {}
    }
  }

  /**
   * Handles the alarms of the pages, chunk by chunk, until the time is over.
   *
   * @return for each shard, the last alarm up to which all have been handled
   */
  private Map<Shard, TriggerEntry> handle(List<Page> pages, AlarmTurn turn, TurnHealth health) {
    var rang = new ArrayList<Map.Entry<Shard, TriggerEntry>>();
    pages.forEach(
        page -> page.entries().forEach(entry -> rang.add(Map.entry(page.shard(), entry))));
    var last = new HashMap<Shard, TriggerEntry>();
    var stuck = new HashSet<Shard>();
    var seen = new HashSet<Shard>();
    for (var chunk : Lists.partition(rang, CHUNK)) {
      boolean done = !turn.isOver() && lookAt(chunk, seen, turn, health);
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

  /** Handles a chunk; false if some of it was left. */
  private boolean lookAt(
      List<Map.Entry<Shard, TriggerEntry>> chunk,
      Set<Shard> seen,
      AlarmTurn turn,
      TurnHealth health) {
    var alarms = postponed.withoutPostponed(chunk, seen);
    if (alarms.isEmpty()) {
      return true;
    }
    try {
      var found = associations.findAll(alarms.stream().map(TriggerEntry::taskId).toList()).values();
      health.succeeded();
      boolean done = handler.handle(found, turn);
      alarms.stream().filter(alarm -> turn.isPostponed(alarm.taskId())).forEach(postponed::add);
      return done;
    } catch (RuntimeException e) {
      health.failed();
      metrics.pollFailed(Alarm.CHECK);
      log.warn("{} tasks could not be read: {}", chunk.size(), e.toString());
      return false;
    }
  }

  /** Saves where the reading of the shard continues: never behind an alarm that was not handled. */
  private void saveCursor(
      Page page,
      Optional<TriggerEntry> last,
      AlarmTurn turn,
      List<Shard> cut,
      List<Shard> skipped) {
    var shard = page.shard();
    if (!page.isRead()) {
      if (page.reading() == Reading.SKIPPED) {
        skipped.add(shard);
      } else {
        // The mark may be the cause of the store's refusal.
        marks.remove(shard);
      }
      return;
    }
    var entries = page.entries();
    boolean all = entries.isEmpty() || last.equals(Optional.of(entries.get(entries.size() - 1)));
    var mark = all ? page.next() : last.map(CheckPoll::markOf);
    if (all && mark.isEmpty()) {
      marks.remove(shard);
      return;
    }
    mark.ifPresent(at -> marks.put(shard, at));
    if (mark.isEmpty() && turn.isOver()) {
      skipped.add(shard);
    } else if (all || turn.isOver()) {
      cut.add(shard);
    }
  }

  private static PageMark markOf(TriggerEntry entry) {
    return new PageMark(entry.triggerAt(), entry.taskId());
  }

  private Page read(Shard shard, AlarmTurn turn, TurnHealth health) {
    if (turn.isOver()) {
      return Page.unread(shard, Reading.SKIPPED);
    }
    try {
      var until = turn.now().truncatedTo(ChronoUnit.MILLIS);
      // A clock that was set back may have left a mark behind what is read now.
      var after =
          Optional.ofNullable(marks.get(shard)).filter(mark -> !mark.triggerAt().isAfter(until));
      var page = index.read(shard.check(), until, settings.pageSize(), after);
      if (page.entries().isEmpty()) {
        health.succeeded();
      }
      return new Page(shard, Reading.DONE, page.entries(), page.next());
    } catch (RuntimeException e) {
      health.failed();
      metrics.pollFailed(Alarm.CHECK);
      log.warn("partition={} could not be polled: {}", shard.check(), e.toString());
      return Page.unread(shard, Reading.FAILED);
    }
  }
}
