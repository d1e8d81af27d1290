package dev.atf.frontend.cost;

import java.util.List;

/** What somebody has counted of the requests to a store and to queues. */
public interface CostSource {
  /**
   * Since it began to count.
   *
   * @param service DynamoDB or SQS
   * @param operation what happened to a task, or what was asked for
   * @param queueRequests as they are billed
   */
  record Line(
      String service,
      String operation,
      long count,
      double writeUnits,
      double readUnits,
      double queueRequests) {
    Line plus(Line other) {
      return new Line(
          service,
          operation,
          count + other.count,
          writeUnits + other.writeUnits,
          readUnits + other.readUnits,
          queueRequests + other.queueRequests);
    }
  }

  /** One for each operation, or several. */
  List<Line> lines();

  /** Whether these are requests that were not made, and what they would have come to. */
  boolean isEstimate();
}
