package dev.atf.runtime.server;

import dev.atf.runtime.config.SettingChecks;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Address, limits for callers and shutdown of a server.
 *
 * @param host address to listen on
 * @param port port to listen on; 0 for any free one
 * @param hostsAllowed DNS names by which callers may address the server, in addition to localhost;
 *     checked if set, or on the loopback without credentials
 * @param drainTimeout how long calls may continue when the process stops
 * @param requestBytesMax bytes of a message; RESOURCE_EXHAUSTED above
 * @param connectionsMax open connections; above it, the oldest one that made no call is closed, or
 *     else the new one
 * @param connectionsPerAddressMax open connections of one remote address
 * @param idleTimeout time after which a connection without a call is closed, even if it sends bytes
 * @param requestTimeout time limit of a call, from first header to end of answer; callers can
 *     shorten it
 * @param connectionAgeMax approximate age at which a connection accepts no further call; 0s for no
 *     limit
 * @param tls certificates of the server, and of its callers
 * @param auth authentication of callers
 */
@RecordBuilder
public record RpcServerConfig(
    String host,
    int port,
    List<String> hostsAllowed,
    Duration drainTimeout,
    int requestBytesMax,
    int connectionsMax,
    int connectionsPerAddressMax,
    Duration idleTimeout,
    Duration requestTimeout,
    Duration connectionAgeMax,
    TlsConfig tls,
    AuthConfig auth)
    implements RpcServerConfigBuilder.With {
  /**
   * Default maximum number of connections, below the usual limits of file descriptors. It does not
   * bound memory: each connection may have as many concurrent calls as the server allows, and each
   * call a request of {@link #requestBytesMax}.
   */
  static final int CONNECTIONS_MAX_DEFAULT = 4_000;

  /**
   * Default maximum number of connections of one address. One address cannot use all connections,
   * and a load balancer in front of the server has enough.
   */
  static final int CONNECTIONS_PER_ADDRESS_MAX_DEFAULT = 1_000;

  /** Default idle time-out, longer than gRPC clients keep an idle connection by default. */
  static final Duration IDLE_TIMEOUT_DEFAULT = Duration.ofSeconds(15);

  /** Default time-out of a request: enough for a full batch on a slow store. */
  static final Duration REQUEST_TIMEOUT_DEFAULT = Duration.ofSeconds(30);

  /**
   * Default maximum age of a connection. With it, new processes get their share of calls within
   * minutes, and a new connection costs little.
   */
  static final Duration CONNECTION_AGE_MAX_DEFAULT = Duration.ofMinutes(5);

  private static final Pattern HOST_NAME = Pattern.compile("[a-z0-9]([a-z0-9._-]*[a-z0-9])?");

  /** Returns settings for the loopback with the default limits. */
  public static RpcServerConfig onPort(int port) {
    return new RpcServerConfig(
        "127.0.0.1",
        port,
        List.of(),
        Duration.ofSeconds(10),
        16 * 1024 * 1024,
        CONNECTIONS_MAX_DEFAULT,
        CONNECTIONS_PER_ADDRESS_MAX_DEFAULT,
        IDLE_TIMEOUT_DEFAULT,
        REQUEST_TIMEOUT_DEFAULT,
        CONNECTION_AGE_MAX_DEFAULT,
        TlsConfig.NONE,
        AuthConfig.NONE);
  }

  public RpcServerConfig {
    hostsAllowed = hostsAllowed.stream().map(name -> name.toLowerCase(Locale.ROOT)).toList();
    new SettingChecks()
        .that(!host.isBlank(), "host", host, "a name or an address")
        .within("port", port, 0, 65_535)
        .that(
            hostsAllowed.stream().allMatch(HOST_NAME.asMatchPredicate()),
            "hostsAllowed",
            hostsAllowed,
            "names such as atf.example.com, without a port")
        .notNegative("drainTimeout", drainTimeout)
        .that(requestBytesMax >= 1024, "requestBytesMax", requestBytesMax, "1024 or more")
        .that(connectionsMax >= 1, "connectionsMax", connectionsMax, "1 or more")
        .that(
            connectionsPerAddressMax >= 1,
            "connectionsPerAddressMax",
            connectionsPerAddressMax,
            "1 or more")
        .within("idleTimeout", idleTimeout, Duration.ofMillis(100), Duration.ofHours(1))
        .within("requestTimeout", requestTimeout, Duration.ofMillis(100), Duration.ofMinutes(10))
        .within("connectionAgeMax", connectionAgeMax, Duration.ZERO, Duration.ofDays(1))
        .that(
            auth.mode() != AuthMode.CERTIFICATE || tls.asksForCertificates(),
            "auth.mode",
            auth.mode(),
            "with tls.clientCaFile, whose certificates callers show")
        // A server that listens beyond this machine without authentication is open to everybody.
        .that(
            AuthConfig.isLoopback(host)
                || auth.mode() != AuthMode.NONE
                || tls.asksForCertificates()
                || auth.allowUnauthenticated(),
            "host",
            host,
            "127.0.0.1 while callers show no credentials; else auth.mode=JWT, tls.clientCaFile, or,"
                + " where the network itself keeps callers away, auth.allowUnauthenticated=true")
        .end();
  }

  /**
   * Returns whether callers need no credentials and the server listens on this machine only. The
   * requested host name is then the only difference between this machine's callers and pages in its
   * browsers.
   */
  boolean isOpenToThisMachine() {
    return AuthConfig.isLoopback(host)
        && auth.mode() == AuthMode.NONE
        && !tls.asksForCertificates();
  }

  /**
   * Returns whether requests for other names are refused, except for the names of this machine and
   * the allowed names.
   */
  public boolean refusesOtherHosts() {
    return isOpenToThisMachine() || !hostsAllowed.isEmpty();
  }

  /**
   * Returns the address for callers on this machine. With TLS, the certificate must contain
   * 127.0.0.1.
   *
   * @param port port of the server
   */
  public String localUri(int port) {
    return (tls.isOn() ? "https" : "http") + "://127.0.0.1:" + port;
  }

  /** Returns a short description of who can reach the server, for the start message. */
  public String exposure() {
    var reach = AuthConfig.isLoopback(host) ? "this machine only" : "beyond this machine";
    var shown =
        auth.mode() != AuthMode.NONE
            ? "callers show " + (auth.mode() == AuthMode.CERTIFICATE ? "certificates" : "tokens")
            : tls.asksForCertificates() ? "callers show certificates" : "NO CREDENTIALS ASKED FOR";
    return reach + ", " + shown;
  }
}
