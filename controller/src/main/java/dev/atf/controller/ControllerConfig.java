package dev.atf.controller;

import dev.atf.model.check.Limits;
import dev.atf.model.lambda.Capability;
import dev.atf.model.worker.WorkerPlace;
import dev.atf.queue.sqs.SqsConfig;
import dev.atf.runtime.config.SettingChecks;
import dev.atf.runtime.credentials.CredentialsConfig;
import dev.atf.runtime.loop.LoopSettings;
import dev.atf.runtime.server.RpcServerConfig;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;

/**
 * Settings of one controller. Its component has each of them, and each group of them, by its type.
 *
 * @param server port for the host's executors
 * @param hscUri address of the HSC
 * @param lambdas lambdas of this host; {@code *} adds all that its executors ask for
 * @param offers capabilities such as gpu; lambdas that need others are not served; {@code *} for
 *     all
 * @param place place that this host takes over, such as an ordinal; if empty, each start gets a new
 *     one
 * @param queue queues
 * @param createQueues whether to create missing queues of registered lambdas; if false, the
 *     controller waits for them
 * @param bufferMax buffered references of each lambda and priority
 * @param bufferAge age at which a buffered reference returns to its queue
 * @param visibility how long a received message is hidden; whole seconds
 * @param receiveWait long poll; whole seconds, at most 20
 * @param claimTimeout time limit of a ClaimTasks call
 * @param settingsRefresh interval between reads of lambdas' settings, which also report this host
 * @param ageing wait after which a passed-over priority is served once, × its distance from the
 *     best one
 * @param tuning settings to change only after measuring
 * @param loops failing and hanging loops
 * @param priorityWeights weights of priorities, highest first, the last for all lower ones; with
 *     work, each gets at least its share
 * @param breakerFailuresMax consecutive failed claims after which none is sent until the HSC
 *     answers a probe
 * @param credentials credentials for the HSC
 */
public record ControllerConfig(
    RpcServerConfig server,
    String hscUri,
    List<String> lambdas,
    List<String> offers,
    String place,
    SqsConfig queue,
    boolean createQueues,
    int bufferMax,
    Duration bufferAge,
    Duration visibility,
    Duration receiveWait,
    Duration claimTimeout,
    Duration settingsRefresh,
    Duration ageing,
    ControllerTuning tuning,
    LoopSettings loops,
    List<Integer> priorityWeights,
    int breakerFailuresMax,
    CredentialsConfig credentials) {
  /**
   * Maximum of SQS: https://docs.aws.amazon.com/AWSSimpleQueueService/latest/SQSDeveloperGuide/.
   */
  /**
   * Maximum time between two exchanges with an HSC. By default a worker host is unhealthy after 15
   * s without one, and must exit after a minute. Several of them may fail before that.
   */
  static final Duration REFRESH_MAX = Duration.ofSeconds(5);

  private static final Duration RECEIVE_WAIT_MAX = Duration.ofSeconds(20);

  private static final Duration VISIBILITY_MAX = Duration.ofHours(12);
  private static final int WEIGHT_MAX = 1_000;

  /**
   * Defaults of all settings except the lambdas, which must be named. This field comes last,
   * because its constructor reads the limits.
   */
  public static final ControllerConfig DEFAULTS =
      new ControllerConfig(
          RpcServerConfig.onPort(8082),
          "http://127.0.0.1:8081",
          List.of(),
          List.of(),
          "",
          SqsConfig.DEFAULTS,
          false,
          20,
          Duration.ofSeconds(2),
          Duration.ofSeconds(30),
          Duration.ofSeconds(20),
          Duration.ofSeconds(2),
          Duration.ofSeconds(2),
          Duration.ofSeconds(1),
          ControllerTuning.DEFAULTS,
          LoopSettings.DEFAULT,
          List.of(16, 2, 1),
          3,
          CredentialsConfig.NONE);

  public ControllerConfig {
    lambdas = List.copyOf(lambdas);
    offers = List.copyOf(offers);
    priorityWeights = List.copyOf(priorityWeights);
    var calls = queue.client();
    var checks =
        new SettingChecks()
            .that(hscUri.matches("https?://[^/]+/?"), "hscUri", hscUri, "http(s)://host:port")
            .that(
                offers.size() <= Capability.OFFERS_MAX
                    && offers.stream()
                        .allMatch(name -> name.equals(HostOffers.ANY) || Capability.isName(name))
                    && new HashSet<>(offers).size() == offers.size(),
                "offers",
                offers,
                "at most %d different names, each %s, or * for anything"
                    .formatted(Capability.OFFERS_MAX, Capability.EXPECTED))
            .that(
                place.isEmpty() || WorkerPlace.isValid(place),
                "place",
                place,
                WorkerPlace.EXPECTED + ", or empty")
            .within("bufferMax", bufferMax, 1, 1_000)
            .positive("bufferAge", bufferAge)
            .within("receiveWait", receiveWait, Duration.ZERO, RECEIVE_WAIT_MAX)
            .within("visibility", visibility, Duration.ofSeconds(1), VISIBILITY_MAX)
            .within("claimTimeout", claimTimeout, Duration.ofMillis(1), Duration.ofMinutes(10))
            .within("settingsRefresh", settingsRefresh, Duration.ofMillis(10), REFRESH_MAX)
            .positive("ageing", ageing)
            .that(
                !priorityWeights.isEmpty()
                    && priorityWeights.size() <= Limits.PRIORITIES_MAX
                    && priorityWeights.stream().allMatch(w -> w >= 1 && w <= WEIGHT_MAX),
                "priorityWeights",
                priorityWeights,
                "1 to " + Limits.PRIORITIES_MAX + " weights of 1 to " + WEIGHT_MAX)
            .within("breakerFailuresMax", breakerFailuresMax, 1, 100);
    // A message must stay hidden while it is received, buffered, claimed and deleted. If it became
    // visible before its claim was answered, another controller would receive it for nothing.
    checks.atLeast(
        "visibility",
        visibility,
        bufferAge.plus(usefulFor(claimTimeout)).plus(calls.callTimeout()),
        "bufferAge + 2 x claimTimeout + queue.client.callTimeout");
    // Each lambda has a queue for each of its priorities, whose number is known later. Each queue
    // holds a connection during its long poll, and deletions must not wait for one.
    int polls = lambdas.size() * Limits.PRIORITIES_MAX;
    checks.that(
        calls.connectionsMax() > polls,
        "queue.client.connectionsMax",
        calls.connectionsMax(),
        "more than the number of lambdas x " + Limits.PRIORITIES_MAX + " priorities = " + polls);
    // A long poll is one turn of its loop.
    checks.atLeast(
        "loops.turnTimeMax",
        loops.turnTimeMax(),
        receiveWait.plus(calls.callTimeout()).plus(calls.callTimeout()),
        "receiveWait + 2 x queue.client.callTimeout");
    checks.end();
  }

  /**
   * Returns the time after the first try of a claim during which its answer is useful. After it,
   * the rest of the lease would be too short to start an attempt.
   */
  Duration claimUsefulFor() {
    return usefulFor(claimTimeout);
  }

  ServedLambdas servedLambdas() {
    return ServedLambdas.of(lambdas, queue.client().connectionsMax());
  }

  private static Duration usefulFor(Duration claimTimeout) {
    return claimTimeout.multipliedBy(2);
  }
}
