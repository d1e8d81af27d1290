package dev.atf.controller;

import dev.atf.model.Limits;
import dev.atf.queue.sqs.SqsConfig;
import dev.atf.runtime.ConfigException;
import dev.atf.runtime.RpcServerConfig;
import java.time.Duration;
import java.util.List;

/**
 * Settings of one controller.
 *
 * @param server where executors of this host reach it
 * @param hscUri of the HSC, {@code http://host:port}
 * @param lambdas names of the lambdas that this host works for; it polls no other queues
 * @param bufferMax references held for each priority of each lambda
 * @param bufferAge a reference that waited longer goes back to its queue, unclaimed
 * @param visibility how long a message is hidden from others once received; whole seconds
 * @param receiveWait of a long poll; whole seconds, at most 20
 * @param claimTimeout of one ClaimTasks call
 * @param settingsRefresh between two looks at the lambdas' settings
 * @param ageing a priority that has something to run is served once after it was passed over for
 *     this long, times its distance from the best
 * @param priorityWeights of a lambda's priorities, highest first; the last stands for all that
 *     follow: while it has work, each gets at least its weight's share of what is handed out
 * @param breakerFailuresMax failed claims in a row after which the HSC is left alone until it
 *     answers a probe
 */
public record ControllerConfig(
    RpcServerConfig server,
    String hscUri,
    List<String> lambdas,
    SqsConfig queue,
    int bufferMax,
    Duration bufferAge,
    Duration visibility,
    Duration receiveWait,
    Duration claimTimeout,
    Duration settingsRefresh,
    Duration ageing,
    List<Integer> priorityWeights,
    int breakerFailuresMax) {
  /** For the receive's answer to come and for the deletion to be sent. */
  private static final Duration VISIBILITY_MARGIN = Duration.ofSeconds(5);

  /** SQS: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/. */
  private static final Duration RECEIVE_WAIT_MAX = Duration.ofSeconds(20);

  private static final Duration VISIBILITY_MAX = Duration.ofHours(12);

  /** Last, for its constructor reads the bounds. It names no lambdas: those have to be told. */
  public static final ControllerConfig DEFAULTS =
      new ControllerConfig(
          RpcServerConfig.onPort(8082),
          "http://127.0.0.1:8081",
          List.of(),
          SqsConfig.DEFAULTS,
          20,
          Duration.ofSeconds(2),
          Duration.ofSeconds(30),
          Duration.ofSeconds(20),
          Duration.ofSeconds(2),
          Duration.ofSeconds(2),
          Duration.ofSeconds(1),
          List.of(16, 2, 1),
          3);

  public ControllerConfig {
    lambdas = List.copyOf(lambdas);
    priorityWeights = List.copyOf(priorityWeights);
    require(hscUri.matches("https?://[^/]+/?"), "hscUri", hscUri, "http(s)://host:port");
    require(bufferMax >= 1 && bufferMax <= 1_000, "bufferMax", bufferMax, "1 to 1000");
    requirePositive("bufferAge", bufferAge);
    requirePositive("claimTimeout", claimTimeout);
    requirePositive("settingsRefresh", settingsRefresh);
    requirePositive("ageing", ageing);
    require(
        !priorityWeights.isEmpty()
            && priorityWeights.size() <= Limits.PRIORITIES_MAX
            && priorityWeights.stream().allMatch(w -> w >= 1 && w <= PriorityWeights.WEIGHT_MAX),
        "priorityWeights",
        priorityWeights,
        "1 to " + Limits.PRIORITIES_MAX + " weights of 1 to " + PriorityWeights.WEIGHT_MAX);
    require(
        breakerFailuresMax >= 1 && breakerFailuresMax <= 100,
        "breakerFailuresMax",
        breakerFailuresMax,
        "1 to 100");
    require(
        !receiveWait.isNegative() && receiveWait.compareTo(RECEIVE_WAIT_MAX) <= 0,
        "receiveWait",
        receiveWait,
        "0s to 20s");
    // A message that became visible before its claim was answered would be handed to another
    // controller for nothing: it has to stay hidden while it is buffered, claimed and deleted.
    var needed = bufferAge.plus(ClaimTimes.usefulFor(claimTimeout)).plus(VISIBILITY_MARGIN);
    require(
        visibility.compareTo(needed) >= 0 && visibility.compareTo(VISIBILITY_MAX) <= 0,
        "visibility",
        visibility,
        "at least bufferAge + 2 x claimTimeout + " + VISIBILITY_MARGIN + " = " + needed);
  }

  private static void requirePositive(String field, Duration value) {
    require(!value.isNegative() && !value.isZero(), field, value, "more than 0");
  }

  private static void require(boolean holds, String field, Object value, String expected) {
    if (!holds) {
      throw new ConfigException(field + ": " + value + " (expected: " + expected + ")");
    }
  }
}
