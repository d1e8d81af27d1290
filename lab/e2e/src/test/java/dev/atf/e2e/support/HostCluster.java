package dev.atf.e2e.support;

import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Sets;
import dev.atf.cli.AtfMain;
import dev.atf.client.AtfClient;
import dev.atf.embedded.Settings;
import dev.atf.lab.processes.Edge;
import dev.atf.lab.processes.JavaProcess;
import dev.atf.lab.processes.Part;
import dev.atf.lab.processes.ProcessCluster;
import dev.atf.local.ApiConnection;
import dev.atf.local.engine.FreePort;
import dev.atf.model.lambda.LeaseTimes;
import dev.atf.model.worker.HealthTimes;
import dev.atf.testtime.MeasuredPace;
import dev.atf.testtime.TestTimeouts;
import dev.atf.worker.ChildJvm;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * Frontend, HSC and store consumer as processes of their own; the test starts the worker hosts, one
 * by one, as {@code atf worker}, and stops them.
 */
public final class HostCluster implements AutoCloseable {
  /** The services, without those of worker hosts. */
  public static final ImmutableSet<Part> PARTS =
      Sets.immutableEnumSet(Part.FRONTEND, Part.HSC, Part.STORE_CONSUMER);

  /** Silences after which a host is unhealthy, and lost: short, and longer on a busy machine. */
  public static final HealthTimes HEALTH =
      new HealthTimes(
          MeasuredPace.get().scaled(Duration.ofSeconds(7)),
          MeasuredPace.get().scaled(Duration.ofSeconds(10)));

  private final Path logs;
  private final ProcessCluster services;

  private HostCluster(Path logs, ProcessCluster services) {
    this.logs = logs;
    this.services = services;
  }

  /** Starts the services with the lease times of {@link TestCluster}. */
  static HostCluster start(Path logs) {
    return start(logs, TestCluster.LEASE, UnaryOperator.identity());
  }

  /**
   * Starts the services of a cluster that is not shared.
   *
   * @param prepared adds settings, or other commands, before the services are started
   */
  public static HostCluster start(
      Path logs, LeaseTimes lease, UnaryOperator<ProcessCluster> prepared) {
    var services =
        ProcessCluster.open(logs, List.of(), lease, 1, MeasuredPace.get().factor())
            .withWorkers(HEALTH);
    try {
      return new HostCluster(logs, prepared.apply(services).start(PARTS));
    } catch (RuntimeException e) {
      // No other object knows its processes.
      services.close();
      throw e;
    }
  }

  /** Returns a connection to the API itself: one try. */
  public ApiConnection connect() {
    return ApiConnection.open(services.links().uri(Edge.CLIENT_FRONTEND), TestTimeouts.STALL);
  }

  public AtfClient client() {
    return AtfClient.builder(services.links().uri(Edge.CLIENT_FRONTEND)).build();
  }

  /** Returns the services themselves. */
  public ProcessCluster services() {
    return services;
  }

  /** Returns the address of a service. */
  public URI direct(Part part) {
    return services.direct(part);
  }

  /**
   * Starts a worker host; returns when it is ready, which its executors may not be yet.
   *
   * @param name of its log
   * @param variables more of its environment
   * @param options of {@code atf worker}
   */
  public JavaProcess startHost(String name, Map<String, ?> variables, List<String> options) {
    return startHost(name, TestCluster.LEASE, variables, options);
  }

  /**
   * Starts a worker host with other heartbeats.
   *
   * @param heartbeats with a lease no longer than that of its lambdas
   */
  public JavaProcess startHost(
      String name, LeaseTimes heartbeats, Map<String, ?> variables, List<String> options) {
    return startHost(
        ChildJvm.running(AtfMain.class.getName()), name, heartbeats, variables, options);
  }

  /**
   * Starts a worker host of another build.
   *
   * @param atf its command line
   */
  public JavaProcess startHost(
      List<String> atf,
      String name,
      LeaseTimes heartbeats,
      Map<String, ?> variables,
      List<String> options) {
    var settings =
        new Settings()
            .withQueue(services.links().uri(Edge.CONTROLLER_SQS))
            .withHeartbeats(heartbeats)
            .with("ATF_HSC_URI", services.links().uri(Edge.CONTROLLER_HSC))
            .with("ATF_SERVER_PORT", FreePort.find())
            .with("ATF_RECEIVE_WAIT", "1s");
    variables.forEach(settings::with);
    var command = new ArrayList<>(atf);
    command.add("worker");
    command.addAll(options);
    return JavaProcess.start(name, logs, settings.variables(), command).awaitOutput("worker ready");
  }

  @Override
  public void close() {
    services.close();
  }
}
