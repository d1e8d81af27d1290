package dev.atf.runtime.credentials;

import dev.atf.runtime.config.SettingChecks;
import java.time.Duration;

/**
 * Credentials that a process presents to the servers that it calls.
 *
 * @param tokenFile file with the token of each call, which may be replaced
 * @param caFile PEM file with the servers' certificate authorities; empty for those of the JDK
 * @param certificateFile PEM file with the client certificate and its chain
 * @param keyFile PEM file (PKCS #8) with its private key
 * @param reloadInterval interval between checks of the files for changes
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
