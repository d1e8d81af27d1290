package dev.atf.storeconsumer;

import dev.atf.model.Gates;
import dev.atf.queue.QueueName;
import dev.atf.store.PageMark;
import dev.atf.store.TriggerEntry;
import dev.atf.store.TriggerIndex;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Reads one list into memory: what may be released into the {@link LookAhead}, no more of each
 * queue than it has room for, and what stands behind a closed gate to the {@link GateStep}. A
 * backlog behind a gate that is more than that can take at once is read past, a few pages at a
 * time, so that it does not stand before the others of its list.
 *
 * <p>Lists may be read at the same time, each by one thread.
 */
@Singleton
final class DueIntake {
  /** Chosen: pages of one reading while tasks behind a gate are read past. */
  private static final int PAGES_PAST_MAX = 4;

  private final TriggerIndex index;
  private final LookAhead lookAhead;
  private final GateStep gateStep;
  private final QueueRoom room;
  private final DispatchRates rates;
  private final PollSettings settings;

  /** Lists with tasks that found no room before the gate, and where their reading goes on. */
  private final Map<DueList, Optional<PageMark>> readPast = new ConcurrentHashMap<>();

  /**
   * @param finished whether the list was read to its end, and all of it taken
   * @param empty whether nothing at all stood in it
   * @param age of the oldest due entry; empty when the list was not read from its beginning
   */
  record Taken(boolean finished, boolean empty, Optional<Duration> age) {}

  /** What became of a page. */
  private enum PageEnd {
    ALL_TAKEN,
    GATE_FULL,
    QUEUE_FULL
  }

  @Inject
  DueIntake(
      TriggerIndex index,
      LookAhead lookAhead,
      GateStep gateStep,
      QueueRoom room,
      DispatchRates rates,
      PollSettings settings) {
    this.index = index;
    this.lookAhead = lookAhead;
    this.gateStep = gateStep;
    this.room = room;
    this.rates = rates;
    this.settings = settings;
  }

  /** Forgets what it knows of lists that are not read any more. */
  void retain(Collection<DueList> lists) {
    readPast.keySet().retainAll(lists);
  }

  /** Whether reading a list that was not finished would show the same once more. */
  boolean isFull(DueList list, Instant now) {
    var queue = list.shard().queue();
    int held = lookAhead.heldFor(queue);
    return (rates.isStocked(queue, held) || held >= heldMax(queue, now))
        && (!readPast.containsKey(list) || !gateStep.hasRoom(queue));
  }

  /**
   * Takes what there is room for.
   *
   * @param wasCut whether the list had more than could be used when it was read before
   */
  Taken read(DueList list, Gates gates, boolean wasCut, Instant now) {
    var until = now.plus(settings.lookAhead()).truncatedTo(ChronoUnit.MILLIS);
    var after = readPast.getOrDefault(list, Optional.empty());
    boolean fromBeginning = after.isEmpty();
    boolean empty = fromBeginning;
    boolean leftOver = !fromBeginning;
    var age = fromBeginning ? Optional.of(Duration.ZERO) : Optional.<Duration>empty();
    int pageSize = wasCut && fromBeginning ? usefulPage(list, now) : settings.pageSize();
    int pages = 0;
    do {
      var page = index.read(list.partition(), until, pageSize, after);
      if (empty && !page.entries().isEmpty()) {
        age = Optional.of(age(page.entries().get(0), now));
        empty = false;
      }
      var end = takeAll(list, page.entries(), gates, now);
      if (end == PageEnd.QUEUE_FULL) {
        goOnAt(list, leftOver, after);
        return new Taken(false, false, age);
      }
      leftOver |= end == PageEnd.GATE_FULL;
      after = page.next();
      pages++;
    } while (after.isPresent() && !(leftOver && pages >= PAGES_PAST_MAX));
    goOnAt(list, leftOver, after);
    return new Taken(!leftOver && after.isEmpty(), empty, age);
  }

  /**
   * Of a list that was cut, no more than can be used: what is held already stands first in it, and
   * behind that as much is taken as the queue has room for. A whole page for a few free places
   * would cost a hundred times what it brings.
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

  private PageEnd takeAll(DueList list, List<TriggerEntry> entries, Gates gates, Instant now) {
    if (entries.isEmpty()) {
      return PageEnd.ALL_TAKEN;
    }
    var lambda = list.shard().lambda().name();
    var queue = list.shard().queue();
    int heldMax = heldMax(queue, now);
    int weight = list.shard().weight();
    var end = PageEnd.ALL_TAKEN;
    for (var entry : entries) {
      var pending = PendingRelease.of(entry, list.shard());
      if (!(GateDecision.of(gates, lambda, entry.collection(), now) instanceof GateDecision.Pass)) {
        end = gateStep.offer(pending) ? end : PageEnd.GATE_FULL;
      } else if (lookAhead.offer(pending, heldMax, weight) == LookAhead.Offer.NO_ROOM) {
        return PageEnd.QUEUE_FULL;
      }
    }
    return end;
  }

  private static Duration age(TriggerEntry oldest, Instant now) {
    var age = Duration.between(oldest.triggerAt(), now);
    return age.isNegative() ? Duration.ZERO : age;
  }
}
