package dev.atf.runtime.loop;

import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/** Does one thing for many, several at a time. */
public interface Pool extends AutoCloseable {
  /** Everything in order, on the caller's thread. */
  static Pool direct() {
    return new DirectPool();
  }

  /**
   * Waits for all, also when some fail or the caller is interrupted.
   *
   * @return the results in the order of the items
   * @throws RuntimeException the first failure in the order of the items
   */
  <A, B> List<B> map(Collection<A> items, Function<A, B> work);

  /** Has {@code work} done some time; it does not throw. */
  void execute(Runnable work);

  /** Takes nothing new; what was given before is done. */
  @Override
  void close();
}
