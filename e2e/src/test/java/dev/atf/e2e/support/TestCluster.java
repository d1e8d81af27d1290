package dev.atf.e2e.support;

import static org.assertj.core.api.Assertions.assertThat;

import dev.atf.model.LeaseTimes;
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
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.awaitility.Awaitility;

/**
 * Every service as a process of its own, on engines in the test's JVM. Processes are restarted by
 * the test; ports stay.
 */
public final class TestCluster implements AutoCloseable {
  /** As short as the relation between them allows on a busy machine of two cores. */
  public static final LeaseTimes LEASE =
      new LeaseTimes(
          Duration.ofSeconds(12),
          Duration.ofSeconds(1),
          Duration.ofSeconds(2),
          3,
          Duration.ofMillis(250),
          Duration.ofSeconds(2));

  private final Path logs;
  private final EmbeddedDynamoDb dynamoDb = EmbeddedDynamoDb.start(Optional.empty(), 0);
  private final EmbeddedSqs sqs = EmbeddedSqs.start(0);
  private final LeaseTimes lease;
  private final int frontendPort = FreePort.find();
  private final int hscPort = FreePort.find();
  private final int controllerPort = FreePort.find();
  private final int storeConsumerPort = FreePort.find();
  private final List<JavaProcess> processes = new ArrayList<>();

  public TestCluster(Path logs, LeaseTimes lease) {
    this.logs = logs;
    this.lease = lease;
  }

  public JavaProcess startFrontend() {
    var settings =
        new Settings()
            .withStore(dynamoDb.endpoint())
            .withQueue(sqs.endpoint())
            .withLease(lease)
            .with("ATF_CREATE_TABLES", true)
            .with("ATF_SERVER_PORT", frontendPort);
    return service("frontend", settings, frontendPort);
  }

  public JavaProcess startStoreConsumer() {
    var settings =
        new Settings()
            .withStore(dynamoDb.endpoint())
            .withQueue(sqs.endpoint())
            .withLease(lease)
            .with("ATF_POLL_INTERVAL", "1s")
            .with("ATF_LOOK_AHEAD", "1500ms")
            .with("ATF_ENQUEUE_TIMEOUT", "8s")
            .with("ATF_SERVER_PORT", storeConsumerPort);
    return service("store-consumer", settings, storeConsumerPort);
  }

  public JavaProcess startHsc() {
    var settings =
        new Settings()
            .withStore(dynamoDb.endpoint())
            .withLease(lease)
            .with("ATF_SERVER_PORT", hscPort);
    return service("hsc", settings, hscPort);
  }

  public JavaProcess startController(List<String> lambdas) {
    var settings =
        new Settings()
            .withQueue(sqs.endpoint())
            .with("ATF_LAMBDAS", String.join(",", lambdas))
            .with("ATF_HSC_URI", hscUri())
            .with("ATF_VISIBILITY", "12s")
            .with("ATF_RECEIVE_WAIT", "2s")
            .with("ATF_SERVER_PORT", controllerPort);
    return service("controller", settings, controllerPort);
  }

  /**
   * @param hsc where this executor finds the HSC: {@link #hscUri}, or a proxy before it
   */
  public JavaProcess startExecutor(String lambda, int threads, String hsc, EffectSink sink) {
    var settings =
        new Settings()
            .withHeartbeats(lease)
            .with("ATF_LAMBDA", lambda)
            .with("ATF_THREADS", threads)
            .with("ATF_CONTROLLER_URI", "http://127.0.0.1:" + controllerPort)
            .with("ATF_HSC_URI", hsc);
    var process =
        JavaProcess.start(
            "executor-" + lambda,
            logs,
            settings.variables(),
            EffectsWorker.class.getName(),
            sink.uri(),
            lambda);
    processes.add(process);
    Awaitility.await("executor of " + lambda)
        .atMost(Duration.ofSeconds(60))
        .until(() -> process.output().contains("executor ready"));
    return process;
  }

  public String hscUri() {
    return "http://127.0.0.1:" + hscPort;
  }

  public int hscPort() {
    return hscPort;
  }

  public ApiConnection connect() {
    return ApiConnection.open("http://127.0.0.1:" + frontendPort, Duration.ofSeconds(20));
  }

  private JavaProcess service(String name, Settings settings, int port) {
    var process = start(name, settings.variables());
    awaitHealthy(name, port, process);
    return process;
  }

  private JavaProcess start(String name, Map<String, String> settings) {
    var process = JavaProcess.start(name, logs, settings, AtfMain.class.getName(), name);
    processes.add(process);
    return process;
  }

  private static void awaitHealthy(String name, int port, JavaProcess process) {
    var http = HttpClient.newHttpClient();
    var health = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + "/health")).build();
    Awaitility.await(name + " is healthy")
        .atMost(Duration.ofSeconds(60))
        .failFast(() -> assertThat(process.isAlive()).as(process.output()).isTrue())
        .ignoreExceptions()
        .until(() -> http.send(health, BodyHandlers.discarding()).statusCode() == 200);
  }

  @Override
  public void close() {
    processes.forEach(JavaProcess::close);
    sqs.close();
    dynamoDb.close();
  }
}
