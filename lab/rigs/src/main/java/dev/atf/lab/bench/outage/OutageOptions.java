package dev.atf.lab.bench.outage;

import dev.atf.local.EngineKind;
import dev.atf.model.lambda.LeaseTimes;
import java.time.Duration;

/**
 * Size of an outage, and the system that meets it.
 *
 * @param engine embedded: with all services in one process; DynamoDB Local: with each in its own
 * @param tasks that are scheduled at its beginning
 * @param outage from the beginning until the dependency is back
 * @param executors processes of the lambda
 * @param threads of each
 * @param lease long enough for the start of processes beside it
 * @param slowness how many times longer than on a quiet machine services wait for each other
 */
public record OutageOptions(
    EngineKind engine,
    int tasks,
    Duration outage,
    int executors,
    int threads,
    LeaseTimes lease,
    double slowness) {
  /** Lease times that outlast the start of killed processes on two cores. */
  public static final LeaseTimes LEASE =
      new LeaseTimes(
          Duration.ofSeconds(16),
          Duration.ofSeconds(1),
          Duration.ofSeconds(3),
          3,
          Duration.ofMillis(250),
          Duration.ofSeconds(4));
}
