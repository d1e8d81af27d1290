package dev.atf.runtime.server;

import dev.atf.runtime.config.SettingChecks;
import java.time.Duration;

/**
 * The certificates of a server.
 *
 * @param certificateFile its certificate and those above it, as PEM; empty: it speaks plain HTTP
 * @param keyFile the private key of the certificate, as PEM (PKCS #8)
 * @param clientCaFile the authorities of callers' certificates, as PEM: who shows none of theirs is
 *     not connected; empty: callers need none
 * @param reloadInterval between two looks at the files; connections that begin later use what is
 *     new, those that stand stay
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

  /**
   * Returns whether only callers with a certificate of the configured authorities are connected.
   */
  public boolean asksForCertificates() {
    return !clientCaFile.isEmpty();
  }
}
