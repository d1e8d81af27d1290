package dev.atf.storeconsumer;

import dev.atf.model.Alarm;
import dev.atf.runtime.Step;
import dev.atf.store.PageMark;
import dev.atf.store.TriggerEntry;
import dev.atf.store.TriggerIndex;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads what will be due before the next round into the {@link LookAhead}, no more of each queue
 * than it has room for: the backlog stays in the store and is not read again and again.
 */
@Singleton
final class DuePoll implements Step {
  private static final Logger log = LoggerFactory.getLogger(DuePoll.class);

  /** Chosen: a queue that is worked off is filled again before it is empty. */
  private static final Duration SOON = Duration.ofMillis(250);

  private final OwnedShards shards;
  private final TriggerIndex index;
  private final LookAhead lookAhead;
  private final QueueRoom room;
  private final PollSettings settings;
  private final PollPool pool;
  private final InstantSource clock;
  private final ConsumerMetrics metrics;
  private final PollRounds rounds;
  private final Map<Shard, Duration> ages = new LinkedHashMap<>();

  private enum Progress {
    DONE,
    CUT,
    SKIPPED,
    FAILED
  }

  /**
   * @param age of the oldest due entry; empty when the partition was not read
   */
  private record Polled(Progress progress, Optional<Duration> age) {}

  @Inject
  DuePoll(
      OwnedShards shards,
      TriggerIndex index,
      LookAhead lookAhead,
      QueueRoom room,
      PollSettings settings,
      PollPool pool,
      InstantSource clock,
      ConsumerMetrics metrics) {
    this.shards = shards;
    this.index = index;
    this.lookAhead = lookAhead;
    this.room = room;
    this.settings = settings;
    this.pool = pool;
    this.clock = clock;
    this.metrics = metrics;
    this.rounds = new PollRounds(settings.interval());
  }

  /**
   * Polls each shard of the turn once.
   *
   * @throws PollFailedException if no partition could be read
   */
  @Override
  public Duration turn() {
    var now = clock.instant();
    var owned = shards.now();
    var round = rounds.next(owned, now);
    var health = new TurnHealth(now.plus(PollSettings.TURN_TIME));
    var polled = FanOut.map(pool.executor(), round, shard -> poll(shard, now, health));
    metrics.polled(Alarm.DUE, Duration.between(now, clock.instant()));
    ages.keySet().retainAll(owned);
    var unfinished = new ArrayList<Shard>();
    boolean skipped = false;
    for (int i = 0; i < round.size(); i++) {
      var shard = round.get(i);
      polled.get(i).age().ifPresent(age -> ages.put(shard, age));
      var progress = polled.get(i).progress();
      skipped |= progress == Progress.SKIPPED;
      if (progress == Progress.CUT || progress == Progress.SKIPPED) {
        unfinished.add(shard);
      }
    }
    metrics.oldestDue(ages);
    if (health.hopeless()) {
      rounds.startOver();
      throw new PollFailedException(round.size());
    }
    rounds.leave(unfinished);
    return rounds.untilNext(clock.instant(), skipped ? Duration.ZERO : SOON);
  }

  private Polled poll(Shard shard, Instant now, TurnHealth health) {
    if (health.over(clock.instant())) {
      return new Polled(Progress.SKIPPED, Optional.empty());
    }
    try {
      // Cut before and still no room: reading would show the same once more.
      if (rounds.wasUnfinished(shard) && isFull(shard, now)) {
        return new Polled(Progress.CUT, Optional.empty());
      }
      var polled = read(shard, now);
      health.succeeded();
      return polled;
    } catch (RuntimeException e) {
      health.failed();
      metrics.pollFailed(Alarm.DUE);
      log.warn("partition={} could not be polled: {}", shard.due(), e.toString());
      return new Polled(Progress.FAILED, Optional.empty());
    }
  }

  private boolean isFull(Shard shard, Instant now) {
    return lookAhead.heldFor(shard.queue()) >= room.left(shard.queue(), now);
  }

  private Polled read(Shard shard, Instant now) {
    var until = now.plus(settings.lookAhead()).truncatedTo(ChronoUnit.MILLIS);
    var age = Duration.ZERO;
    boolean first = true;
    Optional<PageMark> after = Optional.empty();
    do {
      var page = index.read(shard.due(), until, pageSize(shard, now), after);
      if (first && !page.entries().isEmpty()) {
        var oldest = Duration.between(page.entries().get(0).triggerAt(), now);
        age = oldest.isNegative() ? Duration.ZERO : oldest;
        first = false;
      }
      if (!takeAll(shard, page.entries(), now)) {
        return new Polled(Progress.CUT, Optional.of(age));
      }
      after = page.next();
    } while (after.isPresent());
    return new Polled(Progress.DONE, Optional.of(age));
  }

  /**
   * Of a list that was cut, no more than can be used: what is held already stands first in it, and
   * behind that as much is taken as the queue has room for. A whole page for a few free places
   * would cost a hundred times what it brings.
   */
  private int pageSize(Shard shard, Instant now) {
    if (!rounds.wasUnfinished(shard)) {
      return settings.pageSize();
    }
    int useful = Math.max(room.left(shard.queue(), now), lookAhead.heldFor(shard.queue())) + 1;
    return Math.min(settings.pageSize(), useful);
  }

  private boolean takeAll(Shard shard, List<TriggerEntry> entries, Instant now) {
    if (entries.isEmpty()) {
      return true;
    }
    var queue = shard.queue();
    int heldMax = room.left(queue, now);
    for (var entry : entries) {
      var release = new PendingRelease(entry.taskId(), entry.epoch(), entry.triggerAt(), queue);
      if (lookAhead.offer(release, heldMax) == LookAhead.Offer.NO_ROOM) {
        return false;
      }
    }
    return true;
  }
}
