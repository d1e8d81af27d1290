package dev.atf.storeconsumer;

import dev.atf.model.TaskRef;
import dev.atf.queue.QueueName;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The tasks that will be due before the next poll, in memory, so that each is released at its due
 * millisecond. Losing it loses nothing: what it holds is not marked yet and is read again.
 *
 * <p>An entry counts as held until {@link #forget}: also while it is being released, so that a poll
 * does not offer it once more. Thread-safe.
 */
@Singleton
final class LookAhead {
  private static final Comparator<PendingRelease> ORDER =
      Comparator.comparing(PendingRelease::dueAt).thenComparing(PendingRelease::taskId);

  /** What became of an offer. */
  enum Offer {
    TAKEN,
    KNOWN,
    NO_ROOM
  }

  /**
   * @param entriesMax held in all; beyond it the latest give way to earlier ones
   */
  record Settings(int entriesMax) {}

  private final int entriesMax;
  private final Map<QueueName, TreeSet<PendingRelease>> waiting = new LinkedHashMap<>();
  private final Map<QueueName, Integer> held = new HashMap<>();
  private final Set<TaskRef> known = new HashSet<>();
  private int turns;
  private Runnable whenEarlier = () -> {};

  @Inject
  LookAhead(Settings settings) {
    this.entriesMax = settings.entriesMax();
  }

  /** Names what to do when a new entry is due before all others: wake whoever waits for them. */
  synchronized void whenEarlier(Runnable action) {
    whenEarlier = action;
  }

  /**
   * Takes an entry unless it is held already or there is no room.
   *
   * @param heldMax of the entry's queue
   */
  synchronized Offer offer(PendingRelease entry, int heldMax) {
    if (known.contains(entry.ref())) {
      return Offer.KNOWN;
    }
    if (heldFor(entry.queue()) >= heldMax) {
      return Offer.NO_ROOM;
    }
    if (known.size() >= entriesMax && !giveWay(entry)) {
      return Offer.NO_ROOM;
    }
    boolean first = earliest().map(at -> entry.dueAt().isBefore(at)).orElse(true);
    waiting.computeIfAbsent(entry.queue(), queue -> new TreeSet<>(ORDER)).add(entry);
    known.add(entry.ref());
    held.merge(entry.queue(), 1, Integer::sum);
    if (first) {
      whenEarlier.run();
    }
    return Offer.TAKEN;
  }

  /**
   * Hands out what is due, the earliest of each queue first, and of the queues one after the other:
   * a queue with a backlog does not delay the others.
   */
  synchronized List<PendingRelease> takeDue(Instant now, int max) {
    var taken = new ArrayList<PendingRelease>();
    var queues = new ArrayList<>(waiting.keySet());
    Collections.rotate(queues, -(turns++ % Math.max(1, queues.size())));
    boolean more = true;
    while (more && taken.size() < max) {
      more = false;
      for (var queue : queues) {
        var entries = waiting.get(queue);
        if (entries != null && taken.size() < max && !entries.first().dueAt().isAfter(now)) {
          taken.add(entries.first());
          remove(entries.first());
          more = true;
        }
      }
    }
    return taken;
  }

  /** The entries have been dealt with. */
  synchronized void forget(Collection<PendingRelease> entries) {
    entries.forEach(this::unknow);
  }

  /** How long until the earliest entry is due: zero if it is, {@code atMost} if none is sooner. */
  synchronized Duration untilNext(Instant now, Duration atMost) {
    var wait = earliest().map(at -> Duration.between(now, at)).orElse(atMost);
    if (wait.isNegative()) {
      return Duration.ZERO;
    }
    return wait.compareTo(atMost) < 0 ? wait : atMost;
  }

  synchronized int heldFor(QueueName queue) {
    return held.getOrDefault(queue, 0);
  }

  synchronized int size() {
    return known.size();
  }

  private Optional<Instant> earliest() {
    return waiting.values().stream()
        .map(entries -> entries.first().dueAt())
        .min(Instant::compareTo);
  }

  private boolean giveWay(PendingRelease entry) {
    var latest = waiting.values().stream().map(TreeSet::last).max(ORDER);
    if (latest.isEmpty() || ORDER.compare(entry, latest.get()) >= 0) {
      return false;
    }
    remove(latest.get());
    unknow(latest.get());
    return true;
  }

  private void remove(PendingRelease entry) {
    waiting.computeIfPresent(
        entry.queue(),
        (queue, entries) -> {
          entries.remove(entry);
          return entries.isEmpty() ? null : entries;
        });
  }

  private void unknow(PendingRelease entry) {
    if (known.remove(entry.ref())) {
      held.computeIfPresent(entry.queue(), (queue, count) -> count == 1 ? null : count - 1);
    }
  }
}
