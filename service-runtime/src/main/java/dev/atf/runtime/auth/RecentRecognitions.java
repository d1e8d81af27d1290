package dev.atf.runtime.auth;

import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Tokens that were lately found good, so that a signature is not checked with every call. Never
 * past a token's own end; a key that was taken back is believed so much longer.
 */
final class RecentRecognitions {
  private static final Duration AGE_MAX = Duration.ofSeconds(30);

  /** Chosen: callers of one process; beyond it all are forgotten at once. */
  private static final int COUNT_MAX = 4_096;

  private final InstantSource instants;
  private final Map<String, Recognition.Known> known = new ConcurrentHashMap<>();

  RecentRecognitions(InstantSource instants) {
    this.instants = instants;
  }

  Optional<Recognition.Known> find(String token) {
    return Optional.ofNullable(known.get(token))
        .filter(recent -> instants.instant().isBefore(recent.until()));
  }

  void add(String token, Recognition.Known recognized) {
    if (known.size() >= COUNT_MAX) {
      known.clear();
    }
    var forget = instants.instant().plus(AGE_MAX);
    known.put(
        token, new Recognition.Known(recognized.principal(), earlier(forget, recognized.until())));
  }

  private static Instant earlier(Instant a, Instant b) {
    return a.isBefore(b) ? a : b;
  }
}
