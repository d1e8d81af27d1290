package dev.atf.storeconsumer.pool;

import dev.atf.runtime.loop.Pool;
import dev.atf.runtime.loop.Threads;
import dev.atf.store.StoreLocality;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.List;

/**
 * Threads of a store consumer beside its loops. The work that waits for them is bounded by the
 * steps: a chunk of releases, a round of partitions, a group of pages.
 */
@Singleton
public final class WorkPools implements AutoCloseable {
  private final Pool mark;
  private final Pool poll;
  private final Pool alarm;
  private final Pool plan;

  /**
   * @param mark threads for releases
   * @param poll threads for reading, and as many each for alarms and for plans
   */
  public record Settings(int mark, int poll) {}

  @Inject
  WorkPools(Settings settings, StoreLocality store, Threads threads) {
    // A local store is one process with its queues, too.
    this.mark = store.isNear() ? Pool.direct() : threads.pool("atf-mark", settings.mark());
    this.poll = threads.pool("atf-poll", settings.poll());
    this.alarm = threads.pool("atf-alarm", settings.poll());
    this.plan = store.isNear() ? Pool.direct() : threads.pool("atf-plan", settings.poll());
  }

  public MarkPool mark() {
    return new MarkPool(mark);
  }

  public PollPool poll() {
    return new PollPool(poll);
  }

  public AlarmPool alarm() {
    return new AlarmPool(alarm);
  }

  public Pool plan() {
    return plan;
  }

  /** Closes the pools, when no loop runs any more. */
  @Override
  public void close() {
    List.of(mark, poll, alarm, plan).forEach(Pool::close);
  }
}
