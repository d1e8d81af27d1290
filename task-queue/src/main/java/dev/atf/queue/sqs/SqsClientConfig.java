package dev.atf.queue.sqs;

import dev.atf.model.check.FieldChecks;
import java.time.Duration;

/**
 * Settings of calls to SQS.
 *
 * @param callTimeout of one call with its tries; a receive may take its wait longer
 * @param tryTimeout of one try; a receive may take its wait longer
 * @param triesMax of one call, in all
 * @param connectTimeout until a new connection stands
 * @param connectionsMax connections at a time; each polled queue of a controller holds one
 * @param acquireTimeout how long a call waits for a connection when all are in use
 */
public record SqsClientConfig(
    Duration callTimeout,
    Duration tryTimeout,
    int triesMax,
    Duration connectTimeout,
    int connectionsMax,
    Duration acquireTimeout) {
  // 1,024 connections: a controller's 100 lambdas may have 8 queues each. They are opened when
  // needed.
  public static final SqsClientConfig DEFAULTS =
      new SqsClientConfig(
          Duration.ofSeconds(5),
          Duration.ofSeconds(2),
          4,
          Duration.ofSeconds(2),
          1_024,
          Duration.ofSeconds(2));

  public SqsClientConfig {
    new FieldChecks()
        .positive("callTimeout", callTimeout)
        .positive("tryTimeout", tryTimeout)
        // A try that outlasts its call would be cut off, and never be tried again.
        .atLeast("callTimeout", callTimeout, tryTimeout, "tryTimeout")
        .within("triesMax", triesMax, 1, 10)
        .positive("connectTimeout", connectTimeout)
        .within("connectionsMax", connectionsMax, 1, 10_000)
        .positive("acquireTimeout", acquireTimeout)
        .end();
  }
}
