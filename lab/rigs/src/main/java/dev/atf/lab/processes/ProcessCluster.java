package dev.atf.lab.processes;

import dev.atf.embedded.Settings;
import dev.atf.frontend.settings.FrontendConfig;
import dev.atf.local.engine.EmbeddedDynamoDb;
import dev.atf.local.engine.EmbeddedSqs;
import dev.atf.local.engine.FreePort;
import dev.atf.model.lambda.LeaseTimes;
import dev.atf.model.worker.HealthTimes;
import dev.atf.runtime.loop.LoopSettings;
import dev.atf.store.dynamodb.DynamoDbClientConfig;
import dev.atf.worker.ChildJvm;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/**
 * Every service as a process of its own, on engines in this one, joined by {@link Links}. Different
 * parts may be started by different threads.
 */
public final class ProcessCluster implements AutoCloseable {
  /** Enqueue time-out of its store consumers, on a quiet machine. */
  public static final Duration ENQUEUE_TIMEOUT = Duration.ofSeconds(4);

  /** Time after which its store consumers take a silent one for gone, on a quiet machine. */
  public static final Duration MEMBER_TIMEOUT = Duration.ofSeconds(2);

  /** Time between two polls of its store consumers, on a quiet machine. */
  public static final Duration POLL_INTERVAL = Duration.ofMillis(500);

  /**
   * Refresh interval: short, so that a recovered peer, and anything new, is noticed soon, as short
   * leases need it.
   */
  private static final Duration REFRESH = Duration.ofMillis(500);

  private static final Duration ANSWER_MAX = Duration.ofSeconds(5);

  private static final Duration REQUEST_TIMEOUT = FrontendConfig.DEFAULTS.server().requestTimeout();

  private static final Duration TURN_TIME_MAX = LoopSettings.DEFAULT.turnTimeMax();

  private static final DynamoDbClientConfig STORE = DynamoDbClientConfig.DEFAULTS;

  private final Path logs;
  private final List<String> lambdas;
  private final LeaseTimes lease;
  private final int startsMax;
  private final double slowness;
  private final EmbeddedDynamoDb dynamoDb = EmbeddedDynamoDb.start(Optional.empty(), 0);
  private final EmbeddedSqs sqs = EmbeddedSqs.start(0);
  private final Links links = new Links();
  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final Map<Part, Running> current = new EnumMap<>(Part.class);
  private final List<JavaProcess> processes = new ArrayList<>();
  private HealthTimes workers = HealthTimes.DEFAULT;
  private final Map<Part, Map<String, String>> more = new ConcurrentHashMap<>();
  private volatile Function<Part, List<String>> command =
      part -> ChildJvm.running(part.main().getName());
  private boolean closed;

  private record Running(JavaProcess process, int port) {
    URI uri() {
      return URI.create("http://127.0.0.1:" + port);
    }
  }

  private ProcessCluster(
      Path logs, Collection<String> lambdas, LeaseTimes lease, int startsMax, double slowness) {
    this.logs = logs;
    this.lambdas = List.copyOf(lambdas);
    this.lease = lease;
    this.startsMax = startsMax;
    this.slowness = slowness;
    links.lead(
        Set.of(
            Edge.FRONTEND_DYNAMODB,
            Edge.SECOND_FRONTEND_DYNAMODB,
            Edge.STORE_CONSUMER_DYNAMODB,
            Edge.HSC_DYNAMODB),
        URI.create(dynamoDb.endpoint()).getPort());
    links.lead(
        Set.of(
            Edge.FRONTEND_SQS,
            Edge.SECOND_FRONTEND_SQS,
            Edge.STORE_CONSUMER_SQS,
            Edge.CONTROLLER_SQS),
        URI.create(sqs.endpoint()).getPort());
  }

  /**
   * Opens a cluster with engines and links, without services yet.
   *
   * @param logs directory of the processes' output
   * @param lambdas that the controller polls for
   * @param startsMax starts of one service in a row: more than 1 if it may start while a peer is
   *     unreachable
   */
  public static ProcessCluster open(
      Path logs, Collection<String> lambdas, LeaseTimes lease, int startsMax) {
    return open(logs, lambdas, lease, startsMax, 1);
  }

  /**
   * Opens a cluster on a machine that may be busy.
   *
   * @param slowness how many times longer than on a quiet machine its services wait for each other
   *     and between two polls of the store; the lease times are {@code lease}'s own
   */
  public static ProcessCluster open(
      Path logs, Collection<String> lambdas, LeaseTimes lease, int startsMax, double slowness) {
    return new ProcessCluster(logs, lambdas, lease, startsMax, slowness);
  }

  /** Sets after which silence worker hosts are unhealthy, and lost; before the HSC is started. */
  public ProcessCluster withWorkers(HealthTimes times) {
    workers = times;
    return this;
  }

  /** Sets the settings that a part has in addition, from its next start on. */
  public ProcessCluster with(Part part, Map<String, String> settings) {
    more.put(part, Map.copyOf(settings));
    return this;
  }

  /** Sets the commands of parts, from their next starts on, such as those of another build. */
  public ProcessCluster startedBy(Function<Part, List<String>> commands) {
    command = commands;
    return this;
  }

  /** Starts {@link Part#ONE_OF_EACH}; returns when every service is ready. */
  public ProcessCluster startAll() {
    return start(Part.ONE_OF_EACH);
  }

  /** Starts the first processes of these parts; returns when they are ready. */
  public ProcessCluster start(Set<Part> parts) {
    var launched = new EnumMap<Part, Running>(Part.class);
    parts.forEach(part -> launched.put(part, launch(part)));
    launched.forEach(this::awaitReady);
    return this;
  }

  public Links links() {
    return links;
  }

  public Path logs() {
    return logs;
  }

  /** Returns the address of DynamoDB itself, without a link between. */
  public String storeEndpoint() {
    return dynamoDb.endpoint();
  }

  public JavaProcess process(Part part) {
    return running(part).process();
  }

  /**
   * Starts one more process of a part and leads its callers to it when it is ready; the former
   * keeps running.
   *
   * @throws IllegalStateException if it does not become ready. Callers still reach the former
   */
  public JavaProcess start(Part part) {
    return awaitReady(part, launch(part));
  }

  /**
   * Replaces a process like a deployment: the new one is ready before the old one is stopped.
   *
   * @return the exit code of the old one
   */
  public int roll(Part part) {
    var old = process(part);
    start(part);
    return old.terminate();
  }

  /** Returns its own address, without a link between. */
  public URI direct(Part part) {
    return running(part).uri();
  }

  /** Returns the settings that an executor of this cluster needs. */
  public Settings executorSettings(int threads, LeaseTimes heartbeats) {
    return new Settings()
        .withHeartbeats(heartbeats)
        .with("ATF_THREADS", threads)
        .with("ATF_NEXT_WORK_WAIT", "5s")
        .with("ATF_CONTROLLER_URI", links.uri(Edge.EXECUTOR_CONTROLLER))
        .with("ATF_HSC_URI", links.uri(Edge.EXECUTOR_HSC));
  }

  private Running launch(Part part) {
    int port = FreePort.find();
    var settings =
        settings(part)
            .with("ATF_SERVER_PORT", port)
            .with(more.getOrDefault(part, Map.of()))
            .variables();
    synchronized (current) {
      if (closed) {
        throw new IllegalStateException("the cluster was closed");
      }
      var process =
          JavaProcess.start(
              part.name().toLowerCase(Locale.ROOT), logs, settings, command.apply(part));
      processes.add(process);
      return new Running(process, port);
    }
  }

  private Running running(Part part) {
    synchronized (current) {
      return Objects.requireNonNull(current.get(part));
    }
  }

  /** Waits until a process is ready; one that ended at its start is started again, if it may be. */
  private JavaProcess awaitReady(Part part, Running launched) {
    var running = launched;
    for (int starts = 1; ; starts++) {
      try {
        return becomeCurrent(part, running);
      } catch (IllegalStateException e) {
        if (starts == startsMax || running.process().isAlive()) {
          throw e;
        }
        running = launch(part);
      }
    }
  }

  private JavaProcess becomeCurrent(Part part, Running running) {
    var health =
        HttpRequest.newBuilder(running.uri().resolve("/health")).timeout(ANSWER_MAX).build();
    running.process().awaitThat(() -> answersWell(health), "become healthy");
    synchronized (current) {
      current.put(part, running);
    }
    links.lead(part.edges(), running.port());
    return running.process();
  }

  private boolean answersWell(HttpRequest request) {
    try {
      return http.send(request, BodyHandlers.discarding()).statusCode() == 200;
    } catch (IOException e) {
      return false;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private Duration slowed(Duration quiet) {
    return Duration.ofMillis(Math.round(quiet.toMillis() * slowness));
  }

  private Settings settings(Part part) {
    return switch (part) {
      case FRONTEND -> frontendSettings(Edge.FRONTEND_DYNAMODB, Edge.FRONTEND_SQS);
      case SECOND_FRONTEND ->
          frontendSettings(Edge.SECOND_FRONTEND_DYNAMODB, Edge.SECOND_FRONTEND_SQS);
      case HSC ->
          new Settings()
              .withStore(links.uri(Edge.HSC_DYNAMODB))
              .withStoreTimes(lease)
              .withLease(lease)
              .with("ATF_LAMBDA_REFRESH", slowed(REFRESH))
              .with("ATF_BEAT_INTERVAL", slowed(Duration.ofMillis(300)))
              .with("ATF_WORKERS_UNHEALTHY_AFTER", workers.unhealthyAfter())
              .with("ATF_WORKERS_LOSS_AFTER", workers.lossAfter())
              .with("ATF_LOOPS_BACKOFF_MAX", slowed(REFRESH));
      case STORE_CONSUMER ->
          new Settings()
              .withStore(links.uri(Edge.STORE_CONSUMER_DYNAMODB))
              .withQueue(links.uri(Edge.STORE_CONSUMER_SQS))
              .withLease(lease)
              .with("ATF_POLL_INTERVAL", slowed(POLL_INTERVAL))
              .with("ATF_LOOK_AHEAD", slowed(Duration.ofSeconds(1)))
              .with("ATF_ENQUEUE_TIMEOUT", slowed(ENQUEUE_TIMEOUT))
              .with("ATF_LAMBDA_REFRESH", slowed(REFRESH))
              .with("ATF_MEMBER_INTERVAL", slowed(REFRESH))
              .with("ATF_STORE_CLIENT_CALL_TIMEOUT", slowed(Duration.ofMillis(1_500)))
              .with("ATF_STORE_CLIENT_TRY_TIMEOUT", slowed(Duration.ofSeconds(1)))
              .with("ATF_MEMBER_TIMEOUT", slowed(MEMBER_TIMEOUT))
              .with("ATF_RECOVERY_AWAY_AFTER", lease.lease().dividedBy(2))
              .with("ATF_LOOPS_TURN_TIME_MAX", slowed(TURN_TIME_MAX))
              .with("ATF_LOOPS_BACKOFF_MAX", slowed(REFRESH));
      case CONTROLLER ->
          new Settings()
              .withQueue(links.uri(Edge.CONTROLLER_SQS))
              .with("ATF_LAMBDAS", String.join(",", lambdas))
              .with("ATF_HSC_URI", links.uri(Edge.CONTROLLER_HSC))
              .with("ATF_CLAIM_TIMEOUT", slowed(Duration.ofSeconds(1)))
              .with("ATF_BUFFER_AGE", slowed(Duration.ofSeconds(1)))
              .with("ATF_VISIBILITY", slowed(Duration.ofSeconds(8)))
              .with("ATF_RECEIVE_WAIT", "1s");
    };
  }

  private Settings frontendSettings(Edge store, Edge queue) {
    return new Settings()
        .withStore(links.uri(store))
        .with("ATF_SERVER_REQUEST_TIMEOUT", slowed(REQUEST_TIMEOUT))
        .with("ATF_STORE_CLIENT_CALL_TIMEOUT", slowed(STORE.callTimeout()))
        .with("ATF_STORE_CLIENT_TRY_TIMEOUT", slowed(STORE.tryTimeout()))
        .withQueue(links.uri(queue))
        .withLease(lease)
        .with("ATF_CREATE_TABLES", true);
  }

  @Override
  public void close() {
    synchronized (current) {
      closed = true;
      processes.forEach(JavaProcess::close);
    }
    links.close();
    sqs.close();
    dynamoDb.close();
  }
}
