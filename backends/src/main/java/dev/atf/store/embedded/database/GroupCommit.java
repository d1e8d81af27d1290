package dev.atf.store.embedded.database;

import dev.atf.store.StoreOutcomeUnknownException;
import org.jspecify.annotations.Nullable;

/**
 * Shares one fsync among all waiting callers. A caller that finds no fsync in progress starts one
 * for everything that was written before. Other callers wait for this fsync or for the next one.
 */
final class GroupCommit {
  /** Makes all writes before the call durable. */
  interface Sync {
    /**
     * Syncs the log.
     *
     * @return the number of the last durable write
     */
    long sync();
  }

  private final Sync sync;
  private long durable;
  private boolean inProgress;
  private @Nullable Throwable failure;

  /**
   * Creates a group.
   *
   * @param durable number of the last write that is already durable
   */
  GroupCommit(long durable, Sync sync) {
    this.durable = durable;
    this.sync = sync;
  }

  /**
   * Returns when the writes up to this number are durable. An interruption does not end the wait,
   * because the writer must know the outcome.
   *
   * @throws StoreOutcomeUnknownException if an fsync has failed, now or earlier; the content of the
   *     disk is only known after the next start
   */
  void await(long number) {
    boolean interrupted = false;
    synchronized (this) {
      while (inProgress && durable < number && failure == null) {
        try {
          wait();
        } catch (InterruptedException e) {
          interrupted = true;
        }
      }
      if (durable < number && failure == null) {
        inProgress = true;
      } else {
        restore(interrupted);
        requireNone(failure);
        return;
      }
    }
    restore(interrupted);
    lead();
  }

  private void lead() {
    long upTo = 0;
    @Nullable Throwable failed = null;
    try {
      upTo = sync.sync();
    } catch (Throwable e) {
      // Everything is caught, because the others must not wait indefinitely.
      failed = e;
    }
    synchronized (this) {
      inProgress = false;
      failure = failed;
      durable = Math.max(durable, upTo);
      notifyAll();
    }
    if (failed instanceof Error error) {
      throw error;
    }
    requireNone(failed);
  }

  private static void restore(boolean interrupted) {
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static void requireNone(@Nullable Throwable failure) {
    if (failure != null) {
      throw new StoreOutcomeUnknownException("the log could not be made durable", failure);
    }
  }
}
