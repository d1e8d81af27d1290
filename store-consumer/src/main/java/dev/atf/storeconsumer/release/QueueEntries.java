package dev.atf.storeconsumer.release;

import dev.atf.model.fairness.FairTurns;
import dev.atf.model.fairness.KeyGroup;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Waiting entries of one queue: groups of fairness keys in weighted turns, and of each group the
 * earliest first. Not thread-safe.
 */
final class QueueEntries {
  private static final Comparator<PendingRelease> ORDER =
      Comparator.comparing(PendingRelease::dueAt).thenComparing(PendingRelease::taskId);

  private final Map<KeyGroup, Waiting> groups = new HashMap<>();
  private final FairTurns turns = new FairTurns();

  private record Waiting(NavigableSet<PendingRelease> entries, int weight) {
    double load(int more) {
      return (entries.size() + more) / (double) weight;
    }
  }

  void add(PendingRelease entry) {
    groups
        .computeIfAbsent(
            entry.group(), group -> new Waiting(new TreeSet<>(ORDER), entry.groupWeight()))
        .entries()
        .add(entry);
    turns.enter(entry.group());
  }

  void remove(PendingRelease entry) {
    var waiting = groups.get(entry.group());
    if (waiting != null && waiting.entries().remove(entry) && waiting.entries().isEmpty()) {
      groups.remove(entry.group());
      turns.leave(entry.group());
    }
  }

  boolean contains(PendingRelease entry) {
    var waiting = groups.get(entry.group());
    return waiting != null && waiting.entries().contains(entry);
  }

  boolean isEmpty() {
    return groups.isEmpty();
  }

  /** Returns whether any entry has a fairness key. */
  boolean isShared() {
    return groups.size() > 1 || !groups.containsKey(KeyGroup.NONE);
  }

  /** Returns the groups that have a due entry. */
  List<KeyGroup> groupsDue(Instant now) {
    return groups.entrySet().stream()
        .filter(group -> !group.getValue().entries().first().dueAt().isAfter(now))
        .map(Map.Entry::getKey)
        .toList();
  }

  boolean has(KeyGroup group) {
    return groups.containsKey(group);
  }

  /** Removes the next due entry, and counts the turn of its group. */
  Optional<PendingRelease> takeNext(Instant now, Predicate<KeyGroup> allowed) {
    var group =
        turns.next(
            one -> !waiting(one).entries().first().dueAt().isAfter(now) && allowed.test(one));
    if (group == null) {
      return Optional.empty();
    }
    var waiting = waiting(group);
    var entry = waiting.entries().first();
    turns.serve(group, waiting.weight());
    remove(entry);
    return Optional.of(entry);
  }

  /**
   * Returns from when on an entry may be handed out.
   *
   * @param notBefore from when on one of a group may be
   */
  Instant nextAt(Function<KeyGroup, Instant> notBefore) {
    var next = Instant.MAX;
    for (var group : groups.entrySet()) {
      var dueAt = group.getValue().entries().first().dueAt();
      var from = notBefore.apply(group.getKey());
      var at = dueAt.isBefore(from) ? from : dueAt;
      next = at.isBefore(next) ? at : next;
    }
    return next;
  }

  /** Returns the latest entry of the group that has most for its weight; there is one. */
  PendingRelease latest() {
    return fullest().entries().last();
  }

  /**
   * Returns the entry that gives way to another one of the queue: of a group that has more for its
   * weight than that one's would have, or else a later one of the same group.
   */
  Optional<PendingRelease> yieldTo(PendingRelease entry) {
    var fullest = fullestBeside(entry.group(), entry.groupWeight());
    if (fullest.isPresent()) {
      return fullest.map(waiting -> waiting.entries().last());
    }
    return Optional.ofNullable(groups.get(entry.group()))
        .map(own -> own.entries().last())
        .filter(last -> ORDER.compare(entry, last) < 0);
  }

  /** Returns the group that has more for its weight than the given one with one more would have. */
  private Optional<Waiting> fullestBeside(KeyGroup group, int weight) {
    var own = groups.get(group);
    double load = own == null ? 1.0 / weight : own.load(1);
    return groups.isEmpty()
        ? Optional.empty()
        : Optional.of(fullest()).filter(most -> most.load(0) > load);
  }

  /** Returns the latest entry of a group that has more for its weight than this one would have. */
  Optional<PendingRelease> latestOfFuller(KeyGroup group, int weight) {
    return fullestBeside(group, weight).map(waiting -> waiting.entries().last());
  }

  private Waiting fullest() {
    return groups.values().stream()
        .max(Comparator.comparingDouble(waiting -> waiting.load(0)))
        .orElseThrow();
  }

  private Waiting waiting(KeyGroup group) {
    return Objects.requireNonNull(groups.get(group));
  }
}
