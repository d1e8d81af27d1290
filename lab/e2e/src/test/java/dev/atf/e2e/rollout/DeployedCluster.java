package dev.atf.e2e.rollout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableMap;
import dev.atf.client.AtfClient;
import dev.atf.e2e.support.EffectsWorker;
import dev.atf.e2e.support.HostCluster;
import dev.atf.e2e.support.LoneExecutor;
import dev.atf.e2e.support.PacedLease;
import dev.atf.lab.processes.Edge;
import dev.atf.lab.processes.EffectSink;
import dev.atf.lab.processes.JavaProcess;
import dev.atf.lab.processes.Part;
import dev.atf.local.engine.FreePort;
import dev.atf.model.lambda.LeaseTimes;
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
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Processes of a cluster that are deployed as ECS deploys those of {@code infra}: a new process has
 * to be healthy before the old one is stopped, and one that does not become healthy changes
 * nothing. Its tables and queues have the names that {@code infra} gives them.
 */
final class DeployedCluster implements AutoCloseable {
  /** Exit code of a service, and of a worker host, that has drained after SIGTERM. */
  static final int TERMINATED = 143;

  /** Threads of each worker host. */
  static final int THREADS = 8;

  /** Its calls may take as long as in production; the lease is shorter. */
  private static final LeaseTimes LEASE =
      PacedLease.of(
          new LeaseTimes(
              Duration.ofSeconds(8),
              Duration.ofMillis(500),
              Duration.ofMillis(1_500),
              3,
              Duration.ofMillis(250),
              Duration.ofMillis(2_000)));

  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final EffectSink sink;
  private final AlertWatch alerts;
  private final HostCluster processes;
  private final Map<String, JavaProcess> hosts = new LinkedHashMap<>();
  private final Map<String, URI> watched = new HashMap<>();
  private String name;

  DeployedCluster(String name, Path logs, EffectSink sink, AlertWatch alerts) {
    this.name = name;
    this.sink = sink;
    this.alerts = alerts;
    this.processes =
        HostCluster.start(
            logs,
            LEASE,
            services -> {
              HostCluster.PARTS.forEach(part -> services.with(part, settings(part)));
              return services;
            });
    HostCluster.PARTS.forEach(part -> watch(part.name(), processes.direct(part)));
  }

  /** Returns a client whose calls are tried twice. */
  AtfClient client() {
    return AtfClient.builder(api()).triesMax(2).build();
  }

  String api() {
    return processes.services().links().uri(Edge.CLIENT_FRONTEND);
  }

  /** Returns the endpoint of DynamoDB. */
  String store() {
    return processes.services().storeEndpoint();
  }

  /** Returns the addresses of the processes that run now. */
  Collection<URI> addresses() {
    return watched.values();
  }

  /** Returns the references in the queues of a lambda, as a store consumer has reported them. */
  double backlog(String lambda) throws IOException, InterruptedException {
    var metrics = processes.direct(Part.STORE_CONSUMER).resolve("/metrics");
    return HTTP.send(HttpRequest.newBuilder(metrics).build(), BodyHandlers.ofLines())
        .body()
        .filter(line -> line.startsWith("atf_consumer_backlog{lambda=\"" + lambda + "\""))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' '))))
        .sum();
  }

  /** Deploys an image that refuses to start, which is taken back, and then one that starts. */
  void rollOut(Part part) {
    var services = processes.services();
    var old = services.process(part);
    var bad = new HashMap<>(settings(part));
    bad.put("ATF_LEASE_LEASE", "1ms");
    services.with(part, bad);
    assertThatThrownBy(() -> services.start(part)).hasMessageContaining("did not become healthy");
    services.with(part, settings(part));
    services.start(part);
    watch(part.name(), services.direct(part));
    assertThat(old.terminate()).as(old.output()).isEqualTo(TERMINATED);
  }

  /** Starts a host of the worker cluster that is named like its lambda. */
  void startHost(String lambda, int number) {
    startHost(lambda, number, ChildJvm.running(EffectsWorker.class.getName(), sink.uri(), lambda))
        .awaitOutput(LoneExecutor.READY);
  }

  /**
   * Returns when the host is ready, which its executor may not be yet.
   *
   * @param executor its command
   */
  JavaProcess startHost(String lambda, int number, List<String> executor) {
    int port = FreePort.find();
    var options = new ArrayList<>(List.of("--executors", lambda + "=1", "--"));
    options.addAll(executor);
    var variables =
        Map.of("ATF_QUEUE_QUEUE_PREFIX", name, "ATF_SERVER_PORT", port, "ATF_THREADS", THREADS);
    var host = processes.startHost("worker-" + lambda, LEASE, variables, options);
    hosts.put(lambda + number, host);
    watch(lambda + number, URI.create("http://127.0.0.1:" + port));
    return host;
  }

  void stopHost(String lambda, int number) {
    var host = hosts.remove(lambda + number);
    assertThat(host.terminate()).as(host.output()).isEqualTo(TERMINATED);
    watched.remove(lambda + number);
    alerts.watch(watched.values());
  }

  /** Returns all processes by {@code CLUSTER/SERVICE} of ECS; each service has one process. */
  Map<String, JavaProcess> byService() {
    var services = ImmutableMap.<String, JavaProcess>builder();
    for (var part : HostCluster.PARTS) {
      var service = part.name().toLowerCase(Locale.ROOT).replace('_', '-');
      services.put(name + "/" + service, processes.services().process(part));
    }
    hosts.forEach(
        (host, process) -> {
          var workers = name + "_" + host.replaceAll("\\d", "");
          services.put(workers + "/" + workers, process);
        });
    return services.buildOrThrow();
  }

  /** Deploys the same services and hosts, which are stopped, as another cluster. */
  void deployAs(String cluster, String lambda) {
    name = cluster;
    HostCluster.PARTS.forEach(part -> processes.services().with(part, settings(part)));
    processes.services().start(HostCluster.PARTS);
    startHost(lambda, 1);
  }

  private Map<String, String> settings(Part part) {
    var settings = ImmutableMap.<String, String>builder();
    settings.put("ATF_STORE_TABLE_PREFIX", name + "-");
    if (part != Part.HSC) {
      settings.put("ATF_QUEUE_QUEUE_PREFIX", name);
    }
    if (part == Part.STORE_CONSUMER) {
      // After a restore no executor is left that could come back.
      settings.put("ATF_RECOVERY_HOLD", "1s");
    }
    return settings.buildOrThrow();
  }

  private void watch(String process, URI metrics) {
    watched.put(process, metrics);
    alerts.watch(watched.values());
  }

  @Override
  public void close() {
    hosts.values().forEach(JavaProcess::killAll);
    processes.close();
  }
}
