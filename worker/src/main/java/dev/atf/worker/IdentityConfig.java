package dev.atf.worker;

import dev.atf.runtime.config.SettingChecks;
import java.net.URI;
import java.time.Duration;
import java.util.regex.Pattern;

/**
 * IAM identity of this host, which it presents to an HSC with {@code server.auth.mode: AWS}.
 *
 * @param sts address of AWS STS, equal to the HSC's {@code server.auth.issuer}; empty for no
 *     identity
 * @param audience the HSC's {@code server.auth.audience}
 * @param renewEvery interval between signatures; each is valid for 15 minutes
 */
public record IdentityConfig(String sts, String audience, Duration renewEvery) {
  /**
   * Maximum age at which a signature is renewed. The rest of its validity covers a failed renewal.
   */
  private static final Duration RENEW_EVERY_MAX = Duration.ofMinutes(10);

  private static final Pattern ADDRESS =
      Pattern.compile("https://(?:[a-z0-9-]+\\.)?sts(?:-fips)?\\.([a-z0-9-]+)\\.[a-z0-9.-]+");

  public static final IdentityConfig NONE = new IdentityConfig("", "", Duration.ofMinutes(5));

  public IdentityConfig {
    new SettingChecks()
        .that(
            sts.isEmpty() || ADDRESS.matcher(sts).matches(),
            "sts",
            sts,
            "such as https://sts.eu-central-1.amazonaws.com, or empty")
        .that(
            sts.isEmpty() == audience.isEmpty(),
            "audience",
            audience,
            "the HSC's server.auth.audience if, and only if, sts is given")
        .within("renewEvery", renewEvery, Duration.ofSeconds(1), RENEW_EVERY_MAX)
        .end();
  }

  boolean isOn() {
    return !sts.isEmpty();
  }

  /** Returns the region in the address. */
  String region() {
    return ADDRESS.matcher(sts).replaceFirst("$1");
  }

  URI address() {
    return URI.create(sts);
  }
}
