package dev.atf.storeconsumer.release;

import com.google.common.collect.Comparators;
import dev.atf.hints.DueHint;
import dev.atf.model.Alarm;
import dev.atf.model.lambda.Gates;
import dev.atf.queue.QueueName;
import dev.atf.runtime.loop.Step;
import dev.atf.store.PageMark;
import dev.atf.store.TriggerEntry;
import dev.atf.store.TriggerIndex;
import dev.atf.store.TriggerPage;
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
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads due tasks from the lists of the owned shards into memory.
 *
 * <p>A round reads every list once per poll interval, and further ahead than the interval, so that
 * each task is in memory before it is due. Tasks that may be released are passed to the {@link
 * LookAhead}, as long as their queue has capacity. The other tasks stay in the store. Their list
 * counts as cut, and is read again between two rounds when its queue has capacity. Tasks behind a
 * closed gate are passed to the {@link GateStep}. If it cannot accept all of them, the reads
 * continue past them, a few pages at a time, so that they do not block the other tasks of their
 * list.
 *
 * <p>A new task that is due before the next round arrives as a hint ({@link #hinted}). If the hint
 * is lost, the next round reads the task.
 *
 * <p>If the process dies here, nothing is lost, because the tasks in memory were not changed. The
 * next owner of their shards reads them again.
 */
@Singleton
public final class DuePoll implements Step {
  private static final Logger log = LoggerFactory.getLogger(DuePoll.class);

  /** Maximum number of pages of a list in one turn while tasks behind a gate are skipped. */
  private static final int PAGES_PAST_MAX = 4;

  private final OwnedShards shards;
  private final LambdaDirectory directory;
  private final DueLists lists;
  private final TriggerIndex index;
  private final LookAhead lookAhead;
  private final GateStep gateStep;
  private final QueueCapacity capacity;
  private final DispatchRates rates;
  private final PollSettings settings;
  private final WorkPools pools;
  private final InstantSource clock;
  private final ConsumerMetrics metrics;
  private final PollRounds<DueList> rounds;
  private final ListPacing<DueList> pacing;

  /** Due time of the first task left in each list that was read; empty if nothing was left. */
  private final Map<DueList, Optional<Instant>> oldestLeft = new HashMap<>();

  /**
   * Lists with tasks that the gate step did not accept, and the positions at which their reading
   * continues.
   */
  private final Map<DueList, Optional<PageMark>> readPast = new ConcurrentHashMap<>();

  /**
   * Lists with tasks for which their queue had no capacity. Later tasks wait behind these tasks.
   */
  private final Set<DueList> backlogs = ConcurrentHashMap.newKeySet();

  private enum Progress {
    /** The list was read to its end, and all of its tasks were taken. */
    DONE,
    /** The list has more tasks than could be taken. */
    CUT,
    /** The turn ended before the list was read. */
    SKIPPED,
    FAILED
  }

  /**
   * Result of one list in a turn.
   *
   * @param wasRead false if the list was skipped, could not be read, or was not read because there
   *     is no capacity for its tasks
   * @param empty whether the list has no task that is due soon
   * @param fromStart whether it was read from its start, and not from the position after skipped
   *     tasks
   * @param oldestLeft due time of the first task that was not taken
   */
  private record ListRead(
      Progress progress,
      boolean wasRead,
      boolean empty,
      boolean fromStart,
      Optional<Instant> oldestLeft) {
    static final ListRead EMPTY = new ListRead(Progress.DONE, true, true, true, Optional.empty());

    static ListRead unread(Progress progress) {
      return new ListRead(progress, false, false, false, Optional.empty());
    }
  }

  /**
   * Result of taking tasks from a list.
   *
   * @param queueFull whether the rest was left because its queue has no capacity
   * @param oldestLeft due time of the first task that was not taken
   */
  private record Taken(boolean queueFull, Optional<Instant> oldestLeft) {}

  @Inject
  public DuePoll(
      OwnedShards shards,
      LambdaDirectory directory,
      DueLists lists,
      TriggerIndex index,
      LookAhead lookAhead,
      GateStep gateStep,
      QueueCapacity capacity,
      DispatchRates rates,
      PollSettings settings,
      WorkPools pools,
      InstantSource clock,
      ConsumerMetrics metrics) {
    this.shards = shards;
    this.directory = directory;
    this.lists = lists;
    this.index = index;
    this.lookAhead = lookAhead;
    this.gateStep = gateStep;
    this.capacity = capacity;
    this.rates = rates;
    this.settings = settings;
    this.pools = pools;
    this.clock = clock;
    this.metrics = metrics;
    this.rounds = new PollRounds<>(settings.interval());
    this.pacing =
        new ListPacing<>(directory.awake(), settings, list -> list.shard().lambda().name());
  }

  /**
   * Reads each list of the turn once.
   *
   * @throws PollFailedException if no list could be read
   */
  @Override
  public Duration turn() {
    var timing = metrics.beginPoll();
    var now = clock.instant();
    var gates = directory.gates();
    if (lists.gatesChanged(gates, now)) {
      rounds.startOver();
      pacing.clear();
    }
    if (rounds.isDue(now)) {
      directory.awake().refresh(now);
    }
    var open = lists.select(shards.now(), gates, now, pools.poll());
    var round = rounds.next(pacing.select(open, now), now);
    var health = new TurnHealth(now.plus(settings.turnTime()));
    var results = new HashMap<DueList, ListRead>();
    for (var step : steps(round)) {
      var read = pools.poll().map(step, list -> poll(list, gates, now, health));
      for (int i = 0; i < step.size(); i++) {
        results.put(step.get(i), read.get(i));
      }
    }
    metrics.polled(Alarm.DUE, timing);
    forgetOthersThan(new HashSet<>(open));
    var cut = new ArrayList<DueList>();
    var skipped = new ArrayList<DueList>();
    for (var list : round) {
      var result = Objects.requireNonNull(results.get(list));
      note(list, result, now);
      switch (result.progress()) {
        case CUT -> cut.add(list);
        case SKIPPED -> skipped.add(list);
        case DONE, FAILED -> {}
      }
    }
    metrics.oldestDue(oldestOfShards(now), now);
    var depths = capacity.depths(now);
    metrics.queueDepths(depths, QueueCapacity.nearInFlightMax(depths));
    if (health.hopeless()) {
      rounds.startOver();
      throw new PollFailedException(round.size());
    }
    rounds.leave(cut, skipped);
    var then = clock.instant();
    var untilNext = rounds.untilNext(then, skipped.isEmpty() ? settings.cutPause() : Duration.ZERO);
    return lists.untilGateEnds(then, untilNext);
  }

  /**
   * Returns groups of lists, in the order of their reading. The lists of a group are read at the
   * same time.
   */
  private static Collection<List<DueList>> steps(List<DueList> round) {
    return round.stream()
        .collect(
            Collectors.groupingBy(
                list -> list.shard().step(), TreeMap::new, Collectors.toUnmodifiableList()))
        .values();
  }

  private void forgetOthersThan(Set<DueList> open) {
    oldestLeft.keySet().retainAll(open);
    readPast.keySet().retainAll(open);
    backlogs.retainAll(open);
  }

  private void note(DueList list, ListRead result, Instant now) {
    if (result.wasRead()) {
      if (result.fromStart()) {
        oldestLeft.put(list, result.oldestLeft());
      }
      lists.noteRead(list, result.empty(), now);
    }
  }

  /** Returns the time since which the first task left in the store has been due, by shard. */
  private Map<Shard, Instant> oldestOfShards(Instant now) {
    var oldest = new HashMap<Shard, Instant>();
    oldestLeft.forEach(
        (list, left) -> oldest.merge(list.shard(), left.orElse(now), Comparators::min));
    return oldest;
  }

  /** Reads one list, on a thread of the pool. */
  private ListRead poll(DueList list, Gates gates, Instant now, TurnHealth health) {
    if (health.over(clock.instant())) {
      return ListRead.unread(Progress.SKIPPED);
    }
    try {
      // The list was cut before and there is still no capacity, so another read would show the
      // same.
      boolean wasCut = rounds.wasUnfinished(list);
      if (wasCut && isFull(list, now)) {
        return ListRead.unread(Progress.CUT);
      }
      if (list.group().isNone() && pacing.isIdle(list, now, until -> firstDue(list, until))) {
        health.succeeded();
        return ListRead.EMPTY;
      }
      var result = read(list, gates, wasCut, now, health);
      health.succeeded();
      pacing.noteRead(list, result.empty(), now);
      return result;
    } catch (RuntimeException e) {
      health.failed();
      metrics.pollFailed(Alarm.DUE);
      log.warn("partition={} could not be polled: {}", list.partition(), e.toString());
      return ListRead.unread(Progress.FAILED);
    }
  }

  /**
   * Returns whether another read of a cut list would have the same result, because none of its
   * tasks could be taken.
   */
  private boolean isFull(DueList list, Instant now) {
    var queue = list.shard().queue();
    int held = lookAhead.heldFor(queue);
    return (rates.isStocked(queue, held) || held >= heldMax(queue, now))
        && !lookAhead.mayAdd(queue, list.group(), list.groupWeight())
        && (!readPast.containsKey(list) || !gateStep.hasRoom(queue));
  }

  /**
   * Returns the number of a queue's tasks in memory above which more would not be released sooner.
   */
  private int heldMax(QueueName queue, Instant now) {
    return Math.min(capacity.left(queue, now), rates.heldMax(queue));
  }

  private Optional<Instant> firstDue(DueList list, Instant until) {
    return index.read(list.partition(), until, 1, Optional.empty()).entries().stream()
        .findFirst()
        .map(TriggerEntry::triggerAt);
  }

  /**
   * Reads pages of a list and takes tasks as long as there is capacity, until the list or the turn
   * ends.
   *
   * @param wasCut whether the list had more tasks than could be taken when it was last read
   */
  private ListRead read(DueList list, Gates gates, boolean wasCut, Instant now, TurnHealth health) {
    var until = now.plus(settings.lookAhead()).truncatedTo(ChronoUnit.MILLIS);
    // If the clock was set back, the mark may be later than what is read now.
    var after =
        readPast
            .getOrDefault(list, Optional.empty())
            .filter(mark -> !mark.triggerAt().isAfter(until));
    boolean fromStart = after.isEmpty();
    boolean empty = fromStart;
    boolean leftOver = !fromStart;
    var oldest = Optional.<Instant>empty();
    int pageSize = wasCut && fromStart ? usefulPage(list, now) : settings.pageSize();
    int pages = 0;
    do {
      var page = readPage(list, until, pageSize, after);
      empty &= page.entries().isEmpty();
      var tasks = page.entries().stream().map(entry -> DueTask.of(entry, list)).toList();
      var taken = take(list, tasks, gates, now);
      oldest = oldest.or(taken::oldestLeft);
      if (taken.queueFull()) {
        backlogs.add(list);
        continueAt(list, leftOver, after);
        return new ListRead(Progress.CUT, true, false, fromStart, oldest);
      }
      leftOver |= taken.oldestLeft().isPresent();
      after = page.next();
      // There was more capacity than expected. The page grows, so that a long list is not read two
      // entries at a time.
      pageSize = Math.min(settings.pageSize(), pageSize * 2);
      pages++;
    } while (after.isPresent()
        && !(leftOver && pages >= PAGES_PAST_MAX)
        && !health.over(clock.instant()));
    continueAt(list, leftOver, after);
    if (after.isEmpty()) {
      backlogs.remove(list);
    }
    var progress = !leftOver && after.isEmpty() ? Progress.DONE : Progress.CUT;
    return new ListRead(progress, true, empty, fromStart, oldest);
  }

  private TriggerPage readPage(
      DueList list, Instant until, int pageSize, Optional<PageMark> after) {
    try {
      return index.read(list.partition(), until, pageSize, after);
    } catch (RuntimeException e) {
      // The mark may be the cause of the store's refusal.
      readPast.remove(list);
      throw e;
    }
  }

  /**
   * Returns the useful size of a page. From a cut list, only useful entries are read: the tasks
   * that are already in memory, which come first, and after them as many as the queue has capacity
   * for. A full page would cost up to a hundred times as much.
   */
  private int usefulPage(DueList list, Instant now) {
    var queue = list.shard().queue();
    int useful = Math.max(heldMax(queue, now), lookAhead.heldFor(queue)) + 1;
    return Math.min(settings.pageSize(), useful);
  }

  private void continueAt(DueList list, boolean leftOver, Optional<PageMark> mark) {
    if (leftOver) {
      readPast.put(list, mark);
    } else {
      readPast.remove(list);
    }
  }

  /** Takes tasks of a list in their order, until its queue has no more capacity. */
  private Taken take(DueList list, List<DueTask> tasks, Gates gates, Instant now) {
    if (tasks.isEmpty()) {
      return new Taken(false, Optional.empty());
    }
    var lambda = list.shard().lambda().name();
    int heldMax = heldMax(list.shard().queue(), now);
    int weight = list.shard().weight();
    var oldestLeft = Optional.<Instant>empty();
    for (var task : tasks) {
      if (GateDecision.passes(gates, lambda, task.collection(), now)) {
        if (lookAhead.offer(task, heldMax, weight) == LookAhead.Offer.FULL) {
          return new Taken(true, oldestLeft.or(() -> Optional.of(task.dueAt())));
        }
      } else if (!gateStep.offer(task)) {
        oldestLeft = oldestLeft.or(() -> Optional.of(task.dueAt()));
      }
    }
    return new Taken(false, oldestLeft);
  }

  /**
   * Accepts a task that was just written, without reading it. It is released at its time. A task
   * that does not fit, is due after the next poll, or waits behind others of its list is ignored,
   * and the poll reads it. Any thread may call this method.
   *
   * @return whether this consumer owns the task's list
   */
  public boolean hinted(DueHint hint) {
    var shard =
        directory
            .find(hint.lambda())
            .filter(lambda -> lambda.priorities().contains(hint.priority()))
            .filter(lambda -> hint.shard() >= 0 && hint.shard() < lambda.shards())
            .map(lambda -> new Shard(lambda, hint.priority(), hint.shard()))
            .filter(shards::owns);
    if (shard.isEmpty()) {
      return false;
    }
    var list = new DueList(shard.get(), null, hint.group());
    var now = clock.instant();
    if (!hint.dueAt().isAfter(now.plus(settings.lookAhead())) && !backlogs.contains(list)) {
      var task = DueTask.listed(hint.taskId(), hint.epoch(), hint.dueAt(), hint.collection(), list);
      // The task may already be in memory, with an earlier time.
      lookAhead.moveBack(task);
      var unused = take(list, List.of(task), directory.gates(), now);
    }
    return true;
  }
}
