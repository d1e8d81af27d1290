package dev.atf.queue.sqs;

import java.time.Duration;

/** Settings of clients that wait for a busy machine, and not for the time of a real call. */
final class PatientSqs {
  private static final Duration PATIENCE = Duration.ofMinutes(1);
  private static final int TRIES_MAX = 4;
  private static final int CONNECTIONS_MAX = 64;

  private PatientSqs() {}

  static SqsConfig at(String endpoint) {
    return at(endpoint, "us-east-1", "test");
  }

  static SqsConfig at(String endpoint, String region, String queuePrefix) {
    return new SqsConfig(
        endpoint,
        region,
        queuePrefix,
        new SqsClientConfig(
            PATIENCE.multipliedBy(TRIES_MAX),
            PATIENCE,
            TRIES_MAX,
            PATIENCE,
            CONNECTIONS_MAX,
            PATIENCE));
  }
}
