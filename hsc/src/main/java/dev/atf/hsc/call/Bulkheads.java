package dev.atf.hsc.call;

import dev.atf.runtime.loop.Threads;
import dev.atf.store.StoreLocality;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;

/**
 * Bulkheads, one for each kind of call: when the store is slow, claims wait for claims, and
 * heartbeats, which keep work alive that has already begun, do not wait for either (F11). Nor do
 * calls that are answered from memory, by which controllers find out whether this process answers.
 */
@Singleton
public final class Bulkheads implements AutoCloseable {
  /** Chosen: few controllers ask at one time, and are answered at once. */
  private static final BulkheadLimits SETTINGS = new BulkheadLimits(1, 16);

  private final Bulkhead heartbeats;
  private final Bulkhead results;
  private final Bulkhead claims;
  private final Bulkhead settings;
  private final int callThreads;

  @Inject
  Bulkheads(BulkheadLimits limits, StoreLocality store, Threads threads, HscMetrics metrics) {
    this.heartbeats = new Bulkhead("heartbeats", limits, store, threads, metrics);
    this.results = new Bulkhead("results", limits, store, threads, metrics);
    this.claims = new Bulkhead("claims", limits, store, threads, metrics);
    this.settings = new Bulkhead("settings", SETTINGS, store, threads, metrics);
    this.callThreads = 3 * limits.callsMax() + SETTINGS.callsMax() + 8;
  }

  /**
   * Returns the number of threads that calls need: those of all bulkheads, and some for refused
   * calls.
   */
  public int callThreads() {
    return callThreads;
  }

  public Bulkhead heartbeats() {
    return heartbeats;
  }

  public Bulkhead results() {
    return results;
  }

  public Bulkhead claims() {
    return claims;
  }

  /** Returns the bulkhead of calls about the settings of lambdas. */
  public Bulkhead settings() {
    return settings;
  }

  @Override
  public void close() {
    settings.close();
    claims.close();
    results.close();
    heartbeats.close();
  }
}
