package dev.atf.runtime.tls;

import com.linecorp.armeria.client.ClientFactoryBuilder;
import dev.atf.runtime.credentials.CredentialsConfig;

/** Adds certificates to a process's calls of other processes. */
public final class ClientTls {
  private ClientTls() {}

  /**
   * Uses the configured certificates.
   *
   * @throws dev.atf.runtime.config.ConfigException if a file cannot be read
   */
  public static ClientFactoryBuilder on(ClientFactoryBuilder clients, CredentialsConfig config) {
    if (!config.caFile().isEmpty() || !config.certificateFile().isEmpty()) {
      clients.tlsProvider(
          new ReloadedTls(
              config.certificateFile(),
              config.keyFile(),
              config.caFile(),
              config.reloadInterval()));
    }
    return clients;
  }
}
