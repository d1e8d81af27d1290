package dev.atf.frontend.schedule;

import dev.atf.store.StoreOutcomeUnknownException;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.util.function.Supplier;

/** Writes of Schedule whose answer was lost: they are repeated, and counted. */
@Singleton
final class UnknownOutcomes {
  /** Chosen: each write may be repeated at will; a store that loses three replies is down. */
  static final int TRIES_MAX = 3;

  private final Counter counter;

  @Inject
  UnknownOutcomes(MeterRegistry metrics) {
    this.counter =
        Counter.builder("atf.frontend.store.unknown.outcomes")
            .description("writes of Schedule whose answer was lost and that were repeated")
            .register(metrics);
  }

  void count() {
    counter.increment();
  }

  /**
   * Repeats a write until its outcome is known.
   *
   * @throws StoreOutcomeUnknownException after {@value #TRIES_MAX} tries
   */
  <T> T repeat(Supplier<T> write) {
    for (int tried = 1; ; tried++) {
      try {
        return write.get();
      } catch (StoreOutcomeUnknownException e) {
        count();
        if (tried == TRIES_MAX) {
          throw e;
        }
      }
    }
  }
}
