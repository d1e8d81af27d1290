package dev.atf.queue.sqs;

import java.time.Duration;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;

/** How long calls to SQS may take, and how that and whole seconds are said to the SDK. */
final class SqsCallTimes {
  /** The longest long poll that SQS knows. */
  static final Duration WAIT_MAX = Duration.ofSeconds(20);

  /** One try of a call that does not wait for messages. */
  static final Duration ATTEMPT = Duration.ofSeconds(2);

  /** Such a call with the SDK's retries. */
  static final Duration CALL = Duration.ofSeconds(5);

  /** Longer than any call that is meant to wait: a silent connection is given up after it. */
  static final Duration SOCKET = WAIT_MAX.plus(CALL);

  private SqsCallTimes() {}

  /** A receive may wait as it was asked to, and then take as long as any other call. */
  static AwsRequestOverrideConfiguration ofReceive(Duration wait) {
    return AwsRequestOverrideConfiguration.builder()
        .apiCallAttemptTimeout(wait.plus(ATTEMPT))
        .apiCallTimeout(wait.plus(CALL))
        .build();
  }

  /** SQS counts whole seconds: a part of one is rounded up. */
  static int seconds(Duration duration) {
    return Math.toIntExact(duration.plusSeconds(1).minusNanos(1).toSeconds());
  }
}
