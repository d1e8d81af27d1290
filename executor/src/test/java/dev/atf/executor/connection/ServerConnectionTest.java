package dev.atf.executor.connection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.awaitility.Awaitility.await;

import com.google.protobuf.ByteString;
import com.linecorp.armeria.server.ServiceRequestContext;
import dev.atf.executor.core.ManualClock;
import dev.atf.protocol.v1.ControllerServiceGrpc;
import dev.atf.protocol.v1.NextWorkRequest;
import dev.atf.protocol.v1.NextWorkResponse;
import dev.atf.protocol.v1.Work;
import dev.atf.runtime.auth.Principal;
import dev.atf.runtime.config.ConfigException;
import dev.atf.runtime.credentials.CredentialsConfig;
import dev.atf.runtime.rpc.RpcServer;
import dev.atf.runtime.server.AuthConfig;
import dev.atf.runtime.server.AuthMode;
import dev.atf.runtime.server.RpcServerConfig;
import dev.atf.runtime.server.TlsConfig;
import dev.atf.testtime.TestTimeouts;
import io.grpc.Status.Code;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.StreamObserver;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.net.StandardSocketOptions;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import jdk.net.ExtendedSocketOptions;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Tests calls of an executor over its own connection, against the server of the services. */
final class ServerConnectionTest {
  private static final Duration RELOAD = Duration.ofMillis(10);
  private static final int LARGE = 20 * 1024 * 1024;

  @TempDir private Path directory;

  private final ManualClock clock = new ManualClock();
  private final List<Seen> seen = new CopyOnWriteArrayList<>();
  private static X509Bundle authority;
  private static X509Bundle serversOwn;
  private static X509Bundle workersOwn;
  private RpcServer server;

  /**
   * Call as the server saw it.
   *
   * @param peer address of the connection
   */
  private record Seen(String peer, String caller, String authorization) {}

  /** Controller that answers with as many bytes as tasks are asked for. */
  private final class Controller extends ControllerServiceGrpc.ControllerServiceImplBase {
    @Override
    public void nextWork(NextWorkRequest request, StreamObserver<NextWorkResponse> observer) {
      var call = ServiceRequestContext.current();
      seen.add(
          new Seen(
              call.remoteAddress().toString(),
              Principal.current().map(Principal::name).orElse(""),
              call.request().headers().get("authorization", "")));
      var payload = ByteString.copyFrom(new byte[request.getTasksMax()]);
      observer.onNext(
          NextWorkResponse.newBuilder().addWork(Work.newBuilder().setPayload(payload)).build());
      observer.onCompleted();
    }
  }

  @BeforeAll
  static void issueCertificates() throws Exception {
    authority = authority("CN=ours");
    serversOwn = issued(authority, "spiffe://cluster/server");
    workersOwn = issued(authority, "spiffe://cluster/worker");
  }

  @BeforeEach
  void writeCertificates() throws IOException {
    authorities("ca.pem", authority);
    write("server", serversOwn);
    write("worker", workersOwn);
  }

  @AfterEach
  void stop() {
    if (server != null) {
      server.close();
    }
  }

  @Test
  void largeAnswersArriveInPlaintext() {
    serve(0, false);
    try (var connection = connection(CredentialsConfig.NONE)) {
      assertThat(call(connection, LARGE)).isEqualTo(LARGE);
      assertThat(call(connection, 0)).isZero();
    }
  }

  @Test
  void largeAnswersArriveOverTls() {
    serve(0, true);
    try (var connection = connection(credentials("ca.pem", "worker"))) {
      assertThat(call(connection, LARGE)).isEqualTo(LARGE);
    }
    assertThat(seen).extracting(Seen::caller).containsExactly("spiffe://cluster/worker");
  }

  @Test
  void renewedCertificatesAreShownByTheNextConnection() throws Exception {
    serve(0, true);
    try (var connection = connection(credentials("ca.pem", "worker"))) {
      call(connection, 1);
      var renewed = authority("CN=renewed");
      authorities("ca.pem", authority, renewed);
      write("server", issued(renewed, "spiffe://cluster/server"));
      write("worker", issued(renewed, "spiffe://cluster/renewed"));

      await()
          .ignoreExceptions()
          .until(
              () -> {
                clock.advance(Duration.ofSeconds(10));
                connection.renew();
                call(connection, 1);
                return seen.get(seen.size() - 1).caller();
              },
              "spiffe://cluster/renewed"::equals);
    }
  }

  @Test
  void aServerOfStrangersIsNotBelieved() throws Exception {
    authorities("strangers.pem", authority("CN=strangers"));
    serve(0, true);
    try (var connection = connection(credentials("strangers.pem", "worker"))) {
      assertThat(refusal(connection)).isEqualTo(Code.UNAVAILABLE);
    }
    assertThat(seen).isEmpty();
  }

  @Test
  void clientWithoutCertificateIsNotConnected() {
    serve(0, true);
    try (var connection = connection(credentials("ca.pem", ""))) {
      assertThat(refusal(connection)).isEqualTo(Code.UNAVAILABLE);
    }
    assertThat(seen).isEmpty();
  }

  @Test
  void aKeyOfAnotherCertificateDoesNotBoot() throws Exception {
    serve(0, true);
    Files.copy(directory.resolve("server.key"), directory.resolve("other.key"));
    Files.copy(directory.resolve("worker.pem"), directory.resolve("other.pem"));

    assertThatThrownBy(() -> connection(credentials("ca.pem", "other")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("not a certificate and its key");
  }

  @Test
  void theTokenIsSentAsItStandsInItsFile() throws Exception {
    var file = directory.resolve("token");
    Files.writeString(file, "first\n");
    serve(0, false);
    try (var connection = connection(new CredentialsConfig(file.toString(), "", "", "", RELOAD))) {
      call(connection, 1);
      assertThat(seen).extracting(Seen::authorization).containsExactly("Bearer first");

      Files.writeString(file, "second");

      await()
          .until(
              () -> {
                call(connection, 1);
                return seen.get(seen.size() - 1).authorization();
              },
              "Bearer second"::equals);
    }
  }

  @Test
  void aServerThatIsBackIsFoundByTheFirstCall() {
    serve(0, false);
    int port = server.port();
    try (var connection = connection(CredentialsConfig.NONE)) {
      call(connection, 1);
      server.close();
      // gRPC itself would wait longer after each failure.
      for (int attempt = 0; attempt < 5; attempt++) {
        assertThat(refusal(connection)).isEqualTo(Code.UNAVAILABLE);
      }

      serve(port, false);

      assertThat(call(connection, 1)).isEqualTo(1);
    }
  }

  @Test
  void aConnectionIsLeftForANewOneAtMostOnceInAWhile() {
    serve(0, false);
    try (var connection = connection(CredentialsConfig.NONE)) {
      call(connection, 1);
      call(connection, 1);
      connection.renew();
      call(connection, 1);
      clock.advance(Duration.ofSeconds(9));
      connection.renew();
      call(connection, 1);
      clock.advance(Duration.ofSeconds(1));
      connection.renew();
      call(connection, 1);
    }

    var peers = seen.stream().map(Seen::peer).toList();
    assertThat(peers.get(1)).isEqualTo(peers.get(0));
    assertThat(peers.get(2)).isNotEqualTo(peers.get(1));
    assertThat(peers.get(3)).isEqualTo(peers.get(2));
    assertThat(peers.get(4)).isNotEqualTo(peers.get(3));
  }

  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void theKernelAsksASilentPeerForASign() throws Exception {
    var sockets = new TimedSockets(Duration.ofSeconds(2), Duration.ofSeconds(3));
    try (var socket = sockets.createSocket()) {
      assertThat(socket.getKeepAlive()).isTrue();
      assertThat(socket.getOption(StandardSocketOptions.TCP_NODELAY)).isTrue();
      assertThat(socket.getOption(ExtendedSocketOptions.TCP_KEEPIDLE)).isEqualTo(3);
      assertThat(socket.getOption(ExtendedSocketOptions.TCP_KEEPINTERVAL)).isEqualTo(1);
      assertThat(socket.getOption(ExtendedSocketOptions.TCP_KEEPCOUNT)).isEqualTo(2);
    }
  }

  private void serve(int port, boolean tls) {
    var usual = RpcServerConfig.onPort(port);
    var config =
        new RpcServerConfig(
            usual.host(),
            port,
            List.of(),
            Duration.ZERO,
            usual.requestBytesMax(),
            usual.connectionsMax(),
            usual.connectionsPerAddressMax(),
            usual.idleTimeout(),
            usual.requestTimeout(),
            usual.connectionAgeMax(),
            tls
                ? new TlsConfig(file("server.pem"), file("server.key"), file("ca.pem"), RELOAD)
                : TlsConfig.NONE,
            tls ? AuthConfig.NONE.withMode(AuthMode.CERTIFICATE) : AuthConfig.NONE);
    server =
        RpcServer.start(
            "test",
            config,
            new PrometheusMeterRegistry(PrometheusConfig.DEFAULT),
            () -> true,
            List.of(new Controller()),
            grpc -> {},
            http -> http.connectionDrainDuration(Duration.ZERO));
  }

  private ServerConnection connection(CredentialsConfig credentials) {
    var scheme = credentials.caFile().isEmpty() ? "http" : "https";
    return ServerConnection.to(
        URI.create(scheme + "://127.0.0.1:" + server.port()),
        credentials,
        Duration.ofSeconds(2),
        Duration.ofSeconds(2),
        clock);
  }

  private CredentialsConfig credentials(String authorities, String shown) {
    return new CredentialsConfig(
        "",
        file(authorities),
        shown.isEmpty() ? "" : file(shown + ".pem"),
        shown.isEmpty() ? "" : file(shown + ".key"),
        RELOAD);
  }

  private static int call(ServerConnection connection, int bytes) {
    return ControllerServiceGrpc.newBlockingStub(connection.channel())
        .withDeadlineAfter(TestTimeouts.STALL.toSeconds(), TimeUnit.SECONDS)
        .nextWork(NextWorkRequest.newBuilder().setTasksMax(bytes).build())
        .getWork(0)
        .getPayload()
        .size();
  }

  private static Code refusal(ServerConnection connection) {
    return catchThrowableOfType(StatusRuntimeException.class, () -> call(connection, 1))
        .getStatus()
        .getCode();
  }

  private String file(String name) {
    return directory.resolve(name).toString();
  }

  private void write(String name, X509Bundle bundle) throws IOException {
    Files.writeString(directory.resolve(name + ".pem"), bundle.getCertificatePathPEM());
    Files.writeString(directory.resolve(name + ".key"), bundle.getPrivateKeyPEM());
  }

  private void authorities(String name, X509Bundle... believed) throws IOException {
    var pem = new StringBuilder();
    for (var one : believed) {
      pem.append(one.getCertificatePEM()).append('\n');
    }
    Files.writeString(directory.resolve(name), pem);
  }

  private static X509Bundle issued(X509Bundle by, String uri) throws Exception {
    return new CertificateBuilder()
        .ecp256()
        .subject("CN=test")
        .addSanIpAddress("127.0.0.1")
        .addSanUriName(uri)
        .buildIssuedBy(by);
  }

  private static X509Bundle authority(String subject) throws Exception {
    return new CertificateBuilder()
        .ecp256()
        .subject(subject)
        .setIsCertificateAuthority(true)
        .buildSelfSigned();
  }
}
