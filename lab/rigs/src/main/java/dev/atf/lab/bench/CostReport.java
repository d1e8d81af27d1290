package dev.atf.lab.bench;

import dev.atf.lab.bench.workload.Figures;
import java.io.PrintWriter;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Cost of tasks on AWS: units and requests as measured, dollars by the price table.
 *
 * @param steps of a task's life, each once
 * @param tasks whole tasks
 * @param loads requests to the queues a task, while many are there at once
 */
public record CostReport(
    PriceTable prices, List<Cost> steps, List<Cost> tasks, List<Load> loads, Idle idle) {

  /**
   * @param queueRequests as they are billed; of whole tasks those under load
   * @param dollarsPerMillion of these
   */
  public record Cost(
      String name,
      double writeUnits,
      double readUnits,
      double queueRequests,
      double dollarsPerMillion) {

    static Cost of(
        PriceTable prices, String name, double writeUnits, double readUnits, double queueRequests) {
      return new Cost(
          name,
          Figures.round(writeUnits, 100),
          Figures.round(readUnits, 100),
          Figures.round(queueRequests, 1_000),
          Figures.round(prices.dollarsPerMillion(writeUnits, readUnits, queueRequests), 1_000));
    }
  }

  /**
   * @param byOperation requests a task
   */
  public record Load(
      String name, int tasks, Map<String, Double> byOperation, double queueRequests) {}

  /**
   * Hourly cost of the cluster without tasks.
   *
   * @param queues that its one controller polls
   * @param partitions of the index that its one store consumer polls: two lists each
   */
  public record Idle(
      double seconds,
      int queues,
      int partitions,
      double pollsPerHour,
      double readUnitsPerHour,
      double writeUnitsPerHour,
      double longPollsPerHour,
      double dollarsPerHour) {}

  /** Returns the cost of the step or task of this name. */
  public Cost named(String name) {
    return Stream.concat(steps.stream(), tasks.stream())
        .filter(cost -> cost.name().equals(name))
        .findFirst()
        .orElseThrow();
  }

  public void print(PrintWriter out) {
    out.printf("%-26s %8s %8s %8s %14s%n", "", "write", "read", "queue", "$ per million");
    steps.forEach(cost -> print(out, cost));
    out.println();
    tasks.forEach(cost -> print(out, cost));
    out.println();
    for (var load : loads) {
      out.printf(
          "%s (%d tasks): %.3f requests to the queues a task %s%n",
          load.name(), load.tasks(), load.queueRequests(), load.byOperation());
    }
    out.printf(
        "idle, %d queues and %d partitions: %.0f polls, %.0f read units, %.0f write units, %.0f"
            + " long polls an hour: $%.4f an hour%n",
        idle.queues(),
        idle.partitions(),
        idle.pollsPerHour(),
        idle.readUnitsPerHour(),
        idle.writeUnitsPerHour(),
        idle.longPollsPerHour(),
        idle.dollarsPerHour());
    out.printf(
        "prices: %s, %s; write unit $%.3f, read unit $%.3f (as of %s), request to SQS $%.2f (as of"
            + " %s) a million%n",
        prices.region(),
        prices.what(),
        prices.writeUnit().dollarsPerMillion(),
        prices.readUnit().dollarsPerMillion(),
        prices.writeUnit().asOf(),
        prices.queueRequest().dollarsPerMillion(),
        prices.queueRequest().asOf());
    out.flush();
  }

  private static void print(PrintWriter out, Cost cost) {
    out.printf(
        "%-26s %8.2f %8.2f %8.3f %14.2f%n",
        cost.name(),
        cost.writeUnits(),
        cost.readUnits(),
        cost.queueRequests(),
        cost.dollarsPerMillion());
  }
}
