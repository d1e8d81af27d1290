package dev.atf.runtime.loop;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Pool that runs everything in order, on the caller's thread. */
final class DirectPool implements Pool {
  @Override
  public <A, B> List<B> map(Collection<A> items, Function<A, B> work) {
    var results = new ArrayList<B>();
    @Nullable RuntimeException failure = null;
    for (var item : items) {
      try {
        results.add(work.apply(item));
      } catch (RuntimeException e) {
        failure = failure == null ? e : failure;
      }
    }
    if (failure != null) {
      throw failure;
    }
    return results;
  }

  @Override
  public void execute(Runnable work) {
    work.run();
  }

  @Override
  public void close() {}
}
