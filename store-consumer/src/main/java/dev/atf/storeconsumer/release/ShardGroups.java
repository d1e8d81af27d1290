package dev.atf.storeconsumer.release;

import dev.atf.model.fairness.KeyGroup;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Groups of fairness keys of one shard, and when the list of each is read. Not thread-safe. */
final class ShardGroups {
  /** Chosen: looks of one round, so that a shard does not keep a thread for long. */
  private static final int LOOKS_MAX = 64;

  private SortedMap<KeyGroup, Long> versions = new TreeMap<>();
  private final SortedMap<KeyGroup, Window> windows = new TreeMap<>();
  private Instant sweptSince;
  private long swept;

  /** Time in which a list is read in every round; at its end the list is looked into. */
  record Window(Instant from, Instant until) {
    static final Window CLOSED = new Window(Instant.MAX, Instant.MIN);

    boolean isOpen(Instant now) {
      return !now.isBefore(from);
    }
  }

  ShardGroups(Instant now) {
    sweptSince = now;
  }

  /** Opens the windows of the groups that were written to since the last call. */
  void changed(SortedMap<KeyGroup, Long> latest, Instant now, Instant until) {
    latest.forEach(
        (group, version) -> {
          if (!version.equals(versions.get(group))) {
            open(group, now, until);
          }
        });
    versions = latest;
  }

  /** Keeps a window open. */
  void read(KeyGroup group, Instant until) {
    open(group, Instant.MIN, until);
  }

  private void open(KeyGroup group, Instant from, Instant until) {
    windows.merge(
        group,
        new Window(from, until),
        (a, b) ->
            new Window(
                a.from().isBefore(b.from()) ? a.from() : b.from(),
                a.until().isAfter(b.until()) ? a.until() : b.until()));
  }

  /**
   * Returns the groups whose windows are over, and those whose turn in the sweep over all groups it
   * is.
   */
  List<KeyGroup> toBeLookedInto(Instant now, Duration sweptEvery) {
    var groups = new ArrayList<KeyGroup>();
    for (var window : windows.entrySet()) {
      if (window.getValue().until().isBefore(now) && groups.size() < LOOKS_MAX) {
        groups.add(window.getKey());
      }
    }
    if (now.isBefore(sweptSince)) {
      // The clock was set back.
      sweptSince = now;
      swept = 0;
    }
    long toBeSwept =
        KeyGroup.COUNT * Duration.between(sweptSince, now).toMillis() / sweptEvery.toMillis();
    for (; swept < toBeSwept && groups.size() < LOOKS_MAX; swept++) {
      var group = new KeyGroup((int) (swept % KeyGroup.COUNT));
      if (!windows.containsKey(group)) {
        groups.add(group);
      }
    }
    return groups;
  }

  void lookedInto(KeyGroup group, Window window) {
    if (window.equals(Window.CLOSED)) {
      windows.remove(group);
    } else {
      windows.put(group, window);
    }
  }

  /** Returns the groups whose lists are to be read now. */
  List<KeyGroup> open(Instant now) {
    return windows.entrySet().stream()
        .filter(window -> window.getValue().isOpen(now))
        .map(Map.Entry::getKey)
        .toList();
  }
}
