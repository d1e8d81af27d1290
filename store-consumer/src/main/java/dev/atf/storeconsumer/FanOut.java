package dev.atf.storeconsumer;

import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Function;

/**
 * Does one thing for many, as many at a time as the executor has threads, and waits for all. With a
 * direct executor everything happens in order on the caller's thread.
 */
final class FanOut {
  private FanOut() {}

  /**
   * @param action throws nothing that its caller wants to hear of
   * @return the results in the order of the items
   */
  static <T, R> List<R> map(Executor executor, Collection<T> items, Function<T, R> action) {
    var futures =
        items.stream()
            .map(item -> CompletableFuture.supplyAsync(() -> action.apply(item), executor))
            .toList();
    return futures.stream().map(CompletableFuture::join).toList();
  }
}
