package dev.atf.runtime.server;

import dev.atf.runtime.config.SettingChecks;
import java.time.Duration;

/**
 * Certificates of a server.
 *
 * @param certificateFile PEM file with the server's certificate and its chain; empty for plain HTTP
 * @param keyFile PEM file (PKCS #8) with its private key
 * @param clientCaFile PEM file with callers' certificate authorities; empty if callers need no
 *     certificate
 * @param reloadInterval interval between checks of the files for changes, which affect new
 *     connections
 */
public record TlsConfig(
    String certificateFile, String keyFile, String clientCaFile, Duration reloadInterval) {
  public static final TlsConfig NONE = new TlsConfig("", "", "", Duration.ofSeconds(10));

  public TlsConfig {
    new SettingChecks()
        .that(
            certificateFile.isEmpty() == keyFile.isEmpty(),
            "keyFile",
            keyFile,
            "a file where certificateFile is one, and none where it is none")
        .that(
            clientCaFile.isEmpty() || !certificateFile.isEmpty(),
            "clientCaFile",
            clientCaFile,
            "none without certificateFile")
        .within("reloadInterval", reloadInterval, Duration.ofMillis(10), Duration.ofDays(1))
        .end();
  }

  public boolean isOn() {
    return !certificateFile.isEmpty();
  }

  /** Returns whether only callers with a certificate of the configured authorities can connect. */
  public boolean asksForCertificates() {
    return !clientCaFile.isEmpty();
  }
}
