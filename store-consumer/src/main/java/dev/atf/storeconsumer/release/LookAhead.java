package dev.atf.storeconsumer.release;

import com.google.common.collect.Comparators;
import com.google.common.collect.Maps;
import dev.atf.model.TaskRef;
import dev.atf.model.fairness.KeyGroup;
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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.ToIntBiFunction;
import java.util.function.ToIntFunction;

/**
 * Tasks that are due before the next poll, in memory, so that each is released at its due
 * millisecond. If the process dies nothing is lost, because these tasks are not marked yet and are
 * read again.
 *
 * <p>An entry counts as held until {@link #forget}, also while it is being released, so that a poll
 * does not add it again. Thread-safe.
 */
@Singleton
public final class LookAhead {
  /** Result of an offer. */
  public enum Offer {
    TAKEN,
    KNOWN,
    NO_ROOM
  }

  /**
   * @param entriesMax maximum number of entries; beyond it the queue that has most for its weight
   *     gives way
   */
  public record Settings(int entriesMax) {}

  private final int entriesMax;
  private final Map<QueueName, QueueEntries> waiting = new LinkedHashMap<>();
  private final Map<QueueName, Integer> held = new HashMap<>();
  private final Map<QueueName, Integer> weights = new HashMap<>();
  private final Map<TaskRef, PendingRelease> known = new HashMap<>();
  private int turns;

  /** Time at which the waiting thread looks by itself. */
  private Instant nextLookAt = Instant.MAX;

  private Runnable whenEarlier = () -> {};

  @Inject
  public LookAhead(Settings settings) {
    this.entriesMax = settings.entriesMax();
  }

  /**
   * Sets the action for a new entry that is due before the next look: it wakes the waiting thread.
   */
  public synchronized void whenEarlier(Runnable action) {
    whenEarlier = action;
  }

  /**
   * Takes an entry unless it is held already or there is no capacity.
   *
   * @param heldMax maximum number of entries of its queue
   * @param weight of the entry's queue, 1 or more: its part of all entries that are held and handed
   *     out
   */
  public synchronized Offer offer(PendingRelease entry, int heldMax, int weight) {
    var before = known.get(entry.ref());
    if (before != null) {
      moveForward(before, entry);
      return Offer.KNOWN;
    }
    if (heldFor(entry.queue()) >= heldMax && !giveWayInQueue(entry)) {
      return Offer.NO_ROOM;
    }
    weights.put(entry.queue(), weight);
    if (known.size() >= entriesMax && !giveWay(entry)) {
      return Offer.NO_ROOM;
    }
    held.merge(entry.queue(), 1, Integer::sum);
    hold(entry);
    return Offer.TAKEN;
  }

  /**
   * Returns whether an entry of the group would be taken although its queue is full: another group
   * has more for its weight, or this one has nothing.
   */
  synchronized boolean mayTake(QueueName queue, KeyGroup group, int weight) {
    return hasNone(queue, group) || latestOfFuller(queue, group, weight).isPresent();
  }

  /** Returns whether keys share the queue, and nothing of the group is held. */
  private boolean hasNone(QueueName queue, KeyGroup group) {
    var entries = waiting.get(queue);
    return entries == null
        ? !group.isNone()
        : (entries.isShared() || !group.isNone()) && !entries.has(group);
  }

  private Optional<PendingRelease> latestOfFuller(QueueName queue, KeyGroup group, int weight) {
    return Optional.ofNullable(waiting.get(queue))
        .flatMap(entries -> entries.latestOfFuller(group, weight));
  }

  /**
   * Makes capacity in a full queue for a group that has less for its weight than another. One entry
   * of each group is held in any case: what is held is released only as the queue has capacity.
   */
  private boolean giveWayInQueue(PendingRelease entry) {
    var fuller = latestOfFuller(entry.queue(), entry.group(), entry.groupWeight());
    boolean takes = fuller.isPresent() || hasNone(entry.queue(), entry.group());
    fuller.ifPresent(this::drop);
    return takes;
  }

  /** Returns the queues that keys share, and the groups of each that have a due entry. */
  public synchronized Map<QueueName, List<KeyGroup>> sharedQueues(Instant now) {
    var shared = Maps.filterValues(waiting, QueueEntries::isShared);
    return Map.copyOf(Maps.transformValues(shared, entries -> entries.groupsDue(now)));
  }

  /** Moves a held entry to a later time that was just written. */
  synchronized void moveBack(PendingRelease entry) {
    var before = known.get(entry.ref());
    var entries = waiting.get(entry.queue());
    if (before != null
        && entry.dueAt().isAfter(before.dueAt())
        && entries != null
        && entries.contains(before)) {
      remove(before);
      hold(entry);
    }
  }

  /**
   * Moves an entry to an earlier time that was set since it was read; a later one is found when it
   * is released.
   */
  private void moveForward(PendingRelease before, PendingRelease entry) {
    var entries = waiting.get(before.queue());
    if (entry.dueAt().isBefore(before.dueAt()) && entries != null && entries.contains(before)) {
      remove(before);
      hold(entry);
    }
  }

  private void hold(PendingRelease entry) {
    waiting.computeIfAbsent(entry.queue(), queue -> new QueueEntries()).add(entry);
    known.put(entry.ref(), entry);
    if (entry.dueAt().isBefore(nextLookAt)) {
      nextLookAt = entry.dueAt();
      whenEarlier.run();
    }
  }

  /** Hands out due entries with no limit for a group. */
  public List<PendingRelease> takeDue(Instant now, int max, ToIntFunction<QueueName> allowed) {
    return takeDue(now, max, allowed, (queue, group) -> Integer.MAX_VALUE);
  }

  /**
   * Hands out due entries: of the queues one after the other, of each as many as it weighs, so that
   * a queue with a backlog does not delay the others (F19); in a queue by the turns of its groups,
   * and of each group the earliest first.
   *
   * @param allowed how many of a queue may be handed out now
   * @param allowedOfGroup how many of a group of a queue may be
   */
  public synchronized List<PendingRelease> takeDue(
      Instant now,
      int max,
      ToIntFunction<QueueName> allowed,
      ToIntBiFunction<QueueName, KeyGroup> allowedOfGroup) {
    var taken = new ArrayList<PendingRelease>();
    var queues = new ArrayList<>(waiting.keySet());
    Collections.rotate(queues, -(turns++ % Math.max(1, queues.size())));
    var left = new HashMap<QueueName, Integer>();
    queues.forEach(queue -> left.put(queue, allowed.applyAsInt(queue)));
    var groups = new GroupAllowance(allowedOfGroup);
    int before = -1;
    while (taken.size() > before) {
      before = taken.size();
      for (var queue : queues) {
        int share = Math.min(weights.getOrDefault(queue, 1), max - taken.size());
        int count =
            takeDue(queue, now, Math.min(share, left.getOrDefault(queue, 0)), groups, taken);
        left.merge(queue, -count, Integer::sum);
      }
    }
    return taken;
  }

  private int takeDue(
      QueueName queue, Instant now, int max, GroupAllowance groups, List<PendingRelease> taken) {
    var entries = waiting.get(queue);
    int count = 0;
    while (count < max && entries != null) {
      var next = entries.takeNext(now, group -> groups.allows(queue, group));
      if (next.isEmpty()) {
        break;
      }
      groups.took(queue, next.get().group());
      taken.add(next.get());
      count++;
    }
    if (entries != null && entries.isEmpty()) {
      waiting.remove(queue);
    }
    return count;
  }

  /** Removes entries that have been handled. */
  public synchronized void forget(Collection<PendingRelease> entries) {
    entries.forEach(this::forget);
  }

  /**
   * Returns the time until an entry may be handed out: zero if it may, {@code atMost} if none
   * sooner.
   *
   * @param notBefore when the next entry of a queue may be handed out though it is due
   */
  public Duration untilNext(Instant now, Duration atMost, Function<QueueName, Instant> notBefore) {
    return untilNext(now, atMost, notBefore, (queue, group) -> now);
  }

  /**
   * Returns the time as {@link #untilNext(Instant, Duration, Function)} does.
   *
   * @param notBeforeOfGroup when the next entry of a group may be handed out though it is due
   */
  public synchronized Duration untilNext(
      Instant now,
      Duration atMost,
      Function<QueueName, Instant> notBefore,
      BiFunction<QueueName, KeyGroup, Instant> notBeforeOfGroup) {
    var next = now.plus(atMost);
    for (var queue : waiting.entrySet()) {
      var name = queue.getKey();
      var at =
          Comparators.max(
              queue.getValue().nextAt(group -> notBeforeOfGroup.apply(name, group)),
              notBefore.apply(name));
      next = at.isBefore(next) ? at : next;
    }
    nextLookAt = next;
    return next.isBefore(now) ? Duration.ZERO : Duration.between(now, next);
  }

  public synchronized int heldFor(QueueName queue) {
    return held.getOrDefault(queue, 0);
  }

  public synchronized int size() {
    return known.size();
  }

  /**
   * Makes capacity at the cost of the queue that has most for its weight: a backlog, however old,
   * leaves capacity for others. Within one queue the earlier go first.
   */
  private boolean giveWay(PendingRelease entry) {
    var queue = entry.queue();
    var fullest = waiting.keySet().stream().max(Comparator.comparingDouble(q -> load(q, 0)));
    if (fullest.isEmpty()) {
      return false;
    }
    boolean other = load(fullest.get(), 0) > load(queue, 1);
    var entries = waiting.get(other ? fullest.get() : queue);
    if (entries == null) {
      return false;
    }
    var yields = other ? Optional.of(entries.latest()) : entries.yieldTo(entry);
    yields.ifPresent(this::drop);
    return yields.isPresent();
  }

  private void drop(PendingRelease entry) {
    remove(entry);
    forget(entry);
  }

  private double load(QueueName queue, int more) {
    return (heldFor(queue) + more) / (double) weights.getOrDefault(queue, 1);
  }

  private void remove(PendingRelease entry) {
    waiting.computeIfPresent(
        entry.queue(),
        (queue, entries) -> {
          entries.remove(entry);
          return entries.isEmpty() ? null : entries;
        });
  }

  private void forget(PendingRelease entry) {
    if (known.remove(entry.ref()) != null) {
      held.merge(entry.queue(), -1, Integer::sum);
      if (heldFor(entry.queue()) == 0) {
        held.remove(entry.queue());
        weights.remove(entry.queue());
      }
    }
  }

  /** Number of entries of each group that may still be handed out in a turn. Not thread-safe. */
  private static final class GroupAllowance {
    private final ToIntBiFunction<QueueName, KeyGroup> allowed;
    private final Map<QueueName, Map<KeyGroup, Integer>> left = new HashMap<>();

    GroupAllowance(ToIntBiFunction<QueueName, KeyGroup> allowed) {
      this.allowed = allowed;
    }

    boolean allows(QueueName queue, KeyGroup group) {
      return left.computeIfAbsent(queue, name -> new HashMap<>())
              .computeIfAbsent(group, name -> allowed.applyAsInt(queue, name))
          > 0;
    }

    /** Counts one that was handed out, after {@link #allows} has said that it may be. */
    void took(QueueName queue, KeyGroup group) {
      left.computeIfAbsent(queue, name -> new HashMap<>()).merge(group, -1, Integer::sum);
    }
  }
}
