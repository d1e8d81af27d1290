package dev.atf.e2e.support;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.client.AtfClient;
import dev.atf.model.LeaseTimes;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.Lambda;
import dev.atf.standalone.cli.ApiConnection;
import dev.atf.standalone.cli.AtfMain;
import dev.atf.standalone.engine.EmbeddedDynamoDb;
import dev.atf.standalone.engine.EmbeddedSqs;
import dev.atf.standalone.engine.FreePort;
import dev.atf.standalone.local.Settings;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import org.awaitility.Awaitility;

/**
 * Every service as a process of its own, on engines in the test's JVM, joined by {@link Links}.
 * Tests share {@link #executors} and {@link #sink}; one that stops, kills or counts executors, or
 * effects, has its own.
 */
public final class TestCluster implements AutoCloseable {
  /** Short, so that many leases fit into a test; still enough for two busy cores. */
  public static final LeaseTimes LEASE =
      new LeaseTimes(
          Duration.ofSeconds(3),
          Duration.ofMillis(300),
          Duration.ofMillis(500),
          3,
          Duration.ofMillis(250),
          Duration.ofMillis(1_500));

  /** Who was away is noticed soon after it is back, as short leases want it. */
  private static final Duration LOOP_BACKOFF_MAX = Duration.ofMillis(500);

  /** The lambda of {@link #executors}. */
  private static final String SHARED = "shared";

  private static final int SHARED_THREADS = 12;

  /** What the controller polls for: tests share it, and have lambdas of their own. */
  private static final List<String> LAMBDAS =
      List.of("alpha", "beta", "gamma", "cut", "half", "paused", "rolling", SHARED);

  private final Path logs;
  private final EmbeddedDynamoDb dynamoDb = EmbeddedDynamoDb.start(Optional.empty(), 0);
  private final EmbeddedSqs sqs = EmbeddedSqs.start(0);
  private final Links links = new Links();
  private final EffectSink sink = EffectSink.start();
  private final Map<Part, Running> current = new EnumMap<>(Part.class);
  private final List<JavaProcess> processes = new ArrayList<>();

  private Optional<SupervisedExecutors> executors = Optional.empty();

  private record Running(JavaProcess process, int port) {}

  private TestCluster(Path logs) {
    this.logs = logs;
    links.lead(
        Set.of(Edge.FRONTEND_DYNAMODB, Edge.STORE_CONSUMER_DYNAMODB, Edge.HSC_DYNAMODB),
        URI.create(dynamoDb.endpoint()).getPort());
    links.lead(
        Set.of(Edge.FRONTEND_SQS, Edge.STORE_CONSUMER_SQS, Edge.CONTROLLER_SQS),
        URI.create(sqs.endpoint()).getPort());
  }

  static TestCluster start(Path logs) {
    var cluster = new TestCluster(logs);
    try {
      cluster.startParts();
      return cluster;
    } catch (Throwable e) {
      // Nobody else knows its processes. Awaitility throws what it does not declare.
      cluster.close();
      throw e;
    }
  }

  private void startParts() {
    for (var part : Part.values()) {
      launch(part);
    }
    for (var part : Part.values()) {
      awaitReady(part);
    }
  }

  public Links links() {
    return links;
  }

  /** Of all tests: tasks have ids of their own. */
  public EffectSink sink() {
    return sink;
  }

  /**
   * Two executors of {@value #SHARED_THREADS} threads under a supervisor, for all tests that want
   * no more of them than that they work. Started, and warm, when this returns.
   */
  public SupervisedExecutors executors() {
    if (executors.isEmpty()) {
      register(SHARED, LEASE.lease());
      executors =
          Optional.of(SupervisedExecutors.start(this, sink, SHARED, 2, SHARED_THREADS, LEASE));
      try (var client = client()) {
        workload(client, "warm-up").add(50, Duration.ofMillis(10)).awaitEnded();
      }
    }
    return executors.get();
  }

  /**
   * Tasks for {@link #executors}.
   *
   * @param name different for each
   */
  public Workload workload(AtfClient client, String name) {
    return new Workload(client, SHARED, name + "-");
  }

  public JavaProcess process(Part part) {
    return running(part).process();
  }

  public Path logs() {
    return logs;
  }

  /** Starts one more and leads its callers to it when it is ready; the former goes on. */
  public JavaProcess start(Part part) {
    launch(part);
    return awaitReady(part);
  }

  /** As in a deployment: the new one is ready before the old one is asked to end. */
  public int roll(Part part) {
    var old = process(part);
    start(part);
    return old.terminate();
  }

  /** Where it answers itself, without a link between. */
  public URI direct(Part part) {
    return URI.create("http://127.0.0.1:" + running(part).port());
  }

  public AtfClient client() {
    return AtfClient.builder(links.uri(Edge.CLIENT_FRONTEND)).build();
  }

  /** Whose calls are made once, and are given up soon: what hangs does not outlast its fault. */
  public AtfClient impatientClient() {
    return AtfClient.builder(links.uri(Edge.CLIENT_FRONTEND))
        .callTimeout(Duration.ofSeconds(2))
        .triesMax(1)
        .build();
  }

  /**
   * @param tries of each call
   */
  public AtfClient client(int tries) {
    return AtfClient.builder(links.uri(Edge.CLIENT_FRONTEND)).triesMax(tries).build();
  }

  /** The API itself: one try. */
  public ApiConnection connect() {
    return ApiConnection.open(links.uri(Edge.CLIENT_FRONTEND), Duration.ofSeconds(20));
  }

  /** With one priority: each is polled for in every test that follows. */
  public void register(String lambda, Duration lease) {
    register(lambda, lease, List.of("normal"));
  }

  /** With quick retries: what is tested is that they happen. */
  public void register(String lambda, Duration lease, List<String> priorities) {
    try (var client = client()) {
      client.registerLambda(definition(lambda, lease, priorities));
    }
  }

  /**
   * Registers the lambda of {@link #executors} once more, as it is; its queues are made sure of.
   *
   * @return what is in force
   */
  public Lambda registerAgain(AtfClient client) {
    return client.registerLambda(definition(SHARED, LEASE.lease(), List.of("normal")));
  }

  private static Lambda definition(String lambda, Duration lease, List<String> priorities) {
    return Lambda.newBuilder()
        .setName(lambda)
        .addAllPriorities(priorities)
        .setLeaseTimeout(ProtoTimes.proto(lease))
        .setRetry(
            Lambda.Retry.newBuilder().setInitialBackoff(ProtoTimes.proto(Duration.ofMillis(200))))
        .build();
  }

  /** What an executor needs to know to work here. */
  Settings executorSettings(int threads, LeaseTimes heartbeats) {
    return new Settings()
        .withHeartbeats(heartbeats)
        .with("ATF_THREADS", threads)
        .with("ATF_NEXT_WORK_WAIT", "5s")
        .with("ATF_CONTROLLER_URI", links.uri(Edge.EXECUTOR_CONTROLLER))
        .with("ATF_HSC_URI", links.uri(Edge.EXECUTOR_HSC));
  }

  private void launch(Part part) {
    int port = FreePort.find();
    var settings = settings(part).with("ATF_SERVER_PORT", port).variables();
    var process =
        JavaProcess.start(part.command(), logs, settings, AtfMain.class.getName(), part.command());
    processes.add(process);
    current.put(part, new Running(process, port));
  }

  private Running running(Part part) {
    return Objects.requireNonNull(current.get(part));
  }

  private JavaProcess awaitReady(Part part) {
    awaitHealthy(direct(part), process(part));
    links.lead(part.edges(), running(part).port());
    return process(part);
  }

  private Settings settings(Part part) {
    return switch (part) {
      case FRONTEND ->
          new Settings()
              .withStore(links.uri(Edge.FRONTEND_DYNAMODB))
              .withQueue(links.uri(Edge.FRONTEND_SQS))
              .withLease(LEASE)
              .with("ATF_CREATE_TABLES", true);
      case HSC ->
          new Settings()
              .withStore(links.uri(Edge.HSC_DYNAMODB))
              .withStoreTimes(LEASE)
              .withLease(LEASE)
              .with("ATF_LAMBDA_REFRESH", "500ms")
              .with("ATF_BEAT_INTERVAL", "300ms")
              .with("ATF_LOOPS_BACKOFF_MAX", LOOP_BACKOFF_MAX);
      case STORE_CONSUMER ->
          new Settings()
              .withStore(links.uri(Edge.STORE_CONSUMER_DYNAMODB))
              .withQueue(links.uri(Edge.STORE_CONSUMER_SQS))
              .withLease(LEASE)
              .with("ATF_POLL_INTERVAL", "500ms")
              .with("ATF_LOOK_AHEAD", "1s")
              .with("ATF_ENQUEUE_TIMEOUT", "4s")
              .with("ATF_LAMBDA_REFRESH", "500ms")
              .with("ATF_MEMBER_INTERVAL", "500ms")
              .with("ATF_STORE_CLIENT_CALL_TIMEOUT", "1500ms")
              .with("ATF_STORE_CLIENT_TRY_TIMEOUT", "1s")
              .with("ATF_MEMBER_TIMEOUT", "2s")
              .with("ATF_RECOVERY_AWAY_AFTER", LEASE.lease().dividedBy(2))
              .with("ATF_LOOPS_BACKOFF_MAX", LOOP_BACKOFF_MAX);
      case CONTROLLER ->
          new Settings()
              .withQueue(links.uri(Edge.CONTROLLER_SQS))
              .with("ATF_LAMBDAS", String.join(",", LAMBDAS))
              .with("ATF_HSC_URI", links.uri(Edge.CONTROLLER_HSC))
              .with("ATF_CLAIM_TIMEOUT", "1s")
              .with("ATF_BUFFER_AGE", "1s")
              .with("ATF_VISIBILITY", "8s")
              .with("ATF_RECEIVE_WAIT", "1s");
    };
  }

  private static void awaitHealthy(URI server, JavaProcess process) {
    var http = HttpClient.newHttpClient();
    var health = HttpRequest.newBuilder(server.resolve("/health")).build();
    Awaitility.await(process + " is healthy")
        .atMost(Duration.ofSeconds(90))
        .failFast(() -> assertThat(process.isAlive()).as(process.output()).isTrue())
        .ignoreExceptions()
        .until(() -> http.send(health, BodyHandlers.discarding()).statusCode() == 200);
  }

  @Override
  public void close() {
    executors.ifPresent(SupervisedExecutors::close);
    sink.close();
    processes.forEach(JavaProcess::close);
    links.close();
    sqs.close();
    dynamoDb.close();
  }
}
