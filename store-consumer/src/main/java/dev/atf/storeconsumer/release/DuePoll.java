package dev.atf.storeconsumer.release;

import com.google.common.collect.Comparators;
import dev.atf.model.Alarm;
import dev.atf.model.lambda.Gates;
import dev.atf.runtime.loop.Step;
import dev.atf.storeconsumer.lambda.LambdaDirectory;
import dev.atf.storeconsumer.lambda.Shard;
import dev.atf.storeconsumer.member.OwnedShards;
import dev.atf.storeconsumer.metrics.ConsumerMetrics;
import dev.atf.storeconsumer.pool.WorkPools;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads the lists of the owned shards, unless their gates are closed, for tasks that are due before
 * the next poll. Tasks beyond the capacity of their queue stay in the store, and are not read
 * repeatedly.
 */
@Singleton
public final class DuePoll implements Step {
  private static final Logger log = LoggerFactory.getLogger(DuePoll.class);

  private final OwnedShards shards;
  private final LambdaDirectory directory;
  private final GroupLists groups;
  private final DueIntake intake;
  private final PollSettings settings;
  private final WorkPools pools;
  private final InstantSource clock;
  private final ConsumerMetrics metrics;
  private final PollRounds<DueList> rounds;
  private final OpenLists openLists = new OpenLists();
  private final ListPacing<DueList> pacing;

  /**
   * Due time of the first task left in each list that was read; empty when nothing was left in it.
   */
  private final Map<DueList, Optional<Instant>> oldestLeft = new HashMap<>();

  private enum Progress {
    DONE,
    CUT,
    SKIPPED,
    FAILED
  }

  /**
   * @param taken empty when the list was not read
   */
  private record Polled(Progress progress, Optional<DueIntake.Taken> taken) {}

  @Inject
  public DuePoll(
      OwnedShards shards,
      LambdaDirectory directory,
      GroupLists groups,
      DueIntake intake,
      PollSettings settings,
      WorkPools pools,
      InstantSource clock,
      ConsumerMetrics metrics) {
    this.shards = shards;
    this.directory = directory;
    this.groups = groups;
    this.intake = intake;
    this.settings = settings;
    this.pools = pools;
    this.clock = clock;
    this.metrics = metrics;
    this.rounds = new PollRounds<>(settings.interval());
    this.pacing =
        new ListPacing<>(directory.awake(), settings, list -> list.shard().lambda().name());
  }

  /**
   * Polls each list of the turn once.
   *
   * @throws PollFailedException if no list could be read
   */
  @Override
  public Duration turn() {
    var timing = metrics.beginPoll();
    var now = clock.instant();
    var gates = directory.gates();
    if (openLists.changed(gates)) {
      rounds.startOver();
      pacing.clear();
    }
    if (rounds.isDue(now)) {
      directory.awake().refresh(now);
    }
    var lists = openLists.of(shards.now(), gates, now);
    lists.addAll(groups.of(OpenLists.shards(lists), now, pools.poll()));
    var round = rounds.next(pacing.select(lists, now), now);
    var health = new TurnHealth(now.plus(settings.turnTime()));
    var polled = new HashMap<DueList, Polled>();
    for (var step : steps(round)) {
      var read = pools.poll().map(step, list -> poll(list, gates, now, health));
      for (int i = 0; i < step.size(); i++) {
        polled.put(step.get(i), read.get(i));
      }
    }
    metrics.polled(Alarm.DUE, timing);
    var stillOpen = new HashSet<>(lists);
    oldestLeft.keySet().retainAll(stillOpen);
    intake.retain(stillOpen);
    var cut = new ArrayList<DueList>();
    var skipped = new ArrayList<DueList>();
    for (var list : round) {
      var read = Objects.requireNonNull(polled.get(list));
      read.taken().ifPresent(taken -> note(list, taken, now));
      switch (read.progress()) {
        case CUT -> cut.add(list);
        case SKIPPED -> skipped.add(list);
        case DONE, FAILED -> {}
      }
    }
    metrics.oldestDue(oldestOfShards(now), now);
    var depths = intake.depths(now);
    metrics.queueDepths(depths, QueueCapacity.nearInFlightMax(depths));
    if (health.hopeless()) {
      rounds.startOver();
      throw new PollFailedException(round.size());
    }
    rounds.leave(cut, skipped);
    return rounds.untilNext(
        clock.instant(), skipped.isEmpty() ? settings.cutPause() : Duration.ZERO);
  }

  /** Returns the lists that may be read at the same time, those to be read first first. */
  private static Collection<List<DueList>> steps(List<DueList> round) {
    return round.stream()
        .collect(
            Collectors.groupingBy(
                list -> list.shard().step(), TreeMap::new, Collectors.toUnmodifiableList()))
        .values();
  }

  /** Returns the time since which the first task left in the store has been due, by shard. */
  private Map<Shard, Instant> oldestOfShards(Instant now) {
    var oldest = new HashMap<Shard, Instant>();
    oldestLeft.forEach(
        (list, left) -> oldest.merge(list.shard(), left.orElse(now), Comparators::min));
    return oldest;
  }

  private void note(DueList list, DueIntake.Taken taken, Instant now) {
    if (taken.fromBeginning()) {
      oldestLeft.put(list, taken.oldestLeft());
    }
    if (taken.empty()) {
      openLists.foundEmpty(list, now);
    } else {
      groups.hadTask(list, now);
    }
  }

  /** Looks whether a list that is not read in every round has nothing soon. */
  private boolean isIdle(DueList list, Instant now) {
    if (!list.group().isNone() || !pacing.isToBeLookedAt(list, now)) {
      return false;
    }
    var first = intake.first(list, pacing.lookUntil(now));
    pacing.lookedAt(list, first, now);
    return first.isEmpty();
  }

  private Polled poll(DueList list, Gates gates, Instant now, TurnHealth health) {
    if (health.over(clock.instant())) {
      return new Polled(Progress.SKIPPED, Optional.empty());
    }
    try {
      // Cut before and still no capacity: reading would show the same once more.
      boolean wasCut = rounds.wasUnfinished(list);
      if (wasCut && intake.isFull(list, now)) {
        return new Polled(Progress.CUT, Optional.empty());
      }
      if (isIdle(list, now)) {
        health.succeeded();
        return new Polled(Progress.DONE, Optional.of(DueIntake.Taken.NOTHING));
      }
      var taken = intake.read(list, gates, wasCut, now, () -> health.over(clock.instant()));
      health.succeeded();
      pacing.read(list, taken.empty(), now);
      return new Polled(taken.finished() ? Progress.DONE : Progress.CUT, Optional.of(taken));
    } catch (RuntimeException e) {
      health.failed();
      metrics.pollFailed(Alarm.DUE);
      log.warn("partition={} could not be polled: {}", list.partition(), e.toString());
      return new Polled(Progress.FAILED, Optional.empty());
    }
  }
}
