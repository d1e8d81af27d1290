package dev.atf.runtime.credentials;

import dev.atf.runtime.config.SettingChecks;
import java.time.Duration;

/**
 * Credentials that a process presents to the servers that it calls.
 *
 * @param tokenFile a token, sent with each call; read again, so that it can be replaced before it
 *     expires; empty: none
 * @param caFile the authorities of the servers' certificates, as PEM; empty: those of the JDK
 * @param certificateFile its client certificate and those above it, as PEM; empty: none
 * @param keyFile the private key of the certificate, as PEM (PKCS #8)
 * @param reloadInterval between two checks of the files
 */
public record CredentialsConfig(
    String tokenFile,
    String caFile,
    String certificateFile,
    String keyFile,
    Duration reloadInterval) {
  public static final CredentialsConfig NONE =
      new CredentialsConfig("", "", "", "", Duration.ofSeconds(10));

  public CredentialsConfig {
    new SettingChecks()
        .that(
            certificateFile.isEmpty() == keyFile.isEmpty(),
            "keyFile",
            keyFile,
            "a file where certificateFile is one, and none where it is none")
        .within("reloadInterval", reloadInterval, Duration.ofMillis(10), Duration.ofDays(1))
        .end();
  }
}
