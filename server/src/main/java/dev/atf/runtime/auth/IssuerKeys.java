package dev.atf.runtime.auth;

import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.source.JWKSource;
import com.nimbusds.jose.jwk.source.JWKSourceBuilder;
import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jose.util.DefaultResourceRetriever;
import dev.atf.runtime.WatchedFile;
import dev.atf.runtime.loop.MonotonicClock;
import java.net.MalformedURLException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;

/** Source of an issuer's keys, which finds new keys while the process runs. */
final class IssuerKeys {
  /** Maximum age of keys. A withdrawn key is trusted for this long. */
  private static final Duration AGE_MAX = Duration.ofMinutes(5);

  /**
   * Minimum interval between requests, so that tokens with invented key ids cause no more requests.
   */
  private static final Duration ASK_EVERY = Duration.ofSeconds(30);

  /** Maximum time for which the last keys are used while the issuer is unreachable. */
  private static final Duration OUTAGE_MAX = Duration.ofHours(1);

  private static final Duration CALL_TIMEOUT = Duration.ofSeconds(2);
  private static final int BYTES_MAX = 256 * 1024;
  private static final Duration CHECK_EVERY = Duration.ofSeconds(1);

  private IssuerKeys() {}

  /**
   * Returns the keys of an address or a file.
   *
   * @param where an address, or a file
   * @throws dev.atf.runtime.config.ConfigException if a file cannot be read
   */
  static JWKSource<SecurityContext> of(String where) {
    return where.startsWith("http") ? remote(where) : file(Path.of(where), CHECK_EVERY);
  }

  static JWKSource<SecurityContext> file(Path path, Duration checkEvery) {
    var keys =
        new WatchedFile<>(
            path,
            checkEvery,
            MonotonicClock.system(),
            content -> JWKSet.parse(new String(content, StandardCharsets.UTF_8)));
    return (selector, context) -> selector.select(keys.get());
  }

  private static JWKSource<SecurityContext> remote(String address) {
    int timeout = (int) CALL_TIMEOUT.toMillis();
    try {
      return JWKSourceBuilder.create(
              URI.create(address).toURL(),
              new DefaultResourceRetriever(timeout, timeout, BYTES_MAX))
          .cache(AGE_MAX.toMillis(), CALL_TIMEOUT.multipliedBy(2).toMillis())
          // It would start a thread of its own.
          .refreshAheadCache(false)
          .rateLimited(ASK_EVERY.toMillis())
          .outageTolerant(OUTAGE_MAX.toMillis())
          .build();
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException(address, e);
    }
  }
}
