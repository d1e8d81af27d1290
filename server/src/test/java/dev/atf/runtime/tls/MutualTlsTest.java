package dev.atf.runtime.tls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import com.linecorp.armeria.client.ClientFactory;
import com.linecorp.armeria.client.WebClient;
import com.linecorp.armeria.common.HttpResponse;
import com.linecorp.armeria.server.Server;
import dev.atf.runtime.auth.Principal;
import dev.atf.runtime.config.ConfigException;
import dev.atf.runtime.credentials.CredentialsConfig;
import dev.atf.runtime.rpc.RpcServer;
import dev.atf.runtime.server.AuthConfig;
import dev.atf.runtime.server.AuthMode;
import dev.atf.runtime.server.RpcServerConfig;
import dev.atf.runtime.server.TlsConfig;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.netty.pkitesting.CertificateBuilder;
import io.netty.pkitesting.X509Bundle;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.X509Certificate;
import java.time.Duration;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLSocket;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests both sides of a connection with certificates of one authority, on a real server. */
final class MutualTlsTest {
  private static final Duration RELOAD = Duration.ofMillis(10);

  @TempDir private Path directory;

  private static X509Bundle authority;
  private static X509Bundle untrusted;
  private static X509Bundle firstServer;
  private static X509Bundle worker;
  private static X509Bundle evil;

  @BeforeAll
  static void issueCertificates() throws Exception {
    authority = authority("CN=ours");
    untrusted = authority("CN=strangers");
    firstServer = server(1);
    worker = issued(authority, "CN=worker", "spiffe://cluster/worker");
    evil = issued(untrusted, "CN=worker", "spiffe://cluster/worker");
  }

  @BeforeEach
  void writeCertificates() throws IOException {
    write("server", firstServer);
    write("worker", worker);
    write("evil", evil);
    Files.writeString(directory.resolve("ca.pem"), authority.getCertificatePEM());
    Files.writeString(directory.resolve("strangers.pem"), untrusted.getCertificatePEM());
  }

  @Test
  void callerWithTrustedCertificateIsIdentifiedByItsName() throws Exception {
    try (var server = start();
        var clients = clients("ca.pem", "worker")) {
      assertThat(get(server, clients, "/whoami")).isEqualTo("spiffe://cluster/worker");
    }
  }

  @Test
  @Tag("T11")
  void missingOrUntrustedCertificateIsNotConnected() throws Exception {
    try (var server = start()) {
      for (var shown : List.of("", "evil")) {
        try (var clients = clients("ca.pem", shown)) {
          assertThatThrownBy(() -> get(server, clients, "/health")).as(shown).isNotNull();
        }
      }
    }
  }

  @Test
  @Tag("T11")
  void aServerOfStrangersIsNotBelieved() throws Exception {
    try (var server = start();
        var clients = clients("strangers.pem", "worker")) {
      assertThatThrownBy(() -> get(server, clients, "/health"))
          .hasStackTraceContaining("SSLHandshakeException");
    }
  }

  @Test
  @Tag("F28")
  @Tag("T11")
  void aRenewedCertificateIsUsedByTheNextConnection() throws Exception {
    try (var server = start()) {
      assertThat(serialShownBy(server)).isEqualTo(BigInteger.ONE);

      write("server", server(2));

      await().until(() -> serialShownBy(server), BigInteger.TWO::equals);
    }
  }

  @Test
  void aCertificateWithoutItsKeyIsNotTakenOver() throws Exception {
    try (var server = start();
        var clients = clients("ca.pem", "worker")) {
      var renewed = server(2);
      Files.writeString(directory.resolve("server.pem"), renewed.getCertificatePathPEM());
      await()
          .during(RELOAD.multipliedBy(20))
          .until(() -> serialShownBy(server), BigInteger.ONE::equals);

      Files.writeString(directory.resolve("server.key"), renewed.getPrivateKeyPEM());

      await().until(() -> serialShownBy(server), BigInteger.TWO::equals);
      assertThat(get(server, clients, "/whoami")).isEqualTo("spiffe://cluster/worker");
    }
  }

  @Test
  @Tag("T11")
  void aRenewedAuthorityIsBelievedAndOneThatWasTakenAwayIsNot() throws Exception {
    var renewed = authority("CN=renewed");
    write("worker-of-renewed", issued(renewed, "CN=worker", "spiffe://cluster/worker"));
    try (var server = start();
        var standing = clients("ca.pem", "worker")) {
      assertThat(get(server, standing, "/whoami")).isEqualTo("spiffe://cluster/worker");

      authorities(authority, renewed);
      write("server", serverOf(renewed, 2));

      await()
          .ignoreExceptions()
          .until(() -> whoAmI(server, "worker-of-renewed"), "spiffe://cluster/worker"::equals);
      assertThat(get(server, standing, "/whoami")).isEqualTo("spiffe://cluster/worker");

      authorities(renewed);

      await().untilAsserted(() -> assertThatThrownBy(() -> whoAmI(server, "worker")).isNotNull());
      assertThat(whoAmI(server, "worker-of-renewed")).isEqualTo("spiffe://cluster/worker");
    }
  }

  @Test
  void authoritiesThatAreNotUnderstoodLeaveThoseBeforeInForce() throws Exception {
    try (var server = start()) {
      assertThat(whoAmI(server, "worker")).isEqualTo("spiffe://cluster/worker");

      Files.writeString(directory.resolve("ca.pem"), "no certificate");

      await()
          .during(RELOAD.multipliedBy(20))
          .until(() -> serialShownBy(server), BigInteger.ONE::equals);
    }
  }

  @Test
  void filesThatAreNoPairDoNotBoot() throws Exception {
    Files.copy(directory.resolve("worker.key"), directory.resolve("other.key"));

    assertThatThrownBy(
            () ->
                ServerTls.on(
                    Server.builder(),
                    new TlsConfig(file("server.pem"), file("other.key"), "", RELOAD)))
        .isInstanceOf(ConfigException.class);
    assertThatThrownBy(
            () ->
                ServerTls.on(
                    Server.builder(),
                    new TlsConfig(file("none.pem"), file("server.key"), "", RELOAD)))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("none.pem");
  }

  private RpcServer start() {
    var tls = new TlsConfig(file("server.pem"), file("server.key"), file("ca.pem"), RELOAD);
    var usual = RpcServerConfig.onPort(0);
    var config =
        new RpcServerConfig(
            usual.host(),
            0,
            List.of(),
            Duration.ZERO,
            usual.requestBytesMax(),
            usual.connectionsMax(),
            usual.connectionsPerAddressMax(),
            usual.idleTimeout(),
            usual.requestTimeout(),
            usual.connectionAgeMax(),
            tls,
            AuthConfig.NONE.withMode(AuthMode.CERTIFICATE));
    return RpcServer.start(
        "test",
        config,
        new PrometheusMeterRegistry(PrometheusConfig.DEFAULT),
        () -> true,
        List.of(),
        grpc -> {},
        http ->
            http.service(
                "/whoami",
                (context, request) ->
                    HttpResponse.of(Principal.current().map(Principal::name).orElse("nobody"))));
  }

  private ClientFactory clients(String authorities, String shown) {
    var credentials =
        new CredentialsConfig(
            "",
            file(authorities),
            shown.isEmpty() ? "" : file(shown + ".pem"),
            shown.isEmpty() ? "" : file(shown + ".key"),
            RELOAD);
    // A handshake takes seconds on a busy machine.
    var patient = ClientFactory.builder().connectTimeout(Duration.ofMinutes(1));
    return ClientTls.on(patient, credentials).build();
  }

  /** Returns the caller's name over a connection of its own. */
  private String whoAmI(RpcServer server, String shown) {
    try (var clients = clients("ca.pem", shown)) {
      return get(server, clients, "/whoami");
    }
  }

  private void authorities(X509Bundle... believed) throws IOException {
    var pem = new StringBuilder();
    for (var one : believed) {
      pem.append(one.getCertificatePEM()).append('\n');
    }
    Files.writeString(directory.resolve("ca.pem"), pem);
  }

  private static String get(RpcServer server, ClientFactory clients, String path) {
    return WebClient.builder("https://127.0.0.1:" + server.port())
        .factory(clients)
        .build()
        .get(path)
        .aggregate()
        .join()
        .contentUtf8();
  }

  /** Returns the serial number of the server's certificate, over a connection of its own. */
  private BigInteger serialShownBy(RpcServer server) throws Exception {
    var context = SSLContext.getInstance("TLS");
    context.init(
        worker.toKeyManagerFactory().getKeyManagers(),
        authority.toTrustManagerFactory().getTrustManagers(),
        null);
    try (var socket =
        (SSLSocket) context.getSocketFactory().createSocket("127.0.0.1", server.port())) {
      socket.startHandshake();
      return ((X509Certificate) socket.getSession().getPeerCertificates()[0]).getSerialNumber();
    }
  }

  private String file(String name) {
    return directory.resolve(name).toString();
  }

  private void write(String name, X509Bundle bundle) throws IOException {
    Files.writeString(directory.resolve(name + ".pem"), bundle.getCertificatePathPEM());
    Files.writeString(directory.resolve(name + ".key"), bundle.getPrivateKeyPEM());
  }

  private static X509Bundle server(int serial) throws Exception {
    return serverOf(authority, serial);
  }

  private static X509Bundle serverOf(X509Bundle by, int serial) throws Exception {
    return new CertificateBuilder()
        .ecp256()
        .subject("CN=server")
        .serial(BigInteger.valueOf(serial))
        .addSanIpAddress("127.0.0.1")
        .buildIssuedBy(by);
  }

  private static X509Bundle issued(X509Bundle by, String subject, String uri) throws Exception {
    return new CertificateBuilder().ecp256().subject(subject).addSanUriName(uri).buildIssuedBy(by);
  }

  private static X509Bundle authority(String subject) throws Exception {
    return new CertificateBuilder()
        .ecp256()
        .subject(subject)
        .setIsCertificateAuthority(true)
        .buildSelfSigned();
  }
}
