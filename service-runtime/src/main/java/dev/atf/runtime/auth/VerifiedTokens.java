package dev.atf.runtime.auth;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Cache of tokens whose signature was verified lately, so that it is not verified with every call.
 * A token is never kept past its own end; a withdrawn key is trusted for {@link #AGE_MAX} longer.
 */
final class VerifiedTokens {
  private static final Duration AGE_MAX = Duration.ofSeconds(30);

  /**
   * Greatest number of tokens; beyond it all are removed at once. Chosen: callers of one process.
   */
  private static final int COUNT_MAX = 4_096;

  private final InstantSource instants;
  private final Map<String, AuthenticationResult.Authenticated> known = new ConcurrentHashMap<>();

  VerifiedTokens(InstantSource instants) {
    this.instants = instants;
  }

  Optional<AuthenticationResult.Authenticated> find(String token) {
    return Optional.ofNullable(known.get(token))
        .filter(recent -> instants.instant().isBefore(recent.until()));
  }

  void add(String token, AuthenticationResult.Authenticated authenticated) {
    if (known.size() >= COUNT_MAX) {
      known.clear();
    }
    var forget = instants.instant().plus(AGE_MAX);
    known.put(
        token,
        new AuthenticationResult.Authenticated(
            authenticated.principal(), earlier(forget, authenticated.until())));
  }

  private static Instant earlier(Instant a, Instant b) {
    return a.isBefore(b) ? a : b;
  }
}
