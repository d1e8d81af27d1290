package dev.atf.hsc;

import dev.atf.runtime.Threads;
import dev.atf.store.Proximity;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;

/**
 * One lane for each call that writes: when the store is slow, claims wait for claims, and
 * heartbeats, which keep work alive that has already begun, do not wait for either (F11).
 */
@Singleton
final class Lanes implements AutoCloseable {
  private final Lane heartbeats;
  private final Lane results;
  private final Lane claims;
  private final int callThreads;

  @Inject
  Lanes(LaneLimits limits, Proximity store, Threads threads, HscMetrics metrics) {
    this.heartbeats = new Lane("heartbeats", limits, store, threads, metrics);
    this.results = new Lane("results", limits, store, threads, metrics);
    this.callThreads = 3 * limits.callsMax() + 8;
    this.claims = new Lane("claims", limits, store, threads, metrics);
  }

  /** Threads that calls need: those of all lanes, and some for what is answered from memory. */
  int callThreads() {
    return callThreads;
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
