package dev.atf.hsc;

import jakarta.inject.Inject;
import jakarta.inject.Singleton;

/**
 * One lane for each call that writes: when the store is slow, claims wait for claims, and
 * heartbeats, which keep work alive that has already begun, do not wait for either (F11).
 */
@Singleton
final class Lanes implements AutoCloseable {
  /** Threads that calls need: those of all lanes, and some for what is answered from memory. */
  static final int CALL_THREADS = 3 * Lane.CALLS_MAX + 8;

  private final Lane heartbeats;
  private final Lane results;
  private final Lane claims;

  @Inject
  Lanes(WriteConcurrency concurrency, HscMetrics metrics) {
    this.heartbeats = new Lane("heartbeats", concurrency, metrics);
    this.results = new Lane("results", concurrency, metrics);
    this.claims = new Lane("claims", concurrency, metrics);
  }

  Lane heartbeats() {
    return heartbeats;
  }

  Lane results() {
    return results;
  }

  Lane claims() {
    return claims;
  }

  @Override
  public void close() {
    claims.close();
    results.close();
    heartbeats.close();
  }
}
