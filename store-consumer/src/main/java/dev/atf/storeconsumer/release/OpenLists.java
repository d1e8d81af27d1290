package dev.atf.storeconsumer.release;

import dev.atf.model.CollectionName;
import dev.atf.model.lambda.GateState;
import dev.atf.model.lambda.Gates;
import dev.atf.storeconsumer.lambda.Shard;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Selects the lists that are worth reading now: none behind the closed gate of a lambda, no held
 * one behind the closed gate of its collection, and an open one that was found empty only now and
 * then. Not thread-safe.
 */
public final class OpenLists {
  /**
   * Chosen: a task that a host with an older view of the gates still puts into an open list waits
   * so long at most, and a gate that was once set costs two reads a minute.
   */
  public static final Duration EMPTY_REST = Duration.ofSeconds(30);

  private final Map<DueList, Instant> foundEmptyAt = new HashMap<>();
  private Gates seen = Gates.NONE;

  /** Returns whether a gate was set since the last look: then all held lists are worth a look. */
  public boolean changed(Gates gates) {
    if (gates.equals(seen)) {
      return false;
    }
    seen = gates;
    foundEmptyAt.clear();
    return true;
  }

  public List<DueList> of(List<Shard> owned, Gates gates, Instant now) {
    var lists = new ArrayList<DueList>();
    var resting = new HashSet<DueList>();
    for (var shard : owned) {
      if (isPaused(gates, shard, null, now)) {
        continue;
      }
      lists.add(new DueList(shard, null));
      for (var collection : gates.collections(shard.lambda().name())) {
        var list = new DueList(shard, collection);
        if (!isPaused(gates, shard, collection, now)) {
          (rests(list, now) ? resting : lists).add(list);
        }
      }
    }
    foundEmptyAt.keySet().retainAll(resting);
    return lists;
  }

  /** Returns the shards of the lists. */
  static Set<Shard> shards(List<DueList> lists) {
    return lists.stream().map(DueList::shard).collect(Collectors.toCollection(LinkedHashSet::new));
  }

  public void foundEmpty(DueList list, Instant now) {
    if (list.held() != null) {
      foundEmptyAt.put(list, now);
    }
  }

  private boolean rests(DueList list, Instant now) {
    var emptyAt = foundEmptyAt.get(list);
    if (emptyAt == null) {
      return false;
    }
    var since = Duration.between(emptyAt, now);
    // A clock that was set back lets nothing rest for ever.
    return !since.isNegative() && since.compareTo(EMPTY_REST) < 0;
  }

  private static boolean isPaused(
      Gates gates, Shard shard, @Nullable CollectionName collection, Instant now) {
    return gates.state(shard.lambda().name(), collection, now) == GateState.PAUSED;
  }
}
