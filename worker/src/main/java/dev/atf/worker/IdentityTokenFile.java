package dev.atf.worker;

import dev.atf.runtime.config.ConfigException;
import dev.atf.runtime.loop.Step;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.InstantSource;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkClientException;

/**
 * Keeps a file with a valid token of this host's IAM identity, which its controller and its
 * executors present to the HSC. Readers see the old token or the new one, never a part.
 */
record IdentityTokenFile(
    Path file, IdentityConfig config, AwsCredentialsProvider credentials, InstantSource instants)
    implements Step {
  /**
   * Writes the first token.
   *
   * @throws ConfigException if there are no credentials to sign with
   */
  static IdentityTokenFile in(
      Path file,
      IdentityConfig config,
      AwsCredentialsProvider credentials,
      InstantSource instants) {
    var tokens = new IdentityTokenFile(file, config, credentials, instants);
    try {
      tokens.write();
    } catch (SdkClientException e) {
      throw new ConfigException(
          "identity.sts: %s (expected: empty where the process has no AWS credentials: %s)"
              .formatted(config.sts(), e.getMessage()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return tokens;
  }

  @Override
  public Duration turn() throws IOException {
    write();
    return config.renewEvery();
  }

  private void write() throws IOException {
    var token =
        AwsIdentityToken.of(
            credentials.resolveCredentials(),
            config.address(),
            config.region(),
            config.audience(),
            instants.instant());
    var next = file.resolveSibling(file.getFileName() + ".next");
    Files.writeString(next, token);
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
  }
}
