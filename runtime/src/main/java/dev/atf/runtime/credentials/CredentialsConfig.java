package dev.atf.runtime.credentials;

import dev.atf.runtime.config.SettingChecks;
import java.time.Duration;

/**
 * Credentials that a process presents to the servers that it calls.
 *
 * @param tokenFile file with the token of each call, which may be replaced before it expires; empty
 *     for no token
 * @param caFile PEM file with the certificate authorities of the servers; empty for those of the
 *     JDK
 * @param certificateFile PEM file with the client certificate and its chain; empty for no client
 *     certificate
 * @param keyFile PEM file (PKCS #8) with the private key of the certificate
 * @param reloadInterval time between two checks whether the files have changed
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
