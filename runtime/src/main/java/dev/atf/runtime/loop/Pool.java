package dev.atf.runtime.loop;

import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/** Executor that applies one function to many items, several at a time. */
public interface Pool extends AutoCloseable {
  /** Returns a pool that runs everything in order, on the caller's thread. */
  static Pool direct() {
    return new DirectPool();
  }

  /**
   * Applies the function to each item, and waits for all items, even if some fail or the caller is
   * interrupted.
   *
   * @return the results in the order of the items
   * @throws RuntimeException the first failure in the order of the items
   */
  <A, B> List<B> map(Collection<A> items, Function<A, B> work);

  /** Runs {@code work} at some later time. The work must not throw exceptions. */
  void execute(Runnable work);

  /** Closes the pool. It takes no further work, and finishes the work that it has. */
  @Override
  void close();
}
