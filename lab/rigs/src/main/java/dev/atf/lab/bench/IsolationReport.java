package dev.atf.lab.bench;

import java.io.PrintWriter;
import java.util.List;
import java.util.Optional;

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
      IsolationOptions options, List<Phase> phases, Optional<Backlog> backlog) {
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
                    + " %.3f pushes a task; %d alarms looked at and left%n",
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
}
