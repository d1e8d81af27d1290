package dev.atf.runtime.tls;

import com.linecorp.armeria.server.ServerBuilder;
import com.linecorp.armeria.server.ServerTlsConfig;
import dev.atf.runtime.server.TlsConfig;
import io.netty.handler.ssl.ClientAuth;

/** TLS settings of a server. Certificates are read again when their files change. */
public final class ServerTls {
  private ServerTls() {}

  /**
   * Uses the configured certificates.
   *
   * @throws dev.atf.runtime.config.ConfigException if a file cannot be read, or the key is of
   *     another certificate
   */
  public static void on(ServerBuilder server, TlsConfig config) {
    var files =
        new ReloadedTls(
            config.certificateFile(),
            config.keyFile(),
            config.clientCaFile(),
            config.reloadInterval());
    var callers = config.asksForCertificates() ? ClientAuth.REQUIRE : ClientAuth.NONE;
    server.tlsProvider(files, ServerTlsConfig.builder().clientAuth(callers).build());
  }
}
