package dev.atf.runtime.auth;

import dev.atf.runtime.loop.Pool;
import dev.atf.runtime.loop.Threads;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Checks tokens and caches the valid ones, so that most calls do not wait for a check.
 *
 * <p>A valid token is accepted for {@link #FRESH}. Before that time ends, the token is checked
 * again in the background. While this check is not possible ({@link
 * AuthenticationResult.Refusal#CREDENTIALS_UNCHECKED}), the token is accepted until it expires.
 * After any other refusal, it is no longer accepted. Each token has at most one check at a time.
 * Thread-safe.
 */
final class VerifiedTokens {
  private static final Duration FRESH = Duration.ofSeconds(30);

  /**
   * Age of a result at which a call starts a new check. It is one heartbeat interval before {@link
   * #FRESH}.
   */
  private static final Duration RENEW_AFTER = Duration.ofSeconds(25);

  /** Pause before the next check if a check was not possible. */
  private static final Duration RETRY_AFTER = Duration.ofSeconds(5);

  /**
   * Maximum time that a call with a valid token waits for a new check. It is shorter than the time
   * limit of a heartbeat call (2 s).
   */
  private static final Duration WAIT_MAX = Duration.ofSeconds(1);

  /**
   * Maximum number of concurrent checks. Callers with invalid tokens can occupy at most this number
   * of threads.
   */
  private static final int CHECKS_MAX = 16;

  /**
   * Maximum number of checks that wait or run. Each one keeps a token in memory. Further checks
   * count as not possible.
   */
  private static final int PENDING_MAX = 2_000;

  /** Time after which a waiting check is dropped, because its caller no longer waits. */
  private static final Duration QUEUED_MAX = Duration.ofSeconds(5);

  /**
   * Maximum number of tokens that are kept. It is more than the number of active callers of one
   * process.
   */
  private static final int COUNT_MAX = 4_096;

  private static final AuthenticationResult UNCHECKED =
      new AuthenticationResult.Refused(
          AuthenticationResult.Refusal.CREDENTIALS_UNCHECKED,
          "the credentials cannot be checked at the moment; try again");

  private final Authenticator authenticator;
  private final InstantSource instants;
  private final Pool checks = Threads.system().pool("credentials", CHECKS_MAX);
  private final Map<String, Verified> verified = new ConcurrentHashMap<>();
  private final Map<String, CompletableFuture<AuthenticationResult>> pending =
      new ConcurrentHashMap<>();
  private volatile boolean failing;

  VerifiedTokens(Authenticator authenticator, InstantSource instants) {
    this.authenticator = authenticator;
    this.instants = instants;
  }

  /**
   * Returns whether the latest check was not possible, for example because the issuer does not
   * answer.
   */
  boolean isFailing() {
    return failing;
  }

  CompletableFuture<AuthenticationResult> check(String token) {
    var now = instants.instant();
    var known = verified.get(token);
    if (known == null || !now.isBefore(known.caller().until())) {
      return ask(token);
    }
    // After the clock was set back, a token must not be accepted for longer.
    boolean wasSetBack = known.renewAt().isAfter(now.plus(FRESH));
    if (now.isBefore(known.renewAt()) && !wasSetBack) {
      return CompletableFuture.completedFuture(known.caller());
    }
    var renewal = ask(token);
    return now.isBefore(known.staleAt())
        ? CompletableFuture.completedFuture(known.caller())
        : renewal
            .thenApply(result -> isUnchecked(result) ? known.caller() : result)
            .completeOnTimeout(known.caller(), WAIT_MAX.toMillis(), TimeUnit.MILLISECONDS);
  }

  private CompletableFuture<AuthenticationResult> ask(String token) {
    boolean isFull = pending.size() >= PENDING_MAX;
    var answer = new CompletableFuture<AuthenticationResult>();
    var inProgress = isFull ? pending.get(token) : pending.putIfAbsent(token, answer);
    if (inProgress != null) {
      return inProgress;
    }
    if (isFull) {
      return CompletableFuture.completedFuture(UNCHECKED);
    }
    var askedAt = instants.instant();
    checks.execute(() -> answer(token, askedAt, answer));
    return answer;
  }

  private void answer(
      String token, Instant askedAt, CompletableFuture<AuthenticationResult> answer) {
    try {
      var now = instants.instant();
      var result =
          askedAt.plus(QUEUED_MAX).isBefore(now)
              ? UNCHECKED
              : authenticator.authenticate(new Credentials(Optional.of(token), Optional.empty()));
      remember(token, result, now);
      pending.remove(token);
      answer.complete(result);
    } catch (RuntimeException e) {
      pending.remove(token);
      answer.completeExceptionally(e);
    }
  }

  private void remember(String token, AuthenticationResult result, Instant now) {
    failing = isUnchecked(result);
    if (result instanceof AuthenticationResult.Authenticated caller) {
      makeRoom(now);
      verified.put(token, new Verified(caller, now.plus(RENEW_AFTER), now.plus(FRESH)));
    } else if (failing) {
      verified.computeIfPresent(
          token,
          (same, known) -> new Verified(known.caller(), now.plus(RETRY_AFTER), now.plus(FRESH)));
    } else {
      verified.remove(token);
    }
  }

  private void makeRoom(Instant now) {
    if (verified.size() >= COUNT_MAX) {
      verified.values().removeIf(idle -> !now.isBefore(idle.staleAt()));
    }
    if (verified.size() >= COUNT_MAX) {
      verified.clear();
    }
  }

  private static boolean isUnchecked(AuthenticationResult result) {
    return result instanceof AuthenticationResult.Refused refused
        && refused.refusal() == AuthenticationResult.Refusal.CREDENTIALS_UNCHECKED;
  }

  /**
   * Valid token.
   *
   * @param renewAt time from which a call starts another check
   * @param staleAt time from which a call waits for that check
   */
  private record Verified(
      AuthenticationResult.Authenticated caller, Instant renewAt, Instant staleAt) {}
}
