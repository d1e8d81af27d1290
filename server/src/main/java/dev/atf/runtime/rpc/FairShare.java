package dev.atf.runtime.rpc;

import java.util.HashMap;
import java.util.Map;

/**
 * Limited amount of something that callers hold, such as bytes of memory. A tenant may hold as much
 * as is still free, and a caller as much as its tenant may still take. So other tenants, and other
 * callers of the same one, get some at any time. A single caller gets a third of it, or half if it
 * has no tenant.
 */
public final class FairShare {
  private final long max;

  /** What each caller with a tenant holds, and each group. */
  private final Map<Caller, Long> held = new HashMap<>();

  private long heldInAll;

  public FairShare(long max) {
    this.max = max;
  }

  public long max() {
    return max;
  }

  /** Takes an amount, unless it exceeds the caller's share. */
  public synchronized boolean take(Caller caller, long amount) {
    if (!fits(caller, amount)) {
      return false;
    }
    add(caller, amount);
    return true;
  }

  /** Counts what the caller already holds, even if it exceeds the caller's share. */
  synchronized void add(Caller caller, long amount) {
    heldInAll += amount;
    held.merge(caller.group(), amount, Long::sum);
    if (!caller.tenant().isEmpty()) {
      held.merge(caller, amount, Long::sum);
    }
  }

  /** Returns whether the caller may take this amount in addition to what it holds. */
  synchronized boolean fits(Caller caller, long amount) {
    long free = max - heldInAll - amount;
    long ofGroup = held(caller.group()) + amount;
    return ofGroup <= free
        && (caller.tenant().isEmpty() || held(caller) + amount <= free - ofGroup);
  }

  public synchronized void free(Caller caller, long amount) {
    heldInAll -= amount;
    subtract(caller.group(), amount);
    if (!caller.tenant().isEmpty()) {
      subtract(caller, amount);
    }
  }

  private long held(Caller holder) {
    return held.getOrDefault(holder, 0L);
  }

  private void subtract(Caller holder, long amount) {
    held.computeIfPresent(holder, (one, own) -> own == amount ? null : own - amount);
  }
}
