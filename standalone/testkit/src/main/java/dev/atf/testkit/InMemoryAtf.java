package dev.atf.testkit;

import dev.atf.client.AtfClient;
import dev.atf.client.TaskSnapshot;
import dev.atf.executor.ExecutorConfig;
import dev.atf.executor.Worker;
import dev.atf.model.TaskId;
import java.time.Duration;
import java.time.Instant;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

/**
 * Framework in the memory of a test: the real services and executors, driven by the test, without
 * their own threads, ports or files. {@link AtfExtension} creates one for each test.
 *
 * <p>Nothing runs without a call of the test. {@link #runDueTasks} runs everything that is due on
 * {@link #clock}, ordered by priority and time, one task of a lambda after the other. It returns
 * when nothing more can run: periodic tasks have fired, keys have passed on all their turns, and
 * jobs have advanced as far as possible. During the call, the clock does not move.
 *
 * <p>After a jump of the clock, the framework behaves as if it had been down, so a periodic task
 * follows its catch-up policy. In {@link #runFor}, time passes.
 *
 * <p>Several threads may use it one after the other. Handlers take real time, but no time on the
 * clock. A handler that blocks for a minute fails the test. A handler must not wait for another
 * thread that calls {@link #client}, because that call waits for the handler.
 */
public final class InMemoryAtf implements AutoCloseable {
  private static final Instant BEGINNING = Instant.parse("2026-01-01T00:00:00Z");

  /**
   * Maximum number of attempts. Tasks that schedule one another would otherwise run indefinitely.
   */
  private static final int RUNS_MAX = 10_000;

  /** Maximum number of rounds of one task, each at a later time. */
  private static final int ROUNDS_MAX = 1_000;

  /**
   * Maximum number of times at which something is due while time passes. It is about a day with one
   * such time every ten seconds.
   */
  private static final int TIMES_MAX = 10_000;

  /**
   * Time without progress after which nothing can run any more. It is monotonic time, which costs
   * little.
   */
  private static final Duration QUIET = Duration.ofSeconds(3);

  /**
   * Time after which a plan counts as checked. It is twice the longest interval between two reads
   * of one plan.
   */
  private static final Duration UNSEEN = Duration.ofMinutes(1);

  private static final Duration STEP = Duration.ofMillis(100);

  private final ReentrantLock lock = new ReentrantLock();
  private final TestClock clock = new TestClock(BEGINNING);
  private final Machines machines = new Machines(clock);
  private final TestServices engine = new TestServices(machines.timeline(), clock);
  private final Deque<Machines.Running> services;
  private final Worker worker;
  private final AtfClient client;

  InMemoryAtf(Served served) {
    worker = served.worker(ExecutorConfig.DEFAULTS);
    services = Cluster.start(machines, engine);
    var caller = machines.newProcess("client");
    var frontend = machines.channel(caller, Cluster.FRONTEND);
    client =
        AtfClient.builder(
                new TestChannel(frontend, work -> whileLocked(() -> machines.run(caller, work))))
            .build();
    served.lambdas(worker).forEach(client::registerLambda);
  }

  /**
   * Returns the client for the code under test. Its {@code await} waits in real time, during which
   * nothing happens; use {@link #runUntilFinished} instead.
   */
  public AtfClient client() {
    return client;
  }

  /** Returns the clock of all services. */
  public TestClock clock() {
    return clock;
  }

  /**
   * Runs everything that is due, and everything that becomes due as a result. Tasks that cannot run
   * stay: tasks of a lambda without a handler, behind a closed gate, or above a rate.
   *
   * @return number of attempts
   * @throws IllegalStateException if there is still more to run after 10,000 attempts
   */
  public int runDueTasks() {
    return locked(this::run);
  }

  /**
   * Lets time pass. It runs everything that is due, and moves the clock to the next time at which
   * something is due, until the given time has passed. Therefore a periodic task fires each time.
   *
   * @return number of attempts
   * @throws IllegalArgumentException if the time is negative
   * @throws IllegalStateException if there is still more to run after 10,000 attempts, or 10,000
   *     moves of the clock
   */
  public int runFor(Duration time) {
    return locked(() -> runUntil(clock.instant().plus(time)));
  }

  private int runUntil(Instant end) {
    int runs = run();
    for (int times = 0; times < TIMES_MAX && runs <= RUNS_MAX; times++) {
      var next = engine.nextAfter(clock.instant()).filter(at -> at.isBefore(end));
      clock.advanceTo(next.orElse(end));
      runs += run();
      if (next.isEmpty()) {
        return runs;
      }
    }
    throw new IllegalStateException(
        "after %d attempts, at %s, there are still more".formatted(runs, clock.instant()));
  }

  /**
   * Runs everything that is due, and moves the clock to the time at which this task continues,
   * until the task is finished. This includes all its retries, and the retries of earlier tasks of
   * its ordering key. Fires of periodic tasks in between are missed.
   *
   * @throws IllegalStateException if the task cannot finish, with the reason
   */
  public TaskSnapshot runUntilFinished(String taskId) {
    for (int round = 0; round < ROUNDS_MAX; round++) {
      int ignored = runDueTasks();
      if (engine.isFinished(taskId)) {
        return task(taskId);
      }
      var next = engine.goesOnAt(taskId, clock.instant());
      if (next.isEmpty()) {
        break;
      }
      clock.advanceTo(next.get());
    }
    throw new IllegalStateException(
        "task " + taskId + " does not finish: " + client.explain(taskId).getSummary());
  }

  /** Returns the current state of a task. */
  public TaskSnapshot task(String taskId) {
    return client.get(taskId);
  }

  /**
   * Returns all tasks of a lambda, including finished ones, in the order in which they were
   * scheduled.
   */
  public List<TaskSnapshot> tasks(String lambda) {
    return locked(() -> engine.tasksOf(lambda)).stream()
        .map(TaskId::value)
        .map(client::get)
        .toList();
  }

  /**
   * Returns the only task of a lambda.
   *
   * @throws AssertionError if the lambda has no task, or several tasks
   */
  public TaskSnapshot onlyTask(String lambda) {
    var all = tasks(lambda);
    if (all.size() != 1) {
      throw new AssertionError("tasks of " + lambda + ": " + all.size() + " (expected: 1)");
    }
    return all.get(0);
  }

  /** Discards everything. */
  @Override
  public void close() {
    client.close();
    whileLocked(this::end);
  }

  private void end() {
    try {
      services.forEach(machines::stop);
    } finally {
      machines.close();
    }
  }

  private int run() {
    int before = engine.log().runs();
    engine.log().forgetSeen();
    var host = WorkerHost.start(machines, engine, worker);
    try {
      turnUntilNothingCanRun(before + RUNS_MAX);
    } finally {
      host.close();
    }
    return engine.log().runs() - before;
  }

  private void turnUntilNothingCanRun(int runsMax) {
    var quiet = Duration.ZERO;
    while (canGoOn(quiet)) {
      long changes = engine.log().changes();
      machines.turn(STEP);
      quiet = engine.log().changes() == changes ? quiet.plus(STEP) : Duration.ZERO;
      if (engine.log().runs() > runsMax) {
        throw new IllegalStateException("after " + RUNS_MAX + " attempts there are still more");
      }
    }
  }

  private boolean canGoOn(Duration quiet) {
    var now = clock.instant();
    return (engine.hasUnseenPlan(now) && quiet.compareTo(UNSEEN) < 0)
        || (engine.hasDue(now) && quiet.compareTo(QUIET) < 0);
  }

  private void whileLocked(Runnable work) {
    lock.lock();
    try {
      work.run();
    } finally {
      lock.unlock();
    }
  }

  private <T> T locked(Supplier<T> work) {
    lock.lock();
    try {
      return work.get();
    } finally {
      lock.unlock();
    }
  }
}
