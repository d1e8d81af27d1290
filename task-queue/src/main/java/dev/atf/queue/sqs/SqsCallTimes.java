package dev.atf.queue.sqs;

import jakarta.inject.Inject;
import java.time.Duration;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;

/** Time-outs of calls to SQS, translated with whole seconds for the SDK. */
final class SqsCallTimes {
  /** The longest long poll that SQS knows. */
  private static final Duration WAIT_MAX = Duration.ofSeconds(20);

  private final SqsClientConfig client;

  @Inject
  SqsCallTimes(SqsConfig config) {
    this.client = config.client();
  }

  /**
   * Returns a time longer than any call that is meant to wait: a silent connection is given up
   * after it.
   */
  static Duration socket(SqsClientConfig client) {
    return WAIT_MAX.plus(client.callTimeout());
  }

  /** A receive may wait as it was asked to, and then take as long as any other call. */
  AwsRequestOverrideConfiguration ofReceive(Duration wait) {
    return AwsRequestOverrideConfiguration.builder()
        .apiCallAttemptTimeout(wait.plus(client.tryTimeout()))
        .apiCallTimeout(wait.plus(client.callTimeout()))
        .build();
  }

  /** Returns whole seconds, which SQS counts: a part of one is rounded up. */
  static int seconds(Duration duration) {
    return Math.toIntExact(duration.plusSeconds(1).minusNanos(1).toSeconds());
  }
}
