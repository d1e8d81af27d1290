package dev.atf.lab.bench.workload;

import dev.atf.cli.output.Progress;
import dev.atf.local.Pause;
import dev.atf.runtime.loop.MonotonicClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

/** A running contender, and the calls by which a workload gives it jobs and watches them. */
public final class Stage {
  private static final int LOADERS = 4;
  private static final Duration LOOK_EVERY = Duration.ofMillis(20);

  /** Longest time without a beginning of a job; then the rest counts as lost. */
  private static final Duration STALL_MAX = Duration.ofMinutes(2);

  /** Estimate before anything was loaded: slower than any contender that was seen. */
  private static final Duration FIRST_LOAD_PER_JOB = Duration.ofMillis(5);

  private final Contender contender;
  private final Path starts;
  private final Progress progress;
  private final MonotonicClock clock = MonotonicClock.system();
  private final InstantSource instants = InstantSource.system();
  private final AtomicLong numbers = new AtomicLong();
  private int awaited;
  private Duration loadPerJob = FIRST_LOAD_PER_JOB;

  /**
   * @param starts directory of the {@link StartLog} of the contender's handlers
   */
  Stage(Contender contender, Path starts, Progress progress) {
    this.contender = contender;
    this.starts = starts;
    this.progress = progress;
  }

  Contender contender() {
    return contender;
  }

  Progress progress() {
    return progress;
  }

  MonotonicClock clock() {
    return clock;
  }

  Instant now() {
    return instants.instant();
  }

  /** Returns the next job; kinds take turns. Safe for many threads. */
  Job job(boolean urgent, Duration takes, Instant dueAt) {
    long number = numbers.getAndIncrement();
    var kind = Contender.KINDS.get((int) (number % Contender.KINDS.size()));
    return new Job(number, kind, urgent, takes, dueAt);
  }

  List<Job> jobs(int count, Duration takes, Instant dueAt) {
    return LongStream.range(0, count).mapToObj(i -> job(false, takes, dueAt)).toList();
  }

  /** Splits jobs into batches of one kind each. */
  static List<List<Job>> batches(List<Job> jobs, int size) {
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
    return Starts.read(starts).repeated();
  }

  void waitFor(Instant at) {
    Pause.until(clock.nanos() + Duration.between(now(), at).toNanos(), clock);
  }

  /**
   * Returns when each of them has begun. Each job is awaited once.
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
