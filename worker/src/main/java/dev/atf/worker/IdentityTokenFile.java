package dev.atf.worker;

import dev.atf.runtime.auth.SignedIdentityRequest;
import dev.atf.runtime.config.ConfigException;
import dev.atf.runtime.loop.Step;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.http.HttpClient;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.time.InstantSource;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import software.amazon.awssdk.auth.credentials.AwsCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkClientException;

/**
 * Keeps a valid token of this host's IAM identity in a file. The controller and the executors of
 * the host present the token to the HSC. Readers see either the old or the new token, and never a
 * part of one.
 *
 * <p>An HSC that cannot call STS accepts only tokens that it has already verified. Therefore, while
 * STS does not answer this host, the old token is kept as long as it is valid.
 *
 * @param stsAnswers returns whether STS accepts or refuses a token; false if it does not answer
 */
record IdentityTokenFile(
    Path file,
    IdentityConfig config,
    AwsCredentialsProvider credentials,
    InstantSource instants,
    Predicate<SignedIdentityRequest> stsAnswers)
    implements Step {
  private static final Logger log = LoggerFactory.getLogger(IdentityTokenFile.class);

  /** Remaining validity at which a token is replaced in any case. */
  private static final Duration REST_MIN = Duration.ofMinutes(2);

  private static final Duration RETRY_AFTER = Duration.ofSeconds(10);
  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(5);

  /**
   * Writes the first token, even if STS does not answer.
   *
   * @throws ConfigException if there are no credentials to sign with
   */
  static IdentityTokenFile in(
      Path file,
      IdentityConfig config,
      AwsCredentialsProvider credentials,
      InstantSource instants,
      Predicate<SignedIdentityRequest> stsAnswers) {
    var tokens = new IdentityTokenFile(file, config, credentials, instants, stsAnswers);
    try {
      tokens.write(tokens.sign());
    } catch (SdkClientException e) {
      throw new ConfigException(
          "identity.sts: %s (expected: empty where the process has no AWS credentials: %s)"
              .formatted(config.sts(), e.getMessage()));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return tokens;
  }

  /** Returns a check that calls STS. */
  static Predicate<SignedIdentityRequest> callsOf(IdentityConfig config) {
    var http = HttpClient.newBuilder().connectTimeout(CALL_TIMEOUT).build();
    return signed -> {
      try {
        return SignedIdentityRequest.isVerdict(
            http.send(
                signed.request(config.address(), config.audience(), CALL_TIMEOUT),
                BodyHandlers.ofString()));
      } catch (IOException e) {
        log.warn("AWS STS cannot be called: {}", e.toString());
        return false;
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return false;
      }
    };
  }

  @Override
  public Duration turn() throws IOException {
    var next = sign();
    if (isLongValid(new String(Files.readAllBytes(file), StandardCharsets.UTF_8))
        && !SignedIdentityRequest.of(next).map(stsAnswers::test).orElse(true)) {
      log.warn("the token of this host is kept: AWS STS does not answer for a new one");
      return RETRY_AFTER;
    }
    write(next);
    return config.renewEvery();
  }

  private boolean isLongValid(String token) {
    var until = instants.instant().plus(REST_MIN);
    return SignedIdentityRequest.of(token).filter(old -> until.isBefore(old.end())).isPresent();
  }

  private String sign() {
    return AwsIdentityToken.of(
        credentials.resolveCredentials(),
        config.address(),
        config.region(),
        config.audience(),
        instants.instant());
  }

  private void write(String token) throws IOException {
    var next = file.resolveSibling(file.getFileName() + ".next");
    Files.writeString(next, token);
    Files.move(next, file, StandardCopyOption.ATOMIC_MOVE);
  }
}
