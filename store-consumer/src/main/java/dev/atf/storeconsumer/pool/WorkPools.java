package dev.atf.storeconsumer.pool;

import dev.atf.runtime.loop.Pool;
import java.util.List;

/**
 * Threads of a store consumer beside its loops. The work that waits for them is bounded by the
 * steps: a chunk of releases, a round of partitions, a group of pages.
 *
 * @param mark threads on which releases are marked and pushed: nothing else delays a release
 * @param poll threads on which lists of due tasks are read
 * @param alarm threads on which alarms are read and handled
 * @param plan threads on which plans are looked at
 */
public record WorkPools(Pool mark, Pool poll, Pool alarm, Pool plan) implements AutoCloseable {

  /** Closes the pools, when no loop runs any more. */
  @Override
  public void close() {
    List.of(mark, poll, alarm, plan).forEach(Pool::close);
  }
}
