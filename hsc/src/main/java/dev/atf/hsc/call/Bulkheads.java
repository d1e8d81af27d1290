package dev.atf.hsc.call;

import dev.atf.runtime.loop.Threads;
import dev.atf.store.StoreLocality;

/**
 * Bulkheads, one for each kind of call: when the store is slow, heartbeats, which keep running work
 * alive, do not wait for claims or results (F11). Calls that are answered from memory never wait,
 * so that controllers can use them to check whether this process responds.
 *
 * @param settings bulkhead of calls about the settings of lambdas
 * @param logs bulkhead of calls with parts of logs
 * @param callThreads number of threads for calls: the sum over all bulkheads, plus some for refused
 *     calls
 */
public record Bulkheads(
    Bulkhead heartbeats,
    Bulkhead results,
    Bulkhead claims,
    Bulkhead settings,
    Bulkhead logs,
    int callThreads)
    implements AutoCloseable {
  /**
   * Only a few controllers ask for settings at the same time, and each answer is immediate. The
   * controllers of one cluster often have the same credentials, which may use half of the calls.
   */
  private static final Bulkhead.Limits SETTINGS = new Bulkhead.Limits(1, 32);

  /**
   * Limits for parts of logs. They are low, so that logs are refused before any other kind of call
   * is delayed.
   */
  private static final Bulkhead.Limits LOGS = new Bulkhead.Limits(1, 8);

  /**
   * Maximum number of concurrent transfers of files from and to executors. These calls are slow and
   * can wait.
   */
  public static final int STREAMS_MAX = 64;

  public static Bulkheads of(
      Bulkhead.Limits limits, StoreLocality store, Threads threads, HscMetrics metrics) {
    return new Bulkheads(
        new Bulkhead("heartbeats", limits, store, threads, metrics),
        new Bulkhead("results", limits, store, threads, metrics),
        new Bulkhead("claims", limits, store, threads, metrics),
        new Bulkhead("settings", SETTINGS, store, threads, metrics),
        new Bulkhead("logs", LOGS, store, threads, metrics),
        3 * limits.callsMax() + SETTINGS.callsMax() + LOGS.callsMax() + STREAMS_MAX + 8);
  }

  @Override
  public void close() {
    logs.close();
    settings.close();
    claims.close();
    results.close();
    heartbeats.close();
  }
}
