package dev.atf.storeconsumer.alarm;

import com.google.common.collect.Lists;
import dev.atf.model.Alarm;
import dev.atf.runtime.loop.Step;
import dev.atf.storeconsumer.lambda.Shard;
import dev.atf.storeconsumer.member.OwnedShards;
import dev.atf.storeconsumer.metrics.ConsumerMetrics;
import dev.atf.storeconsumer.pool.WorkPools;
import dev.atf.storeconsumer.release.PollFailedException;
import dev.atf.storeconsumer.release.PollRounds;
import dev.atf.storeconsumer.release.PollSettings;
import dev.atf.storeconsumer.release.TurnHealth;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Optional;

/**
 * Reads the alarms that have rung and has each handled. One turn takes one page of each partition;
 * where there is more, the next turn follows at once and continues behind it, so that alarms that
 * must be left alone never stand before the others.
 */
@Singleton
public final class CheckPoll implements Step {
  /** Shards whose pages are held in memory at a time. */
  private static final int GROUP = 16;

  private final OwnedShards shards;
  private final AlarmPages pages;
  private final RungAlarms alarms;
  private final LeaseExpiry expiry;
  private final PollSettings settings;
  private final WorkPools pools;
  private final InstantSource clock;
  private final ConsumerMetrics metrics;
  private final PollRounds<Shard> rounds;

  @Inject
  public CheckPoll(
      OwnedShards shards,
      AlarmPages pages,
      RungAlarms alarms,
      LeaseExpiry expiry,
      PollSettings settings,
      WorkPools pools,
      InstantSource clock,
      ConsumerMetrics metrics) {
    this.shards = shards;
    this.pages = pages;
    this.alarms = alarms;
    this.expiry = expiry;
    this.settings = settings;
    this.pools = pools;
    this.clock = clock;
    this.metrics = metrics;
    this.rounds = new PollRounds<>(settings.interval());
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
    alarms.begin(expiry.compareClocks());
    var round = rounds.next(pages.select(shards.now(), now), now);
    var health = new TurnHealth(now.plus(settings.turnTime()));
    var turn = new AlarmTurn(now, () -> health.over(clock.instant()));
    var cut = new ArrayList<Shard>();
    var skipped = new ArrayList<Shard>();
    for (var group : Lists.partition(round, GROUP)) {
      var read = pools.alarm().map(group, shard -> pages.read(shard, turn, health));
      var handled = alarms.handle(read, turn, health);
      for (var page : read) {
        var last = Optional.ofNullable(handled.get(page.shard()));
        switch (pages.saveCursor(page, last, turn)) {
          case NONE -> {}
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
}
