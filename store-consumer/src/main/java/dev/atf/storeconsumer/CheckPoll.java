package dev.atf.storeconsumer;

import com.google.common.collect.Lists;
import dev.atf.model.Alarm;
import dev.atf.model.Association;
import dev.atf.runtime.Step;
import dev.atf.store.PageMark;
import dev.atf.store.TaskAssociations;
import dev.atf.store.TriggerEntry;
import dev.atf.store.TriggerIndex;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the alarms that have rung and has each looked at. One turn takes one page of each
 * partition; where there is more, the next turn follows at once and goes on behind it, so that
 * alarms that must be left alone never stand before the others.
 */
@Singleton
final class CheckPoll implements Step {
  private static final Logger log = LoggerFactory.getLogger(CheckPoll.class);

  /** Shards whose pages are held in memory at a time. */
  private static final int GROUP = 16;

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

  private record Page(
      Shard shard, boolean failed, List<Association> rang, Optional<PageMark> next) {}

  @Inject
  CheckPoll(
      OwnedShards shards,
      TriggerIndex index,
      TaskAssociations associations,
      AlarmHandler handler,
      ExpiryGuard expiryGuard,
      Recovery recovery,
      PollSettings settings,
      AlarmPool pool,
      InstantSource clock,
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
  }

  /**
   * Deals with a page of alarms of each shard of the turn.
   *
   * @throws PollFailedException if no partition could be read
   */
  @Override
  public Duration turn() {
    var now = clock.instant();
    expiryGuard.look(now);
    var owned = shards.now();
    marks.keySet().retainAll(owned);
    var round = rounds.next(owned, now);
    var health = new TurnHealth(now.plus(settings.turnTime()));
    var cut = new ArrayList<Shard>();
    var skipped = new ArrayList<Shard>();
    for (var group : Lists.partition(round, GROUP)) {
      if (health.over(clock.instant())) {
        skipped.addAll(group);
        continue;
      }
      var pages = pool.threads().map(group, shard -> read(shard, now, health));
      for (var page : pages) {
        goOnBehind(page, cut);
      }
      var rang = new ArrayList<Association>();
      pages.forEach(page -> rang.addAll(page.rang()));
      if (handler.handle(rang, now) && !health.hopeless()) {
        recovery.storeWorks();
      } else {
        recovery.storeFails();
      }
    }
    metrics.polled(Alarm.CHECK, Duration.between(now, clock.instant()));
    if (health.hopeless()) {
      rounds.startOver();
      throw new PollFailedException(round.size());
    }
    rounds.leave(cut, skipped);
    return rounds.untilNext(clock.instant(), Duration.ZERO);
  }

  private void goOnBehind(Page page, List<Shard> cut) {
    if (page.failed()) {
      return;
    }
    if (page.next().isPresent()) {
      marks.put(page.shard(), page.next().get());
      cut.add(page.shard());
    } else {
      marks.remove(page.shard());
    }
  }

  private Page read(Shard shard, Instant now, TurnHealth health) {
    try {
      var until = now.truncatedTo(ChronoUnit.MILLIS);
      var after = Optional.ofNullable(marks.get(shard));
      var page = index.read(shard.check(), until, settings.pageSize(), after);
      var ids = page.entries().stream().map(TriggerEntry::taskId).toList();
      var found = ids.isEmpty() ? List.<Association>of() : associations.findAll(ids).values();
      health.succeeded();
      return new Page(shard, false, List.copyOf(found), page.next());
    } catch (RuntimeException e) {
      health.failed();
      metrics.pollFailed(Alarm.CHECK);
      log.warn("partition={} could not be polled: {}", shard.check(), e.toString());
      return new Page(shard, true, List.of(), Optional.empty());
    }
  }
}
