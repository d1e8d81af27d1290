package dev.atf.storeconsumer.release;

import com.google.common.collect.Comparators;
import com.google.common.collect.ImmutableSet;
import dev.atf.model.ClaimId;
import dev.atf.model.TaskRef;
import dev.atf.store.RunningPermits.Permit;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Number of tasks of a group of fairness keys that may be released: as it was read, less those that
 * were released since.
 *
 * @param free that number
 * @param queued released tasks that were not yet seen to have left their queue
 * @param readAt when it was read
 * @param pause time until it is read again if nothing is free
 * @param checkedAt last time at which the group was not full, or its permits were checked
 * @param abandoned claims that have a permit and did not run then
 */
record KeyCapacity(
    int free,
    Set<TaskRef> queued,
    Instant readAt,
    Duration pause,
    Instant checkedAt,
    Set<ClaimId> abandoned) {
  /** Chosen: tasks that take less time run at most 20 times their limit a second. */
  static final Duration PAUSE_MIN = Duration.ofMillis(50);

  /** Chosen: one read a second for a key whose tasks take long. */
  static final Duration PAUSE_MAX = Duration.ofSeconds(1);

  /** Chosen: longer than a read may be late. */
  static final Duration CHECKED_EVERY = Duration.ofSeconds(10);

  static final KeyCapacity UNKNOWN =
      new KeyCapacity(0, Set.of(), Instant.MIN, Duration.ZERO, Instant.MIN, Set.of());

  /**
   * Returns whether it is to be read again. Free capacity stays so for longer: other consumers may
   * have taken it, but this one counts its own tasks.
   */
  boolean isStale(Instant now) {
    return isOver(readAt, free == 0 ? pause : PAUSE_MAX, now);
  }

  /** Returns whether it has been full for so long that permits may be abandoned. */
  boolean isToBeChecked(Instant now) {
    return free == 0 && isOver(checkedAt, CHECKED_EVERY, now);
  }

  private static boolean isOver(Instant since, Duration time, Instant now) {
    var age = Duration.between(since, now);
    return age.isNegative() || age.compareTo(time) >= 0;
  }

  /** Returns when a task may be released, or this is read again. */
  Instant nextAt(Instant now) {
    return free > 0 || isStale(now) ? now : readAt.plus(pause);
  }

  /**
   * Returns the capacity that follows from a read.
   *
   * @param max tasks that may run
   * @param waiting those of {@link #queued} that are there
   * @param held permits, read after that
   */
  KeyCapacity read(int max, Set<TaskRef> waiting, List<Permit> held, Instant now) {
    return after(max, waiting, held, abandoned, checkedAt, now);
  }

  /** Returns the capacity as {@link #read} does, after the permits were checked. */
  KeyCapacity checked(
      int max, Set<TaskRef> waiting, List<Permit> held, Set<ClaimId> idle, Instant now) {
    return after(max, waiting, held, idle, now, now);
  }

  private KeyCapacity after(
      int max,
      Set<TaskRef> waiting,
      List<Permit> held,
      Set<ClaimId> idle,
      Instant checked,
      Instant now) {
    // A task that was claimed between the two reads is in both.
    long busy =
        Stream.concat(
                waiting.stream(),
                held.stream().filter(permit -> !idle.contains(permit.claimId())).map(Permit::ref))
            .distinct()
            .count();
    int left = (int) Math.max(0, max - busy);
    var longer = Comparators.min(PAUSE_MAX, Comparators.max(PAUSE_MIN, pause.multipliedBy(2)));
    return new KeyCapacity(
        left, waiting, now, left > 0 ? PAUSE_MIN : longer, left > 0 ? now : checked, idle);
  }

  /** Returns the capacity after a read that failed. */
  KeyCapacity notRead(Instant now) {
    return new KeyCapacity(free, queued, now, PAUSE_MAX, checkedAt, abandoned);
  }

  /** Returns the capacity with one taken. */
  KeyCapacity taken() {
    return new KeyCapacity(free - 1, queued, readAt, pause, checkedAt, abandoned);
  }

  /** Returns the capacity after a task, for which it was taken, was released. */
  KeyCapacity released(TaskRef ref) {
    var more = ImmutableSet.<TaskRef>builder().addAll(queued).add(ref).build();
    return new KeyCapacity(free, more, readAt, pause, checkedAt, abandoned);
  }
}
