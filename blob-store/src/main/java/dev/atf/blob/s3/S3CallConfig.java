package dev.atf.blob.s3;

import dev.atf.model.check.FieldChecks;
import java.time.Duration;

/**
 * Settings of calls to S3.
 *
 * @param callTimeout of one call with its tries; of a read, until its content begins
 * @param tryTimeout time limit of one try
 * @param silenceTimeout of a connection on which nothing comes
 * @param triesMax maximum number of tries of one call
 * @param connectTimeout time limit for opening a connection
 * @param connectionsMax connections at a time; each content that is read holds one
 * @param acquireTimeout how long a call waits for a connection when all are in use
 */
public record S3CallConfig(
    Duration callTimeout,
    Duration tryTimeout,
    Duration silenceTimeout,
    int triesMax,
    Duration connectTimeout,
    int connectionsMax,
    Duration acquireTimeout) {
  // A try sends 8 MiB at most: 20 s are enough for 4 Mbit/s.
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
        // A try that outlasts its call would be cut off, and never be tried again.
        .atLeast("callTimeout", callTimeout, tryTimeout, "tryTimeout")
        .positive("silenceTimeout", silenceTimeout)
        .within("triesMax", triesMax, 1, 10)
        .positive("connectTimeout", connectTimeout)
        .within("connectionsMax", connectionsMax, 1, 10_000)
        .positive("acquireTimeout", acquireTimeout)
        .end();
  }
}
