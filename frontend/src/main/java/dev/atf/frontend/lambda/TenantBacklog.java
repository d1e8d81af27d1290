package dev.atf.frontend.lambda;

import dev.atf.access.Tenancy;
import dev.atf.frontend.member.FrontendPeers;
import dev.atf.runtime.LogLimit;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.store.GateRegistry;
import dev.atf.store.LambdaRegistry;
import dev.atf.store.StoreException;
import dev.atf.store.TriggerIndex;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Estimate of the unfinished tasks of tenants whose quota limits them. A call that finds the last
 * count too old counts the lists of the tenant's lambdas. Until the next count, this frontend
 * admits its even share of the free places. The limit can therefore be exceeded by the tasks that
 * all frontends admit between two counts, and by tasks that the index does not show yet. Tasks that
 * wait for their turn are in no list and are not counted.
 *
 * @see <a href="../../../../../../../../docs/adr/0089-quotas-of-a-tenant-on-tasks.md">ADR 0089</a>
 */
@Singleton
public final class TenantBacklog {
  private static final Logger log = LoggerFactory.getLogger(TenantBacklog.class);

  /**
   * Maximum rate at which tasks are counted. A tenant with a full backlog costs about 150 read
   * units of DynamoDB a second.
   */
  static final int TASKS_PER_SECOND = 10_000;

  /**
   * Maximum rate at which lists are counted. Empty lists cost at most 50 read units of DynamoDB a
   * second.
   */
  static final int LISTS_PER_SECOND = 100;

  /**
   * Maximum number of lists that are counted, so that a count ends within seconds. Further lists
   * are ignored.
   */
  static final int LISTS_MAX = 1_000;

  /**
   * Minimum age of a count before the next one. A place that becomes free is available again after
   * about a second.
   */
  static final Duration AGE_MIN = Duration.ofSeconds(1);

  private static final Duration LOG_EVERY = Duration.ofSeconds(10);

  private final LambdaRegistry registry;
  private final GateRegistry gates;
  private final LiveLists lists;
  private final TriggerIndex index;
  private final FrontendPeers peers;
  private final MonotonicClock clock;
  private final LogLimit failures;

  /** Tenants with a limit, which are a few hundred at most. */
  private final Map<String, Tenant> tenants = new ConcurrentHashMap<>();

  @Inject
  TenantBacklog(
      LambdaRegistry registry,
      GateRegistry gates,
      LiveLists lists,
      TriggerIndex index,
      FrontendPeers peers,
      MonotonicClock clock) {
    this.registry = registry;
    this.gates = gates;
    this.lists = lists;
    this.index = index;
    this.peers = peers;
    this.clock = clock;
    this.failures = new LogLimit(clock, LOG_EVERY);
  }

  /**
   * Refusal of a task.
   *
   * @param pending estimate of the unfinished tasks
   * @param untilNext time until the next count
   */
  public record Full(long pending, Duration untilNext) {}

  /**
   * Count of a tenant's tasks.
   *
   * @param pending number of tasks, or the limit if there are more
   * @param at time before the count, on the monotonic clock
   * @param age age at which the count is too old
   * @param share number of tasks that this frontend may admit
   * @param letIn number of tasks of the share that are admitted
   */
  private record Count(int pending, long at, Duration age, int share, AtomicInteger letIn) {
    boolean take() {
      return letIn.getAndUpdate(in -> in < share ? in + 1 : in) < share;
    }
  }

  /** Last count of a tenant. Only one call at a time counts again. */
  private static final class Tenant {
    private final ReentrantLock counting = new ReentrantLock();
    private volatile @Nullable Count count;
  }

  /**
   * Takes a place for a task.
   *
   * @param max maximum number of unfinished tasks of the tenant
   * @return empty if the task may be scheduled; also empty while the tasks cannot be counted
   */
  public Optional<Full> take(String tenant, int max) {
    var known = tenants.computeIfAbsent(tenant, name -> new Tenant());
    var count = fresh(tenant, known, max);
    if (count.take()) {
      return Optional.empty();
    }
    var untilNext = count.age().minus(clock.since(count.at()));
    return Optional.of(
        new Full(
            count.pending() + count.letIn().get(),
            untilNext.isNegative() ? Duration.ZERO : untilNext));
  }

  /** Returns the place of a call that created no task. */
  public void free(String tenant) {
    var known = tenants.get(tenant);
    var count = known == null ? null : known.count;
    if (count != null) {
      count.letIn().updateAndGet(in -> Math.max(0, in - 1));
    }
  }

  /**
   * Returns the last count. If it is too old, one call counts again while the others continue to
   * use it.
   */
  private Count fresh(String tenant, Tenant known, int max) {
    var last = known.count;
    if (last == null) {
      known.counting.lock();
    } else if (!isOld(last) || !known.counting.tryLock()) {
      return last;
    }
    try {
      var newest = known.count;
      var count = newest == null || isOld(newest) ? countAgain(tenant, newest, max) : newest;
      known.count = count;
      return count;
    } finally {
      known.counting.unlock();
    }
  }

  private boolean isOld(Count count) {
    return clock.since(count.at()).compareTo(count.age()) >= 0;
  }

  /** Counts the tasks; if the store does not answer, keeps the last count for some time. */
  private Count countAgain(String tenant, @Nullable Count last, int max) {
    try {
      return count(tenant, max);
    } catch (StoreException e) {
      failures.log(
          left ->
              log.warn(
                  "tenant={} unfinished tasks could not be counted: {}; {} more such lines left out",
                  tenant,
                  e.getMessage(),
                  left));
      return last == null
          ? new Count(0, clock.nanos(), AGE_MIN, Integer.MAX_VALUE, new AtomicInteger())
          : new Count(last.pending(), clock.nanos(), last.age(), last.share(), last.letIn());
    }
  }

  private Count count(String tenant, int max) {
    long begun = clock.nanos();
    var gated = gates.read();
    int pending = 0;
    int counted = 0;
    for (var lambda : registry.list()) {
      if (!Tenancy.of(lambda.name().value()).equals(tenant)) {
        continue;
      }
      for (var list : lists.of(lambda, gated.collections(lambda.name()))) {
        if (pending >= max || counted >= LISTS_MAX) {
          break;
        }
        counted++;
        pending += (int) Math.min(max - pending, index.count(list, max - pending));
      }
    }
    int free = max - pending;
    int share = (free + peers.count() - 1) / peers.count();
    return new Count(pending, begun, age(pending, counted), share, new AtomicInteger());
  }

  private static Duration age(int tasks, int lists) {
    double seconds = Math.max(1.0 * tasks / TASKS_PER_SECOND, 1.0 * lists / LISTS_PER_SECOND);
    var age = Duration.ofMillis((long) (seconds * 1_000));
    return age.compareTo(AGE_MIN) > 0 ? age : AGE_MIN;
  }
}
