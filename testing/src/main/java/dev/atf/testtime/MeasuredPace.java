package dev.atf.testtime;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;

/**
 * Pace of the machine, measured once in each JVM. It is the duration of a fixed piece of work,
 * divided by its duration on a quiet machine. System tests derive lease times from it, so that
 * executors do not lose their leases only because other programs use the processors.
 *
 * <p>The work resembles that of services: for each processor, two threads pass a token to each
 * other, and each one computes for about ten milliseconds before it passes the token. That is
 * longer than a scheduler favours threads that have just woken. The slowest of several samples
 * counts, because a lease must outlast the worst moment.
 */
public final class MeasuredPace {
  /**
   * Maximum factor. Tests wait for the ends of many leases, and the full level may take an hour.
   */
  public static final double FACTOR_MAX = 3;

  /** Pace below which the machine counts as quiet, so that a short disturbance has no effect. */
  private static final double QUIET_BELOW = 1.5;

  /**
   * Property with the minimum factor, for a test JVM that runs several classes at a time, which
   * start after the measurement.
   */
  private static final String FACTOR_MIN = "atf.pace.min";

  private static final int SAMPLES = 3;
  private static final int HANDOVERS = 20;
  private static final int ITERATIONS = 8_000_000;

  /**
   * Duration of one sample on a quiet machine. It was measured as the processor time of the
   * threads, at the first level of compilation.
   */
  private static final Duration QUIET_SAMPLE = Duration.ofMillis(200);

  private static final AtomicReference<MeasuredPace> MEASURED = new AtomicReference<>();

  private final double factor;

  private MeasuredPace(double factor) {
    this.factor = factor;
  }

  /** Returns the pace of this JVM. The first call prints it, and takes 0.8 s on a quiet machine. */
  public static synchronized MeasuredPace get() {
    var pace = MEASURED.get();
    if (pace == null) {
      pace = measure();
      System.out.println("machine: " + pace);
      MEASURED.set(pace);
    }
    return pace;
  }

  static Optional<MeasuredPace> ifMeasured() {
    return Optional.ofNullable(MEASURED.get());
  }

  /** Returns a number from 1 (quiet) to {@link #FACTOR_MAX}. */
  public double factor() {
    return factor;
  }

  /** Returns a quiet machine's duration scaled to the pace of this one. */
  public Duration scaled(Duration quiet) {
    return Duration.ofMillis(Math.round(quiet.toMillis() * factor));
  }

  @Override
  public String toString() {
    return String.format(Locale.ROOT, "lease times of tests x%.1f", factor);
  }

  private static MeasuredPace measure() {
    int pairs = Runtime.getRuntime().availableProcessors();
    var threads = Executors.newFixedThreadPool(2 * pairs);
    try {
      // The compiler's own time does not count.
      sample(threads, pairs);
      var slowest = Duration.ZERO;
      for (int i = 0; i < SAMPLES; i++) {
        var time = sample(threads, pairs);
        slowest = time.compareTo(slowest) > 0 ? time : slowest;
      }
      return new MeasuredPace(bounded((double) slowest.toMillis() / QUIET_SAMPLE.toMillis()));
    } finally {
      threads.shutdownNow();
    }
  }

  private static double bounded(double measured) {
    double least = Double.parseDouble(System.getProperty(FACTOR_MIN, "1"));
    // In tenths, so that sums of scaled times are the scaled sums.
    double tenths = Math.min(Math.ceil(measured * 10) / 10, FACTOR_MAX);
    return measured < QUIET_BELOW ? least : Math.max(tenths, least);
  }

  /** Returns the duration of the work. */
  private static Duration sample(ExecutorService threads, int pairs) {
    var begun = Uptime.now();
    var ends = new ArrayList<CompletableFuture<Void>>();
    for (int i = 0; i < pairs; i++) {
      var there = new SynchronousQueue<Long>();
      var back = new SynchronousQueue<Long>();
      ends.add(CompletableFuture.runAsync(() -> handOver(there, back, true), threads));
      ends.add(CompletableFuture.runAsync(() -> handOver(back, there, false), threads));
    }
    CompletableFuture.allOf(ends.toArray(CompletableFuture<?>[]::new)).join();
    return Uptime.now().minus(begun);
  }

  private static final AtomicLong RESULT = new AtomicLong();

  private static void handOver(
      SynchronousQueue<Long> to, SynchronousQueue<Long> from, boolean begins) {
    try {
      long token = begins ? 1 : from.take();
      for (int i = 0; i < HANDOVERS / 2; i++) {
        to.put(worked(token));
        if (begins || i + 1 < HANDOVERS / 2) {
          token = from.take();
        }
      }
      RESULT.addAndGet(token);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  private static long worked(long seed) {
    long value = seed;
    for (int i = 0; i < ITERATIONS; i++) {
      value = value * 6_364_136_223_846_793_005L + 1_442_695_040_888_963_407L;
    }
    return value;
  }
}
