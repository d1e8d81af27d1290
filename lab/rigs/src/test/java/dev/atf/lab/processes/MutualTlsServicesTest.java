package dev.atf.lab.processes;

import static dev.atf.lab.processes.TestCertificates.authority;
import static dev.atf.lab.processes.TestCertificates.issued;
import static dev.atf.lab.processes.TestCertificates.sockets;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import dev.atf.client.AtfClient;
import dev.atf.client.AtfException;
import dev.atf.client.TaskSpec;
import dev.atf.embedded.Settings;
import dev.atf.frontend.FrontendComponent;
import dev.atf.frontend.settings.FrontendConfig;
import dev.atf.hsc.HscComponent;
import dev.atf.hsc.HscConfig;
import dev.atf.local.engine.EmbeddedDynamoDb;
import dev.atf.local.engine.EmbeddedSqs;
import dev.atf.local.engine.FreePort;
import dev.atf.protocol.v1.DescribeLambdasRequest;
import dev.atf.protocol.v1.HscServiceGrpc;
import dev.atf.protocol.v1.Lambda;
import dev.atf.runtime.Service;
import dev.atf.storeconsumer.StoreConsumerComponent;
import dev.atf.storeconsumer.StoreConsumerConfig;
import dev.atf.testtime.TestTimeouts;
import dev.atf.worker.WorkerMain;
import io.grpc.Status;
import io.grpc.Status.Code;
import io.grpc.StatusRuntimeException;
import io.grpc.okhttp.OkHttpChannelBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSocket;
import javax.net.ssl.SSLSocketFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Mutual TLS on every gRPC connection of the real services: client, frontend, HSC, and a worker
 * host as a process with its executors.
 */
@Tag("system")
final class MutualTlsServicesTest {
  private static final String CLIENT = "spiffe://test/client";
  private static final String WORKER = "spiffe://test/worker";

  @TempDir private Path directory;

  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private final int frontendPort = FreePort.find();
  private final int hscPort = FreePort.find();
  private final int controllerPort = FreePort.find();
  private TestCertificates files;
  private X509Bundle authority;
  private EmbeddedDynamoDb dynamoDb;
  private EmbeddedSqs sqs;
  private Service hsc;
  private JavaProcess worker;

  @BeforeEach
  void start() throws Exception {
    files = new TestCertificates(directory);
    authority = authority("ours");
    files.writeAuthorities("ca.pem", authority);
    files.write("server", issued(authority, "spiffe://test/server", 1));
    files.write("worker", issued(authority, WORKER, 1));
    Files.writeString(
        directory.resolve("policy.yaml"),
        """
        principals:
          "%s": ["admin,schedule,read:*"]
          "%s": ["execute:command"]
        """
            .formatted(CLIENT, WORKER));
    dynamoDb = EmbeddedDynamoDb.start(Optional.empty(), 0);
    parts.push(dynamoDb);
    sqs = EmbeddedSqs.start(0);
    parts.push(sqs);
    startServices();
  }

  @AfterEach
  void stop() throws Exception {
    hsc.close();
    for (var part : parts) {
      part.close();
    }
  }

  @Test
  @Tag("T11")
  void aTaskGoesAllItsWayByCertificatesWhichAreRenewedMeanwhile() throws Exception {
    var sockets = sockets(authority, issued(authority, CLIENT, 1));
    try (var client = client(frontendPort, sockets)) {
      client.registerLambda(Lambda.newBuilder().setName("command").build());
      runATask(client);
    }

    var renewed = authority("renewed");
    files.writeAuthorities("ca.pem", authority, renewed);
    files.write("server", issued(renewed, "spiffe://test/server", 2));
    files.write("worker", issued(renewed, WORKER, 2));
    var renewedSockets = sockets(renewed, issued(renewed, CLIENT, 2));
    for (int port : List.of(frontendPort, hscPort, controllerPort)) {
      await()
          .ignoreExceptions()
          .until(() -> serialShownBy(port, renewedSockets), BigInteger.TWO::equals);
    }
    files.writeAuthorities("ca.pem", renewed);
    var former = sockets(renewed, issued(authority, CLIENT, 3));
    for (int port : List.of(frontendPort, hscPort, controllerPort)) {
      await().until(() -> refusalBy(port, former), Code.UNAVAILABLE::equals);
    }

    // Every caller of the HSC has to connect again.
    hsc.close();
    hsc = startHsc();
    try (var client = client(frontendPort, renewedSockets)) {
      runATask(client);
    }
    assertThat(worker.isAlive()).isTrue();
  }

  @Test
  @Tag("T11")
  void rejectsUntrustedCertificatesAndUnknownPrincipals() throws Exception {
    var nothing = sockets(authority);
    var foreign = sockets(authority, issued(authority("strangers"), CLIENT, 1));
    var unknown = sockets(authority, issued(authority, "spiffe://test/unknown", 1));

    for (int port : List.of(frontendPort, hscPort, controllerPort)) {
      assertThat(refusalBy(port, nothing)).isEqualTo(Code.UNAVAILABLE);
      assertThat(refusalBy(port, foreign)).isEqualTo(Code.UNAVAILABLE);
    }
    assertThat(refusalBy(frontendPort, unknown)).isEqualTo(Code.PERMISSION_DENIED);
    assertThat(describedTo(unknown)).isEqualTo(Code.PERMISSION_DENIED);
    assertThat(describedTo(sockets(authority, issued(authority, CLIENT, 1))))
        .isEqualTo(Code.PERMISSION_DENIED);
    assertThat(describedTo(sockets(authority, issued(authority, WORKER, 1)))).isEqualTo(Code.OK);
  }

  @Test
  void aFrontendOfStrangersIsNotBelievedByTheClient() throws Exception {
    var elsewhere = sockets(authority("strangers"), issued(authority, CLIENT, 1));

    assertThat(refusalBy(frontendPort, elsewhere)).isEqualTo(Code.UNAVAILABLE);
  }

  private void startServices() {
    var frontend =
        tls("server")
            .withStore(dynamoDb.endpoint())
            .withQueue(sqs.endpoint())
            .with("ATF_SERVER_PORT", frontendPort)
            .with("ATF_CREATE_TABLES", true)
            .over(FrontendConfig.DEFAULTS);
    var service = FrontendComponent.onAws(frontend).service();
    parts.push(service);
    service.start();
    hsc = startHsc();
    var consumer =
        new Settings()
            .withStore(dynamoDb.endpoint())
            .withQueue(sqs.endpoint())
            .with("ATF_SERVER_PORT", 0)
            .with("ATF_POLL_INTERVAL", "200ms")
            .over(StoreConsumerConfig.DEFAULTS);
    var storeConsumer = StoreConsumerComponent.onAws(consumer).service();
    parts.push(storeConsumer);
    storeConsumer.start();
    worker = JavaProcess.start("worker", directory, workerVariables(), WorkerMain.class.getName());
    parts.push(worker);
    worker.awaitOutput("worker ready");
  }

  private Service startHsc() {
    var settings = tls("server").withStore(dynamoDb.endpoint()).with("ATF_SERVER_PORT", hscPort);
    var service = HscComponent.onAws(settings.over(HscConfig.DEFAULTS)).service();
    service.start();
    return service;
  }

  private Map<String, String> workerVariables() {
    // One certificate for both sides of a worker host: its controller's server, and its calls.
    return tls("worker")
        .withQueue(sqs.endpoint())
        .with("ATF_EXECUTORS", "command=1")
        .with("ATF_RECEIVE_WAIT", "1s")
        .with("ATF_SERVER_PORT", controllerPort)
        .with("ATF_HSC_URI", "https://127.0.0.1:" + hscPort)
        .with("ATF_CREDENTIALS_CA_FILE", files.file("ca.pem"))
        .with("ATF_CREDENTIALS_CERTIFICATE_FILE", files.file("worker.pem"))
        .with("ATF_CREDENTIALS_KEY_FILE", files.file("worker.key"))
        .with("ATF_CREDENTIALS_RELOAD_INTERVAL", "50ms")
        .variables();
  }

  private Settings tls(String name) {
    return new Settings()
        .with("ATF_SERVER_TLS_CERTIFICATE_FILE", files.file(name + ".pem"))
        .with("ATF_SERVER_TLS_KEY_FILE", files.file(name + ".key"))
        .with("ATF_SERVER_TLS_CLIENT_CA_FILE", files.file("ca.pem"))
        .with("ATF_SERVER_TLS_RELOAD_INTERVAL", "50ms")
        .with("ATF_SERVER_AUTH_MODE", "CERTIFICATE")
        .with("ATF_SERVER_AUTH_POLICY_FILE", files.file("policy.yaml"));
  }

  private static void runATask(AtfClient client) throws Exception {
    var scheduled =
        client.schedule(TaskSpec.of("command", Map.of("argv", List.of("echo", "by certificate"))));
    var task = client.await(scheduled.taskId(), TestTimeouts.STALL);
    assertThat(task.isSuccess()).as(task.task().toString()).isTrue();
    assertThat(task.task().getAttempt()).isEqualTo(1);
  }

  private static AtfClient client(int port, SSLSocketFactory sockets) {
    return AtfClient.builder("https://127.0.0.1:" + port).tls(sockets).build();
  }

  /** Returns the status of a call with these certificates; UNAVAILABLE: it was not connected. */
  private static Code refusalBy(int port, SSLSocketFactory sockets) {
    try (var client =
        AtfClient.builder("https://127.0.0.1:" + port).tls(sockets).triesMax(1).build()) {
      var refusal = catchThrowableOfType(AtfException.class, client::listLambdas);
      return refusal == null ? Code.OK : refusal.code();
    }
  }

  private Code describedTo(SSLSocketFactory sockets) {
    var channel =
        OkHttpChannelBuilder.forAddress("127.0.0.1", hscPort).sslSocketFactory(sockets).build();
    try {
      var unused =
          HscServiceGrpc.newBlockingStub(channel)
              .withDeadlineAfter(20, TimeUnit.SECONDS)
              .describeLambdas(DescribeLambdasRequest.newBuilder().addLambdas("command").build());
      return Code.OK;
    } catch (StatusRuntimeException e) {
      return Status.fromThrowable(e).getCode();
    } finally {
      channel.shutdownNow();
    }
  }

  private static BigInteger serialShownBy(int port, SSLSocketFactory sockets) throws IOException {
    try (var socket = (SSLSocket) sockets.createSocket("127.0.0.1", port)) {
      socket.startHandshake();
      return ((X509Certificate) socket.getSession().getPeerCertificates()[0]).getSerialNumber();
    }
  }
}
