package dev.atf.storeconsumer.pool;

import dev.atf.runtime.loop.Pool;
import dev.atf.store.StoreLocality;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;

/** Pool of a local store: runs everything on the caller's thread, and its writes together. */
public record TogetherPool(Pool direct, StoreLocality store) implements Pool {
  public TogetherPool(StoreLocality store) {
    this(Pool.direct(), store);
  }

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
