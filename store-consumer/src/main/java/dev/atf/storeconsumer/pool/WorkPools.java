package dev.atf.storeconsumer.pool;

import dev.atf.runtime.loop.Pool;
import dev.atf.store.StoreLocality;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/**
 * Threads of a store consumer in addition to its loops, and how much work may wait for them at the
 * same time.
 *
 * @param mark threads that mark and push tasks; they do no other work, so that nothing else delays
 *     a release
 * @param poll threads that read lists of due tasks
 * @param alarm threads that read and handle alarms
 * @param plan threads that check plans
 * @param releaseChunk maximum number of tasks that one turn releases
 * @param alarmChunk maximum number of alarms that are handled, and pushed, before the next ones
 */
public record WorkPools(
    Pool mark, Pool poll, Pool alarm, Pool plan, int releaseChunk, int alarmChunk)
    implements AutoCloseable {

  /**
   * Returns a pool that works on the caller's thread, and waits for a local store once for all its
   * work.
   */
  public static Pool together(StoreLocality store) {
    return new TogetherPool(Pool.direct(), store);
  }

  /** Closes the pools. It is called when all loops have stopped. */
  @Override
  public void close() {
    List.of(mark, poll, alarm, plan).forEach(Pool::close);
  }

  private record TogetherPool(Pool direct, StoreLocality store) implements Pool {
    @Override
    public <A, B> List<B> map(Collection<A> items, Function<A, B> work) {
      return store.together(() -> direct.map(items, work));
    }

    @Override
    public void execute(Runnable work) {
      direct.execute(work);
    }

    @Override
    public void close() {}
  }
}
