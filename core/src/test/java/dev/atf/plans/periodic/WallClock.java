package dev.atf.plans.periodic;

import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Observer who reads a wall clock once a minute between two instants, and notes when it shows the
 * wanted times. It uses only the offsets of the zone and no cron library.
 */
final class WallClock {
  /** Times of day to wait for, minute by minute. */
  record Wanted(Set<Integer> minutes, Set<Integer> hours, Set<DayOfWeek> days, boolean fixedHours) {
    boolean shows(LocalDateTime local) {
      return minutes.contains(local.getMinute())
          && hours.contains(local.getHour())
          && days.contains(local.getDayOfWeek());
    }

    static Set<Integer> all(int end) {
      return IntStream.range(0, end).boxed().collect(Collectors.toSet());
    }
  }

  private record Look(Instant at, LocalDateTime local) {}

  private final List<Look> looks = new ArrayList<>();

  /**
   * Records the clock minute by minute. Both times are whole minutes, and the last one is
   * exclusive.
   */
  WallClock(ZoneId zone, Instant from, Instant until) {
    for (var at = from; at.isBefore(until); at = at.plus(Duration.ofMinutes(1))) {
      looks.add(new Look(at, LocalDateTime.ofInstant(at, zone.getRules().getOffset(at))));
    }
  }

  /**
   * Returns the fires from the second minute on, because it is unknown whether a jump led to the
   * first one.
   */
  SortedSet<Instant> fires(Wanted wanted) {
    var fires = new TreeSet<Instant>();
    var shown = new HashSet<LocalDateTime>();
    for (int i = 1; i < looks.size(); i++) {
      var look = looks.get(i);
      var expected = looks.get(i - 1).local().plusMinutes(1);
      for (var left = expected; left.isBefore(look.local()); left = left.plusMinutes(1)) {
        if (wanted.shows(left)) {
          fires.add(look.at());
        }
      }
      boolean first = shown.add(look.local());
      if (wanted.shows(look.local()) && (first || !wanted.fixedHours())) {
        fires.add(look.at());
      }
    }
    return fires;
  }
}
