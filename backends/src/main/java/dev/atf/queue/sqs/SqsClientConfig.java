package dev.atf.queue.sqs;

import dev.atf.model.check.FieldChecks;
import java.time.Duration;

/**
 * Settings of calls to SQS.
 *
 * @param callTimeout time limit of a call with all its tries, plus the wait of a receive
 * @param tryTimeout time limit of a try, plus the wait of a receive
 * @param triesMax tries of a call
 * @param connectTimeout time limit of opening a connection
 * @param connectionsMax open connections; each polled queue of a controller uses one
 * @param acquireTimeout maximum wait for a free connection
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
