package dev.atf.e2e.support;

import dev.atf.client.AtfClient;
import dev.atf.lab.processes.Edge;
import dev.atf.lab.processes.EffectSink;
import dev.atf.lab.processes.JavaProcess;
import dev.atf.lab.processes.Links;
import dev.atf.lab.processes.Part;
import dev.atf.lab.processes.ProcessCluster;
import dev.atf.lab.processes.SupervisedExecutors;
import dev.atf.local.ApiConnection;
import dev.atf.model.lambda.LeaseTimes;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.Lambda;
import dev.atf.testtime.MeasuredPace;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Every service as a process of its own, on engines in the test's JVM, joined by {@link Links}.
 * Tests share {@link #executors} and {@link #sink}; one that stops, kills or counts executors, or
 * effects, has its own.
 */
public final class TestCluster implements AutoCloseable {
  /** Lease times: short, so that many leases fit into a run; longer on a busy machine. */
  public static final LeaseTimes LEASE =
      PacedLease.of(
          new LeaseTimes(
              Duration.ofSeconds(5),
              Duration.ofMillis(500),
              Duration.ofMillis(800),
              3,
              Duration.ofMillis(250),
              Duration.ofMillis(2_000)));

  /**
   * Lease times that executors keep on a busy machine, too: for tests in which none may be lost.
   */
  public static final LeaseTimes LONG_LEASE =
      PacedLease.of(
          new LeaseTimes(
              Duration.ofSeconds(20),
              Duration.ofSeconds(2),
              Duration.ofSeconds(3),
              3,
              Duration.ofMillis(250),
              Duration.ofMillis(1_500)));

  /** Time limit of calls of the API that are tried once. */
  private static final Duration CALL_TIMEOUT = Duration.ofMinutes(2);

  /** Lambda of {@link #executors}. */
  private static final String SHARED = "shared";

  private static final int SHARED_THREADS = 12;

  /** Lambdas that the controller polls: tests share it, and have lambdas of their own. */
  private static final List<String> LAMBDAS =
      List.of(
          "alpha",
          "beta",
          "gamma",
          "cut",
          "failover",
          "half",
          "paused",
          "rolling",
          "steps",
          SHARED);

  private final ProcessCluster services;
  private final EffectSink sink = EffectSink.start();
  private Optional<SupervisedExecutors> executors = Optional.empty();

  private TestCluster(ProcessCluster services) {
    this.services = services;
  }

  static TestCluster start(Path logs) {
    var services = ProcessCluster.open(logs, LAMBDAS, LEASE, 1, MeasuredPace.get().factor());
    try {
      return new TestCluster(services.startAll());
    } catch (RuntimeException e) {
      // No other object knows its processes.
      services.close();
      throw e;
    }
  }

  public Links links() {
    return services.links();
  }

  /** Returns the sink of all tests: tasks have ids of their own. */
  public EffectSink sink() {
    return sink;
  }

  /**
   * Returns two executors of {@value #SHARED_THREADS} threads under a supervisor, for all tests
   * that only need them to run. Started, and warm, when this returns.
   */
  public SupervisedExecutors executors() {
    if (executors.isEmpty()) {
      register(SHARED, LEASE.lease());
      executors = Optional.of(executors(sink, SHARED, 2, SHARED_THREADS, LEASE));
      try (var client = client()) {
        workload(client, "warm-up").add(50, Duration.ofMillis(10)).awaitEnded();
      }
    }
    return executors.get();
  }

  /** Starts other executors, for a test that stops, kills or counts them. */
  public SupervisedExecutors executors(
      EffectSink effects, String lambda, int count, int threads, LeaseTimes heartbeats) {
    return SupervisedExecutors.start(
        services, lambda, count, threads, heartbeats, EffectsWorker.class, effects.uri(), lambda);
  }

  /**
   * Returns a workload for {@link #executors}.
   *
   * @param name different for each
   */
  public Workload workload(AtfClient client, String name) {
    return new Workload(client, SHARED, name + "-");
  }

  /** Returns the services themselves. */
  public ProcessCluster services() {
    return services;
  }

  public JavaProcess process(Part part) {
    return services.process(part);
  }

  public AtfClient client() {
    return AtfClient.builder(services.links().uri(Edge.CLIENT_FRONTEND)).build();
  }

  /**
   * Returns a client whose calls are made once, with a short time-out: a hanging call does not
   * outlast its fault.
   */
  public AtfClient impatientClient() {
    return AtfClient.builder(services.links().uri(Edge.CLIENT_FRONTEND))
        .callTimeout(MeasuredPace.get().scaled(Duration.ofSeconds(2)))
        .triesMax(1)
        .build();
  }

  /**
   * @param tries of each call
   */
  public AtfClient client(int tries) {
    return AtfClient.builder(services.links().uri(Edge.CLIENT_FRONTEND)).triesMax(tries).build();
  }

  /** Returns a connection to the API itself: one try. */
  public ApiConnection connect() {
    return ApiConnection.open(services.links().uri(Edge.CLIENT_FRONTEND), CALL_TIMEOUT);
  }

  /** Registers a lambda with one priority: each is polled in every test that follows. */
  public void register(String lambda, Duration lease) {
    register(lambda, lease, List.of("normal"));
  }

  /** Registers a lambda with quick retries: that they happen is what is tested. */
  public void register(String lambda, Duration lease, List<String> priorities) {
    try (var client = client()) {
      client.registerLambda(definition(lambda, lease, priorities));
    }
  }

  /**
   * Registers the lambda of {@link #executors} once more, unchanged, which ensures its queues.
   *
   * @return lambda that is in force
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

  @Override
  public void close() {
    executors.ifPresent(SupervisedExecutors::close);
    sink.close();
    services.close();
  }
}
