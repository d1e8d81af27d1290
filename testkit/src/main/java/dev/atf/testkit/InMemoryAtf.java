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
 * The framework in a test's memory: the real services and executors, turned by the test, without
 * threads of their own, ports or files. {@link AtfExtension} makes one for each test.
 *
 * <p>Nothing runs by itself: {@link #runDueTasks} runs what is due by {@link #clock}, in the order
 * of priority and time, one task of a lambda after the other, and returns when nothing is left that
 * can run: periodic tasks have fired, keys have given all their turns, jobs have gone as far as
 * they can. Meanwhile the clock stands still.
 *
 * <p>A leap of the clock is time in which nobody was there. A periodic task then does what its
 * catch-up policy says; {@link #runFor} is time that passes.
 *
 * <p>Safe to use from several threads, one after the other. What handlers do takes real time, and
 * none by the clock; a handler that blocks for a minute fails the test. A handler that waits for
 * another thread of the program which calls {@link #client} waits for ever, since that call waits
 * for the handler.
 */
public final class InMemoryAtf implements AutoCloseable {
  private static final Instant BEGINNING = Instant.parse("2026-01-01T00:00:00Z");

  /** Chosen: tasks that schedule one another go on for ever. */
  private static final int RUNS_MAX = 10_000;

  /** Rounds of one task, each at a later time. */
  private static final int ROUNDS_MAX = 1_000;

  /** Times at which something is due while time passes: a day of every ten seconds, about. */
  private static final int TIMES_MAX = 10_000;

  /** Longer than anything waits that is due and can run; in monotonic time, which costs little. */
  private static final Duration QUIET = Duration.ofSeconds(3);

  /** Twice what the store consumer leaves at most between two looks at one plan. */
  private static final Duration UNSEEN = Duration.ofMinutes(1);

  private static final Duration STEP = Duration.ofMillis(100);

  private final ReentrantLock lock = new ReentrantLock();
  private final TestClock clock = new TestClock(BEGINNING);
  private final Machines machines = new Machines(clock);
  private final Engine engine = new Engine(machines.timeline());
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
   * What the code under test schedules by. Its {@code await} waits in real time, in which nothing
   * happens: use {@link #runUntilFinished}.
   */
  public AtfClient client() {
    return client;
  }

  /** The time of all services. */
  public TestClock clock() {
    return clock;
  }

  /**
   * Runs what is due, and what becomes due by that. Tasks stay that cannot run: of a lambda without
   * a handler, behind a closed gate, over a rate.
   *
   * @return how many attempts were run
   * @throws IllegalStateException if after 10,000 attempts there are still more
   */
  public int runDueTasks() {
    return locked(this::run);
  }

  /**
   * Lets time pass: runs what is due, moves the clock to the next time at which anything is, runs
   * that, and so forth, until so much time has passed. So a periodic task fires each time.
   *
   * @return how many attempts were run
   * @throws IllegalArgumentException if the time is negative
   * @throws IllegalStateException if after 10,000 attempts, or 10,000 times, there are still more
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
   * Runs what is due, then moves the clock to the time at which this task goes on, and so forth,
   * until it is finished: with all its retries, and with those of the tasks that have the turn of
   * its key before it. What a periodic task would have done meanwhile is missed.
   *
   * @throws IllegalStateException if it is not finished by then, with the reason
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

  /** A task as it is now. */
  public TaskSnapshot task(String taskId) {
    return client.get(taskId);
  }

  /** All tasks of a lambda, also finished ones, in the order in which they were scheduled. */
  public List<TaskSnapshot> tasks(String lambda) {
    return locked(() -> engine.tasksOf(lambda)).stream()
        .map(TaskId::value)
        .map(client::get)
        .toList();
  }

  /**
   * The only task of a lambda.
   *
   * @throws AssertionError if it has none, or several
   */
  public TaskSnapshot onlyTask(String lambda) {
    var all = tasks(lambda);
    if (all.size() != 1) {
      throw new AssertionError("tasks of " + lambda + ": " + all.size() + " (expected: 1)");
    }
    return all.get(0);
  }

  /** Forgets everything. */
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
