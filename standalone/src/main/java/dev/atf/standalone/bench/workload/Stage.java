package dev.atf.standalone.bench.workload;

import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.standalone.demo.DemoProgress;
import dev.atf.standalone.local.Pause;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** A contender that is up, and how a workload gives it jobs and sees what becomes of them. */
public final class Stage {
  private static final int LOADERS = 4;
  private static final Duration LOOK_EVERY = Duration.ofMillis(20);

  /** Without any job beginning for so long, the rest counts as lost. */
  private static final Duration STALL_MAX = Duration.ofMinutes(2);

  /** Before anything was loaded: slower than any contender that was seen. */
  private static final Duration FIRST_LOAD_PER_JOB = Duration.ofMillis(5);

  private final Contender contender;
  private final Path starts;
  private final DemoProgress progress;
  private final MonotonicClock clock = MonotonicClock.system();
  private final InstantSource instants = InstantSource.system();
  private final AtomicLong numbers = new AtomicLong();
  private int awaited;
  private Duration loadPerJob = FIRST_LOAD_PER_JOB;

  /**
   * @param starts where the contender's handlers keep their {@link StartLog}
   */
  Stage(Contender contender, Path starts, DemoProgress progress) {
    this.contender = contender;
    this.starts = starts;
    this.progress = progress;
  }

  Contender contender() {
    return contender;
  }

  DemoProgress progress() {
    return progress;
  }

  MonotonicClock clock() {
    return clock;
  }

  Instant now() {
    return instants.instant();
  }

  /** The next job; kinds take turns. By any thread. */
  Job job(boolean urgent, Duration takes, Instant dueAt) {
    long number = numbers.getAndIncrement();
    var kind = Contender.KINDS.get((int) (number % Contender.KINDS.size()));
    return new Job(number, kind, urgent, takes, dueAt);
  }

  List<Job> jobs(int count, Duration takes, Instant dueAt) {
    return LongStream.range(0, count).mapToObj(i -> job(false, takes, dueAt)).toList();
  }

  /** Batches of one kind each. */
  static List<List<Job>> batches(List<Job> jobs, int size) {
    var batches = new ArrayList<List<Job>>();
    for (var kind : jobs.stream().collect(Collectors.groupingBy(Job::kind)).values()) {
      for (int from = 0; from < kind.size(); from += size) {
        batches.add(kind.subList(from, Math.min(kind.size(), from + size)));
      }
    }
    return batches;
  }

  /** Puts jobs in as quickly as may be; not measured. */
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

  /** How long a load will take, as long as the one before took. */
  Duration loadTakes(int count) {
    return loadPerJob.multipliedBy(count);
  }

  /** Executions so far that were not the first of their job. */
  int repeated() {
    return Starts.read(starts).repeated();
  }

  void waitFor(Instant at) {
    Pause.until(clock.nanos() + Duration.between(now(), at).toNanos(), clock);
  }

  /**
   * Returns when each of them has begun. Whatever a workload wants to run is awaited once.
   *
   * @throws IllegalStateException if nothing begins any more
   */
  Starts awaitStarts(List<Job> jobs) {
    awaited += jobs.size();
    int before = awaited - jobs.size();
    int seen = 0;
    long seenAt = clock.nanos();
    progress.begin("run", jobs.size());
    while (true) {
      int count = Starts.count(starts);
      if (count > seen) {
        seen = count;
        seenAt = clock.nanos();
        progress.step(Math.max(0, Math.min(jobs.size(), count - before)));
      }
      if (count >= awaited) {
        var read = Starts.read(starts);
        if (jobs.stream().allMatch(job -> read.of(job).isPresent())) {
          progress.end();
          return read;
        }
      }
      if (clock.since(seenAt).compareTo(STALL_MAX) > 0) {
        progress.end();
        throw new IllegalStateException(
            "of %d jobs only %d began".formatted(jobs.size(), count - before));
      }
      Pause.until(clock.nanos() + LOOK_EVERY.toNanos(), clock);
    }
  }
}
