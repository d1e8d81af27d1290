package dev.atf.simulation.scale;

/**
 * Result of an experiment. Times are virtual, except {@code realSeconds}.
 *
 * @param happened events of the simulation
 * @param offered tasks that were scheduled, or should have been
 * @param schedulesFailed tasks whose Schedule failed; they are not among those to finish
 * @param finishedPerSecond rate from the first due time until the last end
 * @param startP50Millis start − due
 * @param behindSeconds time, from the first due time or from the return of the store, in which
 *     tasks started more than a second late
 * @param throttled writes that a partition refused, every try counted
 * @param inFlightMax messages of one queue
 */
public record ScaleReport(
    ScalePlan plan,
    double realSeconds,
    double simulatedSeconds,
    long happened,
    long offered,
    long finished,
    long schedulesFailed,
    double finishedPerSecond,
    double startP50Millis,
    double startP99Millis,
    double behindSeconds,
    double writeUnitsPerTask,
    double readUnitsPerTask,
    QueueRequests queueRequestsPerTask,
    long throttled,
    Partition busiestOfTables,
    Partition busiestOfIndex,
    int inFlightMax) {

  /** Conditions of the experiment: what is simulated, and what is not. */
  public static final String CONDITIONS =
      "1,000 write units a second of each partition of a table and for each list of the index,"
          + " 120,000 messages of a queue in flight; writes take 5 ms, reads 3 ms, requests to SQS"
          + " 10 ms, calls 2 ms in the mean; processors are infinitely fast";

  /** Numbers of requests to SQS. */
  public record QueueRequests(
      double push, double receive, double delete, double release, double depth) {
    public double sum() {
      return push + receive + delete + release + depth;
    }
  }

  /**
   * @param writeUnits units that it took in its busiest second
   */
  public record Partition(String name, double writeUnits) {}

  /** Returns whether every task that was scheduled has finished. */
  public boolean isComplete() {
    return finished == offered - schedulesFailed;
  }
}
