package dev.atf.controller;

import dev.atf.model.LambdaName;
import dev.atf.queue.QueueUnavailableException;
import dev.atf.queue.TaskSender;
import dev.atf.runtime.LogLimit;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.runtime.loop.Step;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Loads of queues, which determine the number of executors of each lambda. Thread-safe.
 *
 * <p>Each request to a queue costs money. While an executor is idle, no task waits, so no request
 * is needed. While all executors sleep, one long poll of each queue receives the reference that
 * wakes them. The depth of a queue is only read while all executors are busy and more could be
 * started (ADR 0067).
 */
@Singleton
public final class QueueLoads implements Step {
  private static final Logger log = LoggerFactory.getLogger(QueueLoads.class);
  private static final Duration LOG_EVERY = Duration.ofMinutes(1);

  private final TaskMatcher matcher;
  private final TaskSender queues;
  private final MonotonicClock clock;
  private final RandomGenerator random;
  private final LogLimit failures;
  private final Map<LambdaName, Pool> pools = new ConcurrentHashMap<>();
  private volatile Duration checkEvery = Duration.ofSeconds(5);

  /** Executors of one lambda. */
  private static final class Pool {
    private int processes = -1;
    private boolean mayGrow;
    private int depth;
    private long emptyAt;

    Pool(long now) {
      emptyAt = now;
    }
  }

  @Inject
  public QueueLoads(
      TaskMatcher matcher, TaskSender queues, MonotonicClock clock, RandomGenerator random) {
    this.matcher = matcher;
    this.queues = queues;
    this.clock = clock;
    this.random = random;
    this.failures = new LogLimit(clock, LOG_EVERY);
  }

  /** Sets the average time between two reads of the depth of a busy lambda's queues. */
  public void checkEvery(Duration time) {
    checkEvery = time;
  }

  /**
   * Returns the load as far as it is known, without a request to a queue.
   *
   * @param name lambda that the controller has served since its start
   * @param processes number of running and starting executors of the lambda; 0 if they sleep
   * @param most maximum number of processes
   */
  public QueueLoad of(String name, int processes, int most) {
    long now = clock.nanos();
    var lambda = new LambdaName(name);
    var demand = matcher.demand(lambda);
    int buffered = matcher.bufferedCount(lambda);
    var pool = pools.computeIfAbsent(lambda, key -> new Pool(now));
    synchronized (pool) {
      if ((pool.processes == 0) != (processes == 0)) {
        matcher.setAsleep(lambda, processes == 0);
      }
      pool.processes = processes;
      pool.mayGrow = processes > 0 && processes < most;
      if (demand.waiting() > 0 || !pool.mayGrow) {
        pool.depth = 0;
      }
      int queued = buffered + pool.depth;
      if (queued == 0) {
        pool.emptyAt = now;
      }
      return new QueueLoad(queued, Duration.ofNanos(now - pool.emptyAt), demand.handedOut());
    }
  }

  /** Reads the depths of the queues of busy lambdas. */
  @Override
  public Duration turn() {
    pools.forEach(this::read);
    long half = checkEvery.toNanos() / 2;
    return Duration.ofNanos(half + random.nextLong(2 * half));
  }

  private void read(LambdaName lambda, Pool pool) {
    synchronized (pool) {
      if (!pool.mayGrow) {
        return;
      }
    }
    int depth = matcher.demand(lambda).waiting() > 0 ? 0 : depth(lambda);
    synchronized (pool) {
      pool.depth = depth;
    }
  }

  /** Returns the depth of a lambda's queues. A queue that does not answer counts as empty. */
  private int depth(LambdaName lambda) {
    long depth = 0;
    for (var queue : matcher.queues(lambda)) {
      try {
        depth += queues.depth(queue);
      } catch (QueueUnavailableException e) {
        failures.log(
            left ->
                log.warn(
                    "queue={} does not report its depth, which determines the number of executors;"
                        + " {} more such lines left out",
                    queue,
                    left,
                    e));
      }
    }
    return (int) Math.min(Integer.MAX_VALUE, depth);
  }
}
