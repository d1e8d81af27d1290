package dev.atf.frontend.express;

import dev.atf.frontend.lambda.GateView;
import dev.atf.frontend.settings.ExpressConfig;
import dev.atf.model.AlarmTimes;
import dev.atf.model.fairness.KeyGroup;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.lambda.LambdaDefinition.Dispatch;
import dev.atf.model.task.Association;
import dev.atf.model.task.TaskHeader;
import dev.atf.queue.QueueName;
import dev.atf.queue.TaskMessage;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.runtime.loop.Threads;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.random.RandomGenerator;

/**
 * Direct dispatch of tasks that are due immediately: a task is written as ready to run, and this
 * process pushes its reference. The task then does not wait for a poll, and the three write units
 * of a release are saved.
 *
 * <p>A task takes the path through the store instead, and is released by a store consumer, if
 *
 * <ul>
 *   <li>it is not due yet, or its lambda has {@code dispatch: POLLED};
 *   <li>its lambda has a {@code dispatchRate}. The store consumers enforce the rate together, each
 *       for its shards, and pushes by frontends would exceed it;
 *   <li>a gate stops it. It then waits or ends where the store consumer handles it. A gate that
 *       this process has not seen yet stops the task at its claim;
 *   <li>it has a fairness key and its lambda has a limit for each key, for the same reason;
 *   <li>its queue is full. The queue of a lambda with a backlog in the store is kept full, and an
 *       express task must not overtake that backlog. A lambda with {@code maxRunning} may have only
 *       as many waiting references as tasks may run at a time, plus one batch, because tasks that
 *       cannot run yet are better kept in the store. For a fairness key with few recent tasks, the
 *       queue may be filled further ({@link ExpressQueue#forQuietKeys}): the queue serves keys in
 *       turns, and in the store the task would wait for a poll;
 *   <li>its queue did not answer or refused a push, and has not answered since.
 * </ul>
 *
 * <p>{@code scheduleRate} was checked before, for both paths. A recovery of the store or the HSC
 * delays only expiries (law 10); releases and direct dispatch continue.
 *
 * <p>The push comes after both writes (law 3), and the answer to the client does not wait for it.
 * If the push is refused, the alarm is moved forward. If this process dies before the push, the
 * alarm that was written with the task brings the task back. Thread-safe.
 */
@Singleton
public final class ExpressLane {
  private static final Duration IDLE_MAX = Duration.ofSeconds(10);

  private final ExpressConfig config;
  private final AlarmTimes times;
  private final GateView gates;
  private final MonotonicClock clock;
  private final RandomGenerator random;
  private final MeterRegistry metrics;

  /** Queues of existing lambdas only, which are a few hundred at most. */
  private final Map<QueueName, ExpressQueue> queues = new HashMap<>();

  private final ReentrantLock lock = new ReentrantLock();
  private final Condition sent;
  private volatile Runnable whenWork = () -> {};

  /** References that are sent to a queue in one request. */
  record Batch(QueueName queue, List<TaskMessage> messages) {}

  /**
   * Capacity for one task that is about to be written. The owner reports whether the task was
   * created, and then closes the reservation. Not thread-safe.
   */
  public final class Reservation implements AutoCloseable {
    private final QueueName queue;
    private final Association task;
    private final TaskMessage message;
    private boolean created;

    private Reservation(QueueName queue, Association task, TaskMessage message) {
      this.queue = queue;
      this.task = task;
      this.message = message;
    }

    /** Returns the association to be written, with the task ready to run. */
    public Association task() {
      return task;
    }

    /**
     * Records that this call has written the task durably in this form. The task may now be pushed
     * (law 3).
     */
    public void created() {
      created = true;
    }

    @Override
    public void close() {
      change(
          queue,
          reserved -> {
            if (created) {
              reserved.written(message, clock.nanos());
            } else {
              reserved.givenUp();
            }
          });
      // Other references may have waited for this task to fill their batch, but it was not created.
      whenWork.run();
    }
  }

  @Inject
  ExpressLane(
      ExpressConfig config,
      AlarmTimes times,
      GateView gates,
      MonotonicClock clock,
      Threads threads,
      RandomGenerator random,
      MeterRegistry metrics) {
    this.config = config;
    this.times = times;
    this.gates = gates;
    this.clock = clock;
    this.random = random;
    this.metrics = metrics;
    this.sent = threads.condition(lock);
  }

  /** Sets the action that runs when there is a reference to push or a depth to read. */
  public void whenWork(Runnable action) {
    whenWork = action;
  }

  /**
   * Reserves capacity for a task that is about to be written; empty if the task takes the path
   * through the store.
   *
   * @param now current time in whole milliseconds
   */
  public Optional<Reservation> enter(TaskHeader header, LambdaDefinition lambda, Instant now) {
    var queue = new QueueName(header.lambda(), header.priority());
    var path =
        choose(header, lambda, now).orElseGet(() -> take(queue, header.group(), depthMax(lambda)));
    metrics.counter("atf.frontend.dispatched", "lane", path.tag()).increment();
    if (path != DispatchPath.EXPRESS) {
      return Optional.empty();
    }
    var checkAt = AlarmTimes.withDeadline(times.afterRelease(now, random), header.deadline());
    var task = Association.scheduledExpress(header, now, checkAt);
    var message = TaskMessage.of(task.ref(), header.group(), lambda);
    return Optional.of(new Reservation(queue, task, message));
  }

  /** Returns why a task cannot take the express lane, without regard to its queue. */
  private Optional<DispatchPath> choose(TaskHeader header, LambdaDefinition lambda, Instant now) {
    if (header.scheduledAt().isAfter(now)) {
      return Optional.of(DispatchPath.NOT_DUE);
    }
    if (lambda.dispatch() == Dispatch.POLLED) {
      return Optional.of(DispatchPath.TURNED_OFF);
    }
    if (lambda.dispatchRate() > 0 || lambda.limitsKey(header.group())) {
      return Optional.of(DispatchPath.DISPATCH_RATE);
    }
    var known = gates.gates();
    if (known.isEmpty()) {
      return Optional.of(DispatchPath.GATES_UNKNOWN);
    }
    return known
        .get()
        .closed(header.lambda(), header.collection(), now)
        .map(gate -> DispatchPath.GATE_CLOSED);
  }

  private int depthMax(LambdaDefinition lambda) {
    return lambda.maxRunning() == 0
        ? config.queueDepthMax()
        : Math.min(config.queueDepthMax(), lambda.maxRunning() + ExpressQueue.BATCH_MAX);
  }

  private DispatchPath take(QueueName name, KeyGroup group, int depthMax) {
    DispatchPath path;
    boolean needsCheck;
    lock.lock();
    try {
      var queue =
          queues.computeIfAbsent(
              name, n -> new ExpressQueue(config.depthRefresh(), config.gatherMax()));
      long now = clock.nanos();
      int max =
          queue.isQuiet(group, now) ? ExpressQueue.forQuietKeys(config.queueDepthMax()) : depthMax;
      path = queue.take(max, now);
      needsCheck = queue.needsCheck(now);
    } finally {
      lock.unlock();
    }
    if (needsCheck) {
      whenWork.run();
    }
    return path;
  }

  /** Returns the batches of all queues that must be sent now. */
  List<Batch> batches() {
    return take(queue -> queue.nextBatch(clock.nanos()));
  }

  /**
   * Returns all remaining batches, even partly filled ones, when no further references will follow.
   */
  List<Batch> rest() {
    return take(ExpressQueue::takeBatch);
  }

  private List<Batch> take(Function<ExpressQueue, List<TaskMessage>> taking) {
    var batches = new ArrayList<Batch>();
    lock.lock();
    try {
      queues.forEach(
          (name, queue) -> {
            for (var batch = taking.apply(queue); !batch.isEmpty(); batch = taking.apply(queue)) {
              batches.add(new Batch(name, batch));
            }
          });
    } finally {
      lock.unlock();
    }
    return batches;
  }

  /** Records that the queue did not accept a whole batch. */
  void refused(QueueName queue) {
    change(queue, q -> q.refused(clock.nanos()));
  }

  /** Records that the push of a batch has ended, with any result. */
  void sent(Batch batch) {
    change(batch.queue(), q -> q.sent(batch.messages().size()));
    whenWork.run();
  }

  /**
   * Returns the queues whose depth must be read now. The caller reports the depth of each with
   * {@link #checked}.
   */
  List<QueueName> toCheck() {
    var names = new ArrayList<QueueName>();
    lock.lock();
    try {
      long now = clock.nanos();
      queues.forEach(
          (name, queue) -> {
            if (queue.needsCheck(now)) {
              queue.checking();
              names.add(name);
            }
          });
    } finally {
      lock.unlock();
    }
    return names;
  }

  /**
   * Records the depth of a queue.
   *
   * @param depth depth of the queue; empty if it did not answer
   */
  void checked(QueueName queue, Optional<Integer> depth) {
    change(
        queue,
        q ->
            depth.ifPresentOrElse(
                waiting -> q.sees(waiting, clock.nanos()), () -> q.seesNothing(clock.nanos())));
  }

  /**
   * Returns the time for which there is nothing to do, unless the action of {@link #whenWork} runs.
   */
  Duration untilNext() {
    lock.lock();
    try {
      long now = clock.nanos();
      return queues.values().stream()
          .map(queue -> queue.untilNextBatch(now, IDLE_MAX))
          .min(Duration::compareTo)
          .orElse(IDLE_MAX);
    } finally {
      lock.unlock();
    }
  }

  /** Waits until no push is in progress, but not longer than {@code patience}. */
  void awaitSent(Duration patience) throws InterruptedException {
    lock.lock();
    try {
      long left = patience.toNanos();
      while (left > 0 && !queues.values().stream().allMatch(ExpressQueue::isIdle)) {
        left = sent.awaitNanos(left);
      }
    } finally {
      lock.unlock();
    }
  }

  private void change(QueueName name, Consumer<ExpressQueue> changing) {
    lock.lock();
    try {
      // The queue was created when its first capacity was reserved.
      var queue = queues.get(name);
      if (queue != null) {
        changing.accept(queue);
      }
      sent.signalAll();
    } finally {
      lock.unlock();
    }
  }
}
