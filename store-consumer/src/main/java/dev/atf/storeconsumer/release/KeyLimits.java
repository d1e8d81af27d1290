package dev.atf.storeconsumer.release;

import com.google.common.collect.Comparators;
import com.google.common.collect.ImmutableSet;
import dev.atf.model.Alarm;
import dev.atf.model.Attempt;
import dev.atf.model.ClaimId;
import dev.atf.model.LambdaName;
import dev.atf.model.TaskRef;
import dev.atf.model.TaskStatus;
import dev.atf.model.fairness.KeyGroup;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.task.Association;
import dev.atf.queue.QueueName;
import dev.atf.store.RunningPermits;
import dev.atf.store.RunningPermits.Permit;
import dev.atf.store.RunningPermits.Scope;
import dev.atf.store.StoreException;
import dev.atf.store.TaskAssociations;
import dev.atf.storeconsumer.lambda.LambdaDirectory;
import dev.atf.storeconsumer.metrics.ConsumerMetrics;
import dev.atf.storeconsumer.pool.WorkPools;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps tasks of a fairness key in the store while the maximum number of the key's tasks runs
 * ({@code runningMaxPerKey}, ADR 0080). Released tasks of the key would be in front of tasks of
 * other keys, and their claims would be refused. The state of this class may be outdated. At worst,
 * the claims of some released tasks are refused, or tasks are released a second late. It only reads
 * for lambdas with that limit. Not thread-safe.
 */
@Singleton
public final class KeyLimits {
  private static final Logger log = LoggerFactory.getLogger(KeyLimits.class);

  private final RunningPermits permits;
  private final TaskAssociations associations;
  private final LambdaDirectory directory;
  private final WorkPools pools;
  private final ConsumerMetrics metrics;
  private final KeyPriorities priorities;

  /** Capacities of groups with due tasks. There are at most as many as groups. */
  private final Map<Scope, Capacity> capacities = new HashMap<>();

  @Inject
  public KeyLimits(
      RunningPermits permits,
      TaskAssociations associations,
      LambdaDirectory directory,
      WorkPools pools,
      ConsumerMetrics metrics) {
    this.permits = permits;
    this.associations = associations;
    this.directory = directory;
    this.pools = pools;
    this.metrics = metrics;
    this.priorities =
        new KeyPriorities(
            name -> directory.find(name).map(LambdaDefinition::priorities).orElse(List.of()));
  }

  /**
   * Reads the capacity of the groups for which it is unknown or used up.
   *
   * @param due groups with a due task, by their queue
   */
  void read(Map<QueueName, List<KeyGroup>> due, Instant now) {
    var stale =
        due.entrySet().stream()
            .flatMap(
                queue ->
                    queue.getValue().stream()
                        .filter(group -> max(queue.getKey(), group) > 0)
                        .map(group -> new Scope(queue.getKey().lambda(), group)))
            .distinct()
            .filter(scope -> capacity(scope).isStale(now))
            .toList();
    if (!stale.isEmpty()) {
      var read = pools.mark().map(stale, scope -> read(scope, now));
      for (int i = 0; i < stale.size(); i++) {
        capacities.put(stale.get(i), read.get(i));
      }
    }
  }

  /**
   * Chooses, for each limited key, the priority whose tasks are released next.
   *
   * @param due groups with a due task, by their queue
   * @param mayGo returns whether, apart from this limit, a task of the group may be released to the
   *     queue now
   */
  void choose(
      Map<QueueName, List<KeyGroup>> due, BiPredicate<QueueName, KeyGroup> mayGo, Instant now) {
    priorities.choose(
        due, (queue, group) -> max(queue, group) > 0 && mayGo.test(queue, group), now);
  }

  /** Returns the number of the group's tasks that may be released to the queue now. */
  int allowed(QueueName queue, KeyGroup group) {
    return max(queue, group) == 0
        ? Integer.MAX_VALUE
        : priorities.allowed(queue, group, free(queue, group));
  }

  private int free(QueueName queue, KeyGroup group) {
    return capacity(new Scope(queue.lambda(), group)).free();
  }

  /** Takes capacity for a task that is about to be released. Returns false if there is none. */
  boolean take(QueueName queue, KeyGroup group) {
    if (max(queue, group) == 0) {
      return true;
    }
    if (free(queue, group) == 0) {
      return false;
    }
    capacities.computeIfPresent(
        new Scope(queue.lambda(), group), (scope, capacity) -> capacity.taken());
    return true;
  }

  /** Records a released task, which waits in its queue until a read shows otherwise. */
  void released(DueTask task) {
    priorities.released(task.queue(), task.group());
    capacities.computeIfPresent(
        new Scope(task.queue().lambda(), task.group()),
        (scope, capacity) -> capacity.released(task.ref()));
  }

  /**
   * Returns the time from which a task of the group may be released, or at which the capacity is
   * read again.
   */
  Instant nextAt(QueueName queue, KeyGroup group, Instant now) {
    return max(queue, group) == 0 ? now : capacity(new Scope(queue.lambda(), group)).nextAt(now);
  }

  /**
   * Reads the capacity. The order of the reads ensures that a task that is claimed in between is
   * counted at least once.
   */
  private Capacity read(Scope scope, Instant now) {
    var before = capacity(scope);
    try {
      var queued = stillQueued(before.queued());
      var held = permits.held(scope);
      int max = max(new LambdaName(scope.owner()), scope.group());
      var after = before.read(max, queued, held, now);
      return after.isToBeChecked(now)
          ? before.checked(max, queued, held, abandoned(held, now), now)
          : after;
    } catch (StoreException e) {
      metrics.pollFailed(Alarm.DUE);
      log.warn("scope={} running tasks could not be counted: {}", scope, e.toString());
      return before.notRead(now);
    }
  }

  private Set<TaskRef> stillQueued(Set<TaskRef> released) {
    if (released.isEmpty()) {
      return released;
    }
    var found = associations.findAll(released.stream().map(TaskRef::taskId).toList());
    return released.stream()
        .filter(ref -> isQueued(ref, found.get(ref.taskId())))
        .collect(Collectors.toSet());
  }

  /**
   * Returns whether a reference waits in its queue, even if a lagging read shows it as not
   * released.
   */
  private static boolean isQueued(TaskRef ref, @Nullable Association task) {
    return task != null
        && (task.epoch() < ref.epoch()
            || (task.epoch() == ref.epoch() && task.status() == TaskStatus.ENQUEUED));
  }

  /**
   * Returns the claims that have a permit and do not run. An HSC only releases such permits when it
   * refuses a claim because of the limit. Therefore they must not keep all tasks in the store.
   */
  private Set<ClaimId> abandoned(List<Permit> held, Instant now) {
    var old = held.stream().filter(permit -> isOld(permit, now)).toList();
    if (old.isEmpty()) {
      return Set.of();
    }
    var found =
        associations.findAll(old.stream().map(permit -> permit.ref().taskId()).distinct().toList());
    return old.stream()
        .filter(permit -> !isHeld(permit, found.get(permit.ref().taskId())))
        .map(Permit::claimId)
        .collect(Collectors.toSet());
  }

  /** Returns whether a permit was not taken recently, or before a clock was set back. */
  private static boolean isOld(Permit permit, Instant now) {
    var age = Duration.between(permit.takenAt(), now).abs();
    return age.compareTo(Capacity.CHECKED_EVERY) > 0;
  }

  private static boolean isHeld(Permit permit, @Nullable Association task) {
    return task != null && task.isHeldBy(new Attempt(permit.ref(), permit.claimId()));
  }

  private Capacity capacity(Scope scope) {
    return capacities.getOrDefault(scope, Capacity.UNKNOWN);
  }

  /** Returns the maximum number of running tasks of the group; 0 for no limit. */
  private int max(QueueName queue, KeyGroup group) {
    return max(queue.lambda(), group);
  }

  private int max(LambdaName name, KeyGroup group) {
    return directory.find(name).map(lambda -> lambda.runningMax(group)).orElse(0);
  }

  /**
   * Number of tasks of a group of fairness keys that may be released: the number that was read,
   * minus those that were released since.
   *
   * @param free this number
   * @param queued released tasks that may still be in their queue
   * @param readAt time of the read
   * @param pause time until the next read if nothing is free
   * @param checkedAt last time at which the group was not full, or its permits were checked
   * @param abandoned claims that had a permit and did not run at that time
   */
  record Capacity(
      int free,
      Set<TaskRef> queued,
      Instant readAt,
      Duration pause,
      Instant checkedAt,
      Set<ClaimId> abandoned) {
    /** Minimum pause. Shorter tasks run at most 20 times their limit per second. */
    static final Duration PAUSE_MIN = Duration.ofMillis(50);

    /** Maximum pause, which allows one read per second for a key with long tasks. */
    static final Duration PAUSE_MAX = Duration.ofSeconds(1);

    /** Time between two checks of the permits. It is longer than the possible delay of a read. */
    static final Duration CHECKED_EVERY = Duration.ofSeconds(10);

    static final Capacity UNKNOWN =
        new Capacity(0, Set.of(), Instant.MIN, Duration.ZERO, Instant.MIN, Set.of());

    /**
     * Returns whether the capacity must be read again. Free capacity is used for longer: other
     * consumers may have used it, but this consumer counts its own tasks.
     */
    boolean isStale(Instant now) {
      return isOver(readAt, free == 0 ? pause : PAUSE_MAX, now);
    }

    /** Returns whether the group has been full for so long that some permits may be abandoned. */
    boolean isToBeChecked(Instant now) {
      return free == 0 && isOver(checkedAt, CHECKED_EVERY, now);
    }

    private static boolean isOver(Instant since, Duration time, Instant now) {
      var age = Duration.between(since, now);
      return age.isNegative() || age.compareTo(time) >= 0;
    }

    /** Returns the time at which a task may be released, or the capacity is read again. */
    Instant nextAt(Instant now) {
      return free > 0 || isStale(now) ? now : readAt.plus(pause);
    }

    /**
     * Returns the capacity that follows from a read.
     *
     * @param max maximum number of running tasks
     * @param waiting references of {@link #queued} that still wait
     * @param held permits, which were read after these
     */
    Capacity read(int max, Set<TaskRef> waiting, List<Permit> held, Instant now) {
      return after(max, waiting, held, abandoned, checkedAt, now);
    }

    /** Returns the capacity as {@link #read} does, after the permits were checked. */
    Capacity checked(
        int max, Set<TaskRef> waiting, List<Permit> held, Set<ClaimId> idle, Instant now) {
      return after(max, waiting, held, idle, now, now);
    }

    private Capacity after(
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
      return new Capacity(
          left, waiting, now, left > 0 ? PAUSE_MIN : longer, left > 0 ? now : checked, idle);
    }

    /** Returns the capacity after a read that failed. */
    Capacity notRead(Instant now) {
      return new Capacity(free, queued, now, PAUSE_MAX, checkedAt, abandoned);
    }

    /** Returns the capacity for one task fewer. */
    Capacity taken() {
      return new Capacity(free - 1, queued, readAt, pause, checkedAt, abandoned);
    }

    /** Returns the capacity after the release of a task for which it was taken. */
    Capacity released(TaskRef ref) {
      var more = ImmutableSet.<TaskRef>builder().addAll(queued).add(ref).build();
      return new Capacity(free, more, readAt, pause, checkedAt, abandoned);
    }
  }
}
