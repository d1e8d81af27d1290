package dev.atf.lab.bench.workload;

import dev.atf.cli.output.Progress;
import dev.atf.lab.execution.Executions;
import dev.atf.local.Pause;
import dev.atf.runtime.loop.MonotonicClock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.IntSupplier;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** A running contender, and the calls by which a workload gives it jobs and watches them. */
public final class Stage {
  private static final int LOADERS = 4;
  private static final Duration CHECK_EVERY = Duration.ofMillis(20);

  /** Longest time without progress; then the rest counts as lost. */
  public static final Duration STALL_MAX = Duration.ofMinutes(2);

  /** Estimate before anything was loaded. A slower contender loads twice. */
  private static final Duration FIRST_LOAD_PER_JOB = Duration.ofNanos(100_000);

  private final Contender contender;
  private final Executions executions;
  private final Progress progress;
  private final MonotonicClock clock = MonotonicClock.system();
  private final InstantSource instants = InstantSource.system();
  private final AtomicLong numbers = new AtomicLong();
  private int awaited;
  private Duration loadPerJob = FIRST_LOAD_PER_JOB;

  /**
   * @param executions of the contender's handlers
   */
  Stage(Contender contender, Executions executions, Progress progress) {
    this.contender = contender;
    this.executions = executions;
    this.progress = progress;
  }

  public Contender contender() {
    return contender;
  }

  public Progress progress() {
    return progress;
  }

  public MonotonicClock clock() {
    return clock;
  }

  public Instant now() {
    return instants.instant();
  }

  /** Returns the executions of the contender's handlers. */
  public Executions executions() {
    return executions;
  }

  /** Returns the first of {@code count} numbers that no other job has. Safe for many threads. */
  public long numbers(int count) {
    return numbers.getAndAdd(count);
  }

  /** Returns the next job; kinds take turns. Safe for many threads. */
  Job job(boolean urgent, Duration takes, Instant dueAt) {
    long number = numbers(1);
    var kind = Contender.KINDS.get((int) (number % Contender.KINDS.size()));
    return new Job(number, kind, urgent, takes, dueAt);
  }

  List<Job> jobs(int count, Duration takes, Instant dueAt) {
    return LongStream.range(0, count).mapToObj(i -> job(false, takes, dueAt)).toList();
  }

  /**
   * Schedules jobs at a steady rate. Each is due a fixed time after its call.
   *
   * @return time of each call
   */
  Map<Job, Instant> schedule(String what, int rate, int count, boolean urgent, Duration ahead) {
    var calledAt = new ConcurrentHashMap<Job, Instant>();
    Callers.atRate(
        rate,
        what,
        count,
        () -> {
          var now = now();
          var job = job(urgent, Duration.ZERO, now.plus(ahead).truncatedTo(ChronoUnit.MILLIS));
          calledAt.put(job, now);
          contender.schedule(job);
        },
        progress);
    return calledAt;
  }

  /** Splits jobs into batches of one kind each. */
  public static List<List<Job>> batches(List<Job> jobs, int size) {
    var batches = new ArrayList<List<Job>>();
    for (var kind : jobs.stream().collect(Collectors.groupingBy(Job::kind)).values()) {
      for (int from = 0; from < kind.size(); from += size) {
        batches.add(kind.subList(from, Math.min(kind.size(), from + size)));
      }
    }
    return batches;
  }

  /** Schedules jobs as quickly as possible; not measured. */
  void load(List<Job> jobs) {
    var batches = batches(jobs, Contender.BATCH_MAX);
    progress.begin("load", batches.size());
    long begun = clock.nanos();
    Callers.call(LOADERS, batches, contender::scheduleBatch, progress::step, clock);
    progress.end();
    if (!jobs.isEmpty()) {
      loadPerJob = clock.since(begun).dividedBy(jobs.size());
    }
  }

  /** Returns the expected duration of a load, from that of the load before. */
  Duration loadTakes(int count) {
    return loadPerJob.multipliedBy(count);
  }

  /** Returns the number of executions so far that were not the first of their job. */
  int repeated() {
    executions.more();
    return executions.repeated();
  }

  void waitFor(Instant at) {
    Pause.until(clock.nanos() + Duration.between(now(), at).toNanos(), clock);
  }

  /**
   * Returns the executions when each of the jobs has begun. Each job is awaited once.
   *
   * @throws IllegalStateException if nothing begins any more
   */
  public Executions awaitStarts(List<Job> jobs) {
    int before = awaited;
    awaited += jobs.size();
    await("run", jobs.size(), () -> begun(jobs, before));
    return executions;
  }

  /** Counts the jobs that have begun, one by one only when as many executions have. */
  private int begun(List<Job> jobs, int before) {
    executions.more();
    int count = executions.all().size() - before;
    return count < jobs.size()
        ? Math.max(0, count)
        : (int) jobs.stream().filter(job -> job.firstIn(executions).isPresent()).count();
  }

  /**
   * Returns when {@code done} has reached {@code count}.
   *
   * @throws IllegalStateException if it does not rise any more
   */
  public void await(String what, int count, IntSupplier done) {
    int seen = -1;
    long seenAt = clock.nanos();
    progress.begin(what, count);
    while (seen < count && clock.since(seenAt).compareTo(STALL_MAX) <= 0) {
      int now = done.getAsInt();
      if (now > seen) {
        seen = now;
        seenAt = clock.nanos();
        progress.step(seen);
      }
      if (seen < count) {
        Pause.until(clock.nanos() + CHECK_EVERY.toNanos(), clock);
      }
    }
    progress.end();
    if (seen < count) {
      throw new IllegalStateException("%s: only %d of %d are done".formatted(what, seen, count));
    }
  }
}
