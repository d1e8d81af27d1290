package dev.atf.hsc.call;

import dev.atf.runtime.loop.Threads;
import dev.atf.store.Proximity;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;

/**
 * One lane for each kind of call: when the store is slow, claims wait for claims, and heartbeats,
 * which keep work alive that has already begun, do not wait for either (F11). Nor does what is
 * answered from memory, by which controllers find out whether this process answers.
 */
@Singleton
public final class Lanes implements AutoCloseable {
  /** Chosen: few controllers ask at one time, and are answered at once. */
  private static final LaneLimits SETTINGS = new LaneLimits(1, 16);

  private final Lane heartbeats;
  private final Lane results;
  private final Lane claims;
  private final Lane settings;
  private final int callThreads;

  @Inject
  Lanes(LaneLimits limits, Proximity store, Threads threads, HscMetrics metrics) {
    this.heartbeats = new Lane("heartbeats", limits, store, threads, metrics);
    this.results = new Lane("results", limits, store, threads, metrics);
    this.claims = new Lane("claims", limits, store, threads, metrics);
    this.settings = new Lane("settings", SETTINGS, store, threads, metrics);
    this.callThreads = 3 * limits.callsMax() + SETTINGS.callsMax() + 8;
  }

  /** Threads that calls need: those of all lanes, and some for what is refused. */
  public int callThreads() {
    return callThreads;
  }

  public Lane heartbeats() {
    return heartbeats;
  }

  public Lane results() {
    return results;
  }

  public Lane claims() {
    return claims;
  }

  /** For the settings of lambdas. */
  public Lane settings() {
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
