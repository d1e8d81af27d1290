package dev.atf.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.atf.runtime.config.ConfigException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.exception.SdkClientException;

final class IdentityTokenFileTest {
  private static final IdentityConfig CONFIG =
      new IdentityConfig("https://sts.eu-central-1.amazonaws.com", "orders", Duration.ofMinutes(5));
  private static final Instant START = Instant.parse("2030-01-01T00:00:00Z");

  private final AtomicReference<Instant> now = new AtomicReference<>(START);

  @TempDir private Path directory;

  @Test
  void theTokenIsThereAtOnceAndIsRenewedBeforeItEnds() throws Exception {
    var credentials = StaticCredentialsProvider.create(AwsBasicCredentials.create("id", "secret"));
    var token =
        IdentityTokenFile.in(
            directory.resolve("token"), CONFIG, credentials, now::get, request -> true);
    assertThat(query(token)).contains("%2Feu-central-1%2Fsts%2F");
    assertThat(query(token)).contains("X-Amz-Date=20300101T000000Z", "X-Amz-Expires=900");

    now.set(START.plus(Duration.ofMinutes(5)));
    assertThat(token.turn()).isEqualTo(CONFIG.renewEvery());

    assertThat(query(token)).contains("X-Amz-Date=20300101T000500Z");
  }

  @Test
  void theTokenIsKeptWhileStsDoesNotAnswerAndRenewedBeforeItEnds() throws Exception {
    var credentials = StaticCredentialsProvider.create(AwsBasicCredentials.create("id", "secret"));
    var stsAnswers = new AtomicBoolean();
    var token =
        IdentityTokenFile.in(
            directory.resolve("token"), CONFIG, credentials, now::get, any -> stsAnswers.get());

    now.set(START.plus(Duration.ofMinutes(5)));
    assertThat(token.turn()).isLessThan(CONFIG.renewEvery());
    assertThat(query(token)).as("the HSC knows it").contains("X-Amz-Date=20300101T000000Z");
    now.set(START.plus(Duration.ofMinutes(13)));
    token.turn();
    assertThat(query(token)).as("the old one ends").contains("X-Amz-Date=20300101T001300Z");

    stsAnswers.set(true);
    now.set(START.plus(Duration.ofMinutes(18)));
    assertThat(token.turn()).isEqualTo(CONFIG.renewEvery());
    assertThat(query(token)).contains("X-Amz-Date=20300101T001800Z");
  }

  @Test
  void aHostWithoutAwsCredentialsDoesNotStart() {
    assertThatThrownBy(
            () ->
                IdentityTokenFile.in(
                    directory.resolve("token"),
                    CONFIG,
                    () -> {
                      throw SdkClientException.create("none found");
                    },
                    now::get,
                    request -> true))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("identity.sts")
        .hasMessageContaining("none found");
  }

  @ParameterizedTest
  @CsvSource({
    "https://sts.eu-central-1.amazonaws.com, eu-central-1",
    "https://sts-fips.us-gov-west-1.amazonaws.com, us-gov-west-1",
    "https://vpce-0a.sts.eu-west-1.vpce.amazonaws.com, eu-west-1",
    "https://sts.cn-north-1.amazonaws.com.cn, cn-north-1"
  })
  void theAddressOfStsNamesItsRegion(String sts, String region) {
    assertThat(new IdentityConfig(sts, "a", CONFIG.renewEvery()).region()).isEqualTo(region);
  }

  @Test
  void anAudienceIsGivenWithAnAddressOfSts() {
    assertThatThrownBy(() -> new IdentityConfig(CONFIG.sts(), "", CONFIG.renewEvery()))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("audience");
    assertThatThrownBy(() -> new IdentityConfig("", "orders", CONFIG.renewEvery()))
        .isInstanceOf(ConfigException.class);
  }

  private static String query(IdentityTokenFile token) throws Exception {
    var encoded = Files.readString(token.file()).substring("atf-aws.".length());
    return new String(Base64.getUrlDecoder().decode(encoded), StandardCharsets.US_ASCII);
  }
}
