package dev.atf.lab.bench;

import dev.atf.lab.bench.workload.Figures;
import dev.atf.lab.bench.workload.Percentiles;
import dev.atf.lab.execution.Executions;
import java.io.PrintWriter;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToDoubleFunction;

/** Delays of lambda B that lambda A's troubles cause. */
public record IsolationReport(
    List<Phase> phases,
    Optional<Backlog> backlog,
    double ratePerSecond,
    int slices,
    long sliceSeconds,
    long handlerMillis,
    int slots,
    double pollIntervalSeconds,
    int processors,
    String java) {

  static IsolationReport of(
      IsolationBenchmark.Options options, List<Phase> phases, Optional<Backlog> backlog) {
    return new IsolationReport(
        List.copyOf(phases),
        backlog,
        options.rate(),
        options.slices(),
        options.slice().toSeconds(),
        options.handlerTime().toMillis(),
        options.slots(),
        options.pollInterval().toMillis() / 1000.0,
        Runtime.getRuntime().availableProcessors(),
        Runtime.version().toString());
  }

  public boolean allStarted() {
    return phases.stream().allMatch(phase -> phase.started() == phase.scheduled());
  }

  public void print(PrintWriter out) {
    out.printf(
        "isolation: lambda B's start - due in ms, medians of %d slices of %d s at %.0f tasks/s%n",
        slices, sliceSeconds, ratePerSecond);
    out.printf(
        "%-28s %8s %8s %8s %9s   %-22s %s%n",
        "lambda A", "p50", "p95", "p99", "max", "against quiet 50/95/99", "A's executions");
    for (var phase : phases) {
      out.printf(
          "%-28s %8.1f %8.1f %8.1f %9.1f   %6.2f %6.2f %6.2f   %6d%s%n",
          phase.name(),
          phase.latencyMs().p50(),
          phase.latencyMs().p95(),
          phase.latencyMs().p99(),
          phase.maxMs(),
          phase.ratio().p50(),
          phase.ratio().p95(),
          phase.ratio().p99(),
          phase.noisyStarts(),
          phase.started() == phase.scheduled()
              ? ""
              : "   " + (phase.scheduled() - phase.started()) + " of B NOT STARTED");
    }
    backlog.ifPresent(
        it ->
            out.printf(
                "backlog: %d tasks, put into the store in %.1f s; %d released, %d pushed again:"
                    + " %.3f pushes a task; %d alarms checked and left%n",
                it.tasks(),
                it.loadSeconds(),
                it.released(),
                it.pushedAgain(),
                it.pushesPerTask(),
                it.looks()));
    out.printf(
        "conditions: DynamoDB Local in memory and ElasticMQ in this process, poll interval %.1f s,"
            + " A and B with %d slots each, A's handlers take %d ms, %d processors, java %s%n",
        pollIntervalSeconds, slots, handlerMillis, processors, java);
    out.flush();
  }

  /**
   * Latencies of lambda B during one phase of A.
   *
   * @param latencyMs due time until handler start: the medians of the slices
   * @param maxMs of all slices
   * @param slices each in its turn
   * @param ratio of the three percentiles to those of the quiet phase before it
   * @param noisyStarts executions of A that began in this time
   */
  public record Phase(
      String name,
      int scheduled,
      int started,
      Percentiles latencyMs,
      double maxMs,
      Percentiles ratio,
      int noisyStarts,
      List<Percentiles> slices) {

    /** Figures of the tasks of B by their due times. */
    static Phase of(String name, Map<String, Instant> due, Executions executions, Duration slice) {
      var first = due.values().stream().min(Instant::compareTo).orElse(Instant.EPOCH);
      var bySlice = new TreeMap<Long, List<Double>>();
      int started = 0;
      double max = 0;
      for (var task : due.entrySet()) {
        var start = executions.firstOf(task.getKey());
        if (start.isPresent()) {
          started++;
          double late = start.get().millisAfter(task.getValue());
          max = Math.max(max, late);
          long number = Duration.between(first, task.getValue()).dividedBy(slice);
          bySlice.computeIfAbsent(number, n -> new ArrayList<>()).add(late);
        }
      }
      var slices = bySlice.values().stream().map(Percentiles::of).toList();
      var medians =
          new Percentiles(
              median(slices, Percentiles::p50),
              median(slices, Percentiles::p95),
              median(slices, Percentiles::p99));
      return new Phase(
          name,
          due.size(),
          started,
          medians,
          Figures.round(max, 10),
          new Percentiles(1, 1, 1),
          0,
          slices);
    }

    Phase against(Phase quiet, int noisyStarts) {
      var compared =
          new Percentiles(
              Figures.round(latencyMs.p50() / quiet.latencyMs().p50(), 100),
              Figures.round(latencyMs.p95() / quiet.latencyMs().p95(), 100),
              Figures.round(latencyMs.p99() / quiet.latencyMs().p99(), 100));
      return new Phase(name, scheduled, started, latencyMs, maxMs, compared, noisyStarts, slices);
    }

    private static double median(List<Percentiles> slices, ToDoubleFunction<Percentiles> of) {
      double[] sorted = slices.stream().mapToDouble(of).sorted().toArray();
      int half = sorted.length / 2;
      if (sorted.length == 0) {
        return 0;
      }
      return Figures.round(
          sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2, 10);
    }
  }

  /**
   * Progress of A's backlog while B was measured beside it.
   *
   * @param released tasks of A that were pushed for the first time in their epoch
   * @param pushedAgain copies pushed because the first was not claimed
   * @param looks alarms of unclaimed tasks that were moved without a push
   */
  public record Backlog(
      int tasks,
      double loadSeconds,
      long released,
      long pushedAgain,
      long looks,
      double pushesPerTask) {

    /**
     * @param ofQuiet releases of B's tasks
     */
    static Backlog of(
        int tasks, double loadSeconds, IsolationBenchmark.ConsumerFigures counted, int ofQuiet) {
      long released = Math.max(1, counted.released() - ofQuiet);
      return new Backlog(
          tasks,
          loadSeconds,
          released,
          counted.pushedAgain(),
          counted.looks(),
          Figures.round((double) (released + counted.pushedAgain()) / released, 1_000));
    }
  }
}
