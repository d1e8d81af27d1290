package dev.atf.blob.s3;

import dev.atf.model.check.FieldChecks;
import java.time.Duration;

/**
 * Settings of calls to S3.
 *
 * @param callTimeout time limit of one call with all its tries; for a read, until its content
 *     begins
 * @param tryTimeout time limit of one try
 * @param silenceTimeout time limit of a connection without any data
 * @param triesMax maximum number of tries of one call
 * @param connectTimeout time limit for opening a connection
 * @param connectionsMax maximum number of connections; each content that is being read uses one
 * @param acquireTimeout time limit of the wait for a connection when all are in use
 */
record S3CallConfig(
    Duration callTimeout,
    Duration tryTimeout,
    Duration silenceTimeout,
    int triesMax,
    Duration connectTimeout,
    int connectionsMax,
    Duration acquireTimeout) {
  // A try sends at most 8 MiB, for which 20 s are enough at 4 Mbit/s.
  public static final S3CallConfig DEFAULTS =
      new S3CallConfig(
          Duration.ofSeconds(60),
          Duration.ofSeconds(20),
          Duration.ofSeconds(20),
          4,
          Duration.ofSeconds(2),
          256,
          Duration.ofSeconds(5));

  public S3CallConfig {
    new FieldChecks()
        .positive("callTimeout", callTimeout)
        .positive("tryTimeout", tryTimeout)
        // A try that lasts longer than its call would be cut off and never repeated.
        .atLeast("callTimeout", callTimeout, tryTimeout, "tryTimeout")
        .positive("silenceTimeout", silenceTimeout)
        .within("triesMax", triesMax, 1, 10)
        .positive("connectTimeout", connectTimeout)
        .within("connectionsMax", connectionsMax, 1, 10_000)
        .positive("acquireTimeout", acquireTimeout)
        .end();
  }
}
