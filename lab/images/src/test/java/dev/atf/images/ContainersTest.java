package dev.atf.images;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.Value;
import com.google.protobuf.util.JsonFormat;
import dev.atf.clusterfile.ClusterFile;
import dev.atf.clusterfile.ServiceName;
import dev.atf.local.ApiConnection;
import dev.atf.local.engine.EmbeddedDynamoDb;
import dev.atf.local.engine.EmbeddedSqs;
import dev.atf.local.engine.FreePort;
import dev.atf.protocol.v1.GetTaskRequest;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.protocol.v1.Task;
import dev.atf.protocol.v1.TaskStatus;
import dev.atf.validation.LambdaCodec;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of the images as containers: OCI archives on a base of this machine, each started in an
 * environment that a deployment gives; the engines are local ones.
 */
@Tag("system")
@EnabledIf(
    value = "dev.atf.images.Crun#isPermitted",
    disabledReason = "needs crun, root and namespaces: apt-get install crun")
final class ContainersTest {
  private static final String CLUSTER =
      """
      cluster: images
      settings:
        frontend: # the local engine is slow while it makes tables on a busy machine
          store: {client: {callTimeout: 25s, tryTimeout: 25s}}
        store-consumer:
          pollInterval: 200ms
        executor:
          threads: 2
      lambdas:
        - name: command
          owner: images
          dispatch: POLLED
      """;

  /** Exit code of an orderly end by a signal (ServiceProcess): 128 and the signal's number. */
  private static final int EXIT_AFTER_SIGTERM = 143;

  @TempDir private static Path archives;
  private static final Map<Deployable, OciImage> IMAGES = new EnumMap<>(Deployable.class);

  @TempDir private Path directory;

  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private final Map<Deployable, ContainerProcess> running = new HashMap<>();
  private EmbeddedDynamoDb dynamoDb;
  private EmbeddedSqs sqs;
  private ClusterFile cluster;

  @BeforeAll
  static void buildImages() throws IOException {
    var base = archives.resolve("base.tar").toString();
    Program.run("./make-base", base);
    Program.run("./build-oci", "--base", base, "--output", archives.toString());
    for (var deployable : Deployable.values()) {
      var archive = archives.resolve(deployable + ".tar");
      var unpacked = Files.createDirectory(archives.resolve(deployable.toString()));
      IMAGES.put(deployable, OciImage.unpack(archive, unpacked));
      Files.delete(archive);
    }
  }

  @BeforeEach
  void startEngines() throws IOException {
    cluster = ClusterFile.read(Files.writeString(directory.resolve("cluster.yaml"), CLUSTER));
    dynamoDb = EmbeddedDynamoDb.start(Optional.empty(), 0);
    parts.push(dynamoDb);
    sqs = EmbeddedSqs.start(0);
    parts.push(sqs);
  }

  @AfterEach
  void stop() throws Exception {
    for (var part : parts) {
      part.close();
    }
  }

  @Test
  void everyContainerBecomesHealthyServesATaskAndDrains() throws Exception {
    int frontend = FreePort.find();
    int hsc = FreePort.find();
    start(
        Deployable.FRONTEND,
        ServiceName.FRONTEND,
        frontend,
        Map.of(
            "ATF_STORE_ENDPOINT", dynamoDb.endpoint(),
            "ATF_QUEUE_ENDPOINT", sqs.endpoint(),
            "ATF_CREATE_TABLES", "true"));
    start(
        Deployable.STORE_CONSUMER,
        ServiceName.STORE_CONSUMER,
        FreePort.find(),
        Map.of("ATF_STORE_ENDPOINT", dynamoDb.endpoint(), "ATF_QUEUE_ENDPOINT", sqs.endpoint()));
    start(Deployable.HSC, ServiceName.HSC, hsc, Map.of("ATF_STORE_ENDPOINT", dynamoDb.endpoint()));
    var forWorker = new HashMap<>(cluster.environment(ServiceName.EXECUTOR));
    forWorker.putAll(
        Map.of(
            "ATF_QUEUE_ENDPOINT",
            sqs.endpoint(),
            "ATF_HSC_URI",
            "http://127.0.0.1:" + hsc,
            "ATF_EXECUTORS",
            "command=1"));

    var finished = new Task[1];
    try (var api = ApiConnection.open("http://127.0.0.1:" + frontend, Duration.ofMinutes(5))) {
      register(api);
      start(Deployable.WORKER, ServiceName.WORKER, FreePort.find(), forWorker);
      var taskId = api.tasks().schedule(greeting()).getTaskId();
      await()
          .untilAsserted(
              () -> {
                finished[0] =
                    api.tasks().getTask(GetTaskRequest.newBuilder().setTaskId(taskId).build());
                assertThat(finished[0].getStatus()).isEqualTo(TaskStatus.SUCCESS);
              });
    }

    assertThat(process(Deployable.FRONTEND).output())
        .as("the audit log, and nothing of Logback's own")
        .contains("{\"principal\":\"\",\"tenant\":\"\",\"call\":\"RegisterLambda\"")
        .doesNotContain("ch.qos.logback");
    assertThat(finished[0].getAttempt()).isEqualTo(1);
    assertThat(finished[0].toString()).contains("from a container");
    assertThat(process(Deployable.WORKER).processes())
        .as("the worker and its executor")
        .hasSizeGreaterThan(1);
    // In the order of a deployment's removal: pollers first, servers last.
    for (var deployable :
        new Deployable[] {
          Deployable.WORKER, Deployable.STORE_CONSUMER, Deployable.FRONTEND, Deployable.HSC
        }) {
      assertThat(process(deployable).stop())
          .as(process(deployable).output())
          .isEqualTo(EXIT_AFTER_SIGTERM);
    }
  }

  @Test
  void aContainerWithAnUnknownSettingDoesNotStart() throws Exception {
    try (var hsc =
        ContainerProcess.start(
            "hsc", image(Deployable.HSC), directory, Map.of("ATF_SERVER_PRT", "1"))) {
      assertThat(hsc.exitCode()).isEqualTo(1);
      assertThat(hsc.output()).contains("unknown setting ATF_SERVER_PRT", "ATF_SERVER_PORT");
      assertThat(hsc.isHealthy()).isFalse();
    }
  }

  @Test
  void aWorkerWithoutAWritableTmpSaysWhatIsMissing() throws Exception {
    try (var worker =
        ContainerProcess.start(
            "worker",
            image(Deployable.WORKER),
            directory,
            Map.of("ATF_EXECUTORS", "command=1", "AWS_REGION", "us-east-1"),
            false)) {
      assertThat(worker.exitCode()).isEqualTo(1);
      assertThat(worker.output().lines())
          .singleElement()
          .asString()
          .startsWith("worker: /tmp is not writable for user 10001 (expected: ")
          .contains("mount a tmpfs");
    }
  }

  private void start(
      Deployable deployable, ServiceName service, int port, Map<String, String> surroundings)
      throws IOException {
    var environment = new HashMap<>(cluster.environment(service));
    environment.putAll(surroundings);
    environment.put("ATF_SERVER_PORT", Integer.toString(port));
    environment.put("AWS_REGION", "us-east-1");
    environment.put("AWS_ACCESS_KEY_ID", "local");
    environment.put("AWS_SECRET_ACCESS_KEY", "local");
    var process =
        ContainerProcess.start(deployable.toString(), image(deployable), directory, environment);
    parts.push(process);
    running.put(deployable, process);
    process.awaitHealthy();
  }

  /** Registers the lambdas, again where the queues, in this JVM, answer too late. */
  private void register(ApiConnection api) {
    await()
        .ignoreExceptionsInstanceOf(StatusRuntimeException.class)
        .untilAsserted(
            () ->
                cluster
                    .lambdas()
                    .forEach(l -> api.lambdas().registerLambda(LambdaCodec.lambda(l).build())));
  }

  private ContainerProcess process(Deployable deployable) {
    return Optional.ofNullable(running.get(deployable)).orElseThrow();
  }

  private static ScheduleRequest greeting() throws IOException {
    var payload = Value.newBuilder();
    JsonFormat.parser().merge("{\"argv\":[\"echo\",\"from a container\"]}", payload);
    return ScheduleRequest.newBuilder().setLambda("command").setJson(payload).build();
  }

  private static OciImage image(Deployable deployable) {
    return Optional.ofNullable(IMAGES.get(deployable)).orElseThrow();
  }
}
