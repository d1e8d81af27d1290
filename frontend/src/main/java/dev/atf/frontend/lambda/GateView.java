package dev.atf.frontend.lambda;

import dev.atf.frontend.settings.FrontendTuning;
import dev.atf.model.lambda.Gates;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.store.GateRegistry;
import dev.atf.store.StoreException;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;

/**
 * Gates of all lambdas, at most about {@link FrontendTuning#lambdaCacheAge} old. The first caller
 * after that time reads them again, while other callers use the previous ones. A gate that was
 * closed in between still holds back its tasks, because each claim checks the gates, too.
 */
@Singleton
public final class GateView {
  private record Read(Optional<Gates> gates, long at) {}

  private final GateRegistry registry;
  private final MonotonicClock clock;
  private final Duration ageMax;
  private final AtomicBoolean reading = new AtomicBoolean();
  private volatile @Nullable Read last;

  @Inject
  GateView(GateRegistry registry, MonotonicClock clock, FrontendTuning tuning) {
    this.registry = registry;
    this.clock = clock;
    this.ageMax = tuning.lambdaCacheAge();
  }

  /** Returns all gates; empty if they cannot be read. */
  public Optional<Gates> gates() {
    var known = last;
    if (known != null && clock.since(known.at()).compareTo(ageMax) < 0) {
      return known.gates();
    }
    if (!reading.compareAndSet(false, true)) {
      return known == null ? Optional.empty() : known.gates();
    }
    try {
      long at = clock.nanos();
      var read = read();
      last = new Read(read, at);
      return read;
    } finally {
      reading.set(false);
    }
  }

  /** Forgets the gates after this process has set one, so that the next call reads the new gate. */
  void forget() {
    last = null;
  }

  private Optional<Gates> read() {
    try {
      return Optional.of(registry.read());
    } catch (StoreException e) {
      return Optional.empty();
    }
  }
}
