package dev.atf.storeconsumer.release;

import dev.atf.model.lambda.Gates;
import dev.atf.queue.QueueDepth;
import dev.atf.queue.QueueName;
import dev.atf.store.PageMark;
import dev.atf.store.TriggerEntry;
import dev.atf.store.TriggerIndex;
import dev.atf.store.TriggerPage;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BooleanSupplier;

/**
 * Reads one list into memory: tasks that may be released go to the {@link LookAhead}, no more of
 * each queue than it has capacity for. Tasks behind a closed gate go to the {@link GateStep}. If
 * there are more of them than it accepts at once, the reads continue past them, a few pages at a
 * time, so that they do not block the other tasks of their list.
 *
 * <p>Several lists may be read at the same time, each by one thread.
 */
@Singleton
public final class DueIntake {
  /** Chosen: pages of one reading while tasks behind a gate are read past. */
  private static final int PAGES_PAST_MAX = 4;

  private final TriggerIndex index;
  private final LookAhead lookAhead;
  private final GateStep gateStep;
  private final QueueCapacity room;
  private final DispatchRates rates;
  private final PollSettings settings;

  /** Lists with tasks that found no capacity before the gate, and where their reading continues. */
  private final Map<DueList, Optional<PageMark>> readPast = new ConcurrentHashMap<>();

  /** Lists in which tasks were left that found no capacity: what comes later waits behind them. */
  private final Set<DueList> backlogs = ConcurrentHashMap.newKeySet();

  /**
   * @param finished whether the list was read to its end, and all of it taken
   * @param empty whether nothing at all stood in it
   * @param fromBeginning whether it was read from its beginning, or behind what was left there
   * @param oldestLeft when the first task that found no capacity was due
   */
  record Taken(
      boolean finished, boolean empty, boolean fromBeginning, Optional<Instant> oldestLeft) {
    static final Taken NOTHING = new Taken(true, true, true, Optional.empty());
  }

  /**
   * @param firstLeft the first entry that found no capacity
   */
  private record TakenPage(PageEnd end, Optional<TriggerEntry> firstLeft) {}

  /** Result of reading a page. */
  private enum PageEnd {
    ALL_TAKEN,
    GATE_FULL,
    QUEUE_FULL
  }

  @Inject
  public DueIntake(
      TriggerIndex index,
      LookAhead lookAhead,
      GateStep gateStep,
      QueueCapacity room,
      DispatchRates rates,
      PollSettings settings) {
    this.index = index;
    this.lookAhead = lookAhead;
    this.gateStep = gateStep;
    this.room = room;
    this.rates = rates;
    this.settings = settings;
  }

  /** Forgets lists that are no longer read. */
  void retain(Collection<DueList> lists) {
    readPast.keySet().retainAll(lists);
    backlogs.retainAll(lists);
  }

  private static int weight(DueList list) {
    return list.shard().lambda().weight(list.group());
  }

  /** Returns the depths of the queues that were looked at lately. */
  Map<QueueName, QueueDepth> depths(Instant now) {
    return room.depths(now);
  }

  /** Returns whether reading a list that was not finished would show the same once more. */
  boolean isFull(DueList list, Instant now) {
    var queue = list.shard().queue();
    int held = lookAhead.heldFor(queue);
    return (rates.isStocked(queue, held) || held >= heldMax(queue, now))
        && !lookAhead.mayTake(queue, list.group(), weight(list))
        && (!readPast.containsKey(list) || !gateStep.hasRoom(queue));
  }

  /**
   * Returns when the first task of a list is due, if that is until then.
   *
   * @param until whole milliseconds
   */
  Optional<Instant> first(DueList list, Instant until) {
    return index.read(list.partition(), until, 1, Optional.empty()).entries().stream()
        .findFirst()
        .map(TriggerEntry::triggerAt);
  }

  /**
   * Takes one task of a list as it was just written, unless it is due after the next poll or others
   * of the list wait for capacity before it.
   */
  void take(DueList list, TriggerEntry entry, Gates gates, Instant now) {
    if (!entry.triggerAt().isAfter(now.plus(settings.lookAhead())) && !backlogs.contains(list)) {
      lookAhead.moveBack(PendingRelease.of(entry, list.shard(), list.group(), weight(list)));
      var unused = takeAll(list, List.of(entry), gates, now);
    }
  }

  /**
   * Takes the tasks that there is capacity for, until the list ends or the time is over.
   *
   * @param wasCut whether the list had more than could be used when it was read before
   * @param timeOver asked between two pages
   */
  Taken read(DueList list, Gates gates, boolean wasCut, Instant now, BooleanSupplier timeOver) {
    var until = now.plus(settings.lookAhead()).truncatedTo(ChronoUnit.MILLIS);
    // A clock that was set back may have left a mark behind what is read now.
    var after =
        readPast
            .getOrDefault(list, Optional.empty())
            .filter(mark -> !mark.triggerAt().isAfter(until));
    boolean fromBeginning = after.isEmpty();
    boolean empty = fromBeginning;
    boolean leftOver = !fromBeginning;
    var oldestLeft = Optional.<Instant>empty();
    int pageSize = wasCut && fromBeginning ? usefulPage(list, now) : settings.pageSize();
    int pages = 0;
    do {
      var page = readPage(list, until, pageSize, after);
      empty &= page.entries().isEmpty();
      var taken = takeAll(list, page.entries(), gates, now);
      oldestLeft = oldestLeft.or(() -> taken.firstLeft().map(TriggerEntry::triggerAt));
      if (taken.end() == PageEnd.QUEUE_FULL) {
        backlogs.add(list);
        goOnAt(list, leftOver, after);
        return new Taken(false, false, fromBeginning, oldestLeft);
      }
      leftOver |= taken.end() == PageEnd.GATE_FULL;
      after = page.next();
      // There was more capacity than was thought: a long list is not read two by two.
      pageSize = Math.min(settings.pageSize(), pageSize * 2);
      pages++;
    } while (after.isPresent()
        && !(leftOver && pages >= PAGES_PAST_MAX)
        && !timeOver.getAsBoolean());
    goOnAt(list, leftOver, after);
    if (after.isEmpty()) {
      backlogs.remove(list);
    }
    return new Taken(!leftOver && after.isEmpty(), empty, fromBeginning, oldestLeft);
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
   * Returns the useful size of a page. Of a list that was cut, no more is read than can be used:
   * held tasks stand first in it, and behind them as much is taken as the queue has capacity for. A
   * whole page for little capacity would cost a hundred times what it brings.
   */
  private int usefulPage(DueList list, Instant now) {
    var queue = list.shard().queue();
    int useful = Math.max(heldMax(queue, now), lookAhead.heldFor(queue)) + 1;
    return Math.min(settings.pageSize(), useful);
  }

  private int heldMax(QueueName queue, Instant now) {
    return Math.min(room.left(queue, now), rates.heldMax(queue));
  }

  private void goOnAt(DueList list, boolean leftOver, Optional<PageMark> mark) {
    if (leftOver) {
      readPast.put(list, mark);
    } else {
      readPast.remove(list);
    }
  }

  private TakenPage takeAll(DueList list, List<TriggerEntry> entries, Gates gates, Instant now) {
    if (entries.isEmpty()) {
      return new TakenPage(PageEnd.ALL_TAKEN, Optional.empty());
    }
    var lambda = list.shard().lambda().name();
    var queue = list.shard().queue();
    int heldMax = heldMax(queue, now);
    int weight = list.shard().weight();
    int groupWeight = weight(list);
    var firstLeft = Optional.<TriggerEntry>empty();
    for (var entry : entries) {
      var pending = PendingRelease.of(entry, list.shard(), list.group(), groupWeight);
      var first = firstLeft.isPresent() ? firstLeft : Optional.of(entry);
      if (!(GateDecision.of(gates, lambda, entry.collection(), now) instanceof GateDecision.Pass)) {
        firstLeft = gateStep.offer(pending) ? firstLeft : first;
      } else if (lookAhead.offer(pending, heldMax, weight) == LookAhead.Offer.NO_ROOM) {
        return new TakenPage(PageEnd.QUEUE_FULL, first);
      }
    }
    return new TakenPage(firstLeft.isPresent() ? PageEnd.GATE_FULL : PageEnd.ALL_TAKEN, firstLeft);
  }
}
