package dev.atf.hsc.lambda;

import dev.atf.model.CollectionName;
import dev.atf.model.LambdaName;
import dev.atf.model.lambda.Gate;
import dev.atf.model.lambda.GateState;
import dev.atf.model.lambda.Gates;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.store.GateRegistry;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Gates as of the last read. No task passes before the first read, because a process that has just
 * started must not run tasks that were paused long ago.
 */
@Singleton
public final class ClosedGates {
  /**
   * Maximum age of a gate that drops tasks. A pause by an older gate can be undone, a drop cannot.
   */
  private static final Duration DROPS_FOR = Duration.ofSeconds(30);

  private final GateRegistry registry;
  private final MonotonicClock clock;
  private volatile Optional<Gates> read = Optional.empty();
  private volatile long readAt;

  @Inject
  public ClosedGates(GateRegistry registry, MonotonicClock clock) {
    this.registry = registry;
    this.clock = clock;
  }

  /** Reads all gates again. If the read fails, the previous gates still apply. */
  public void refresh() {
    long begunAt = clock.nanos();
    read = Optional.of(registry.read());
    readAt = begunAt;
  }

  /**
   * Returns the closed gate that stops a task; empty if none does.
   *
   * @throws dev.atf.store.StoreException if the gates have never been read, and cannot be read now
   */
  public Optional<Gate> before(
      LambdaName lambda, @Nullable CollectionName collection, Instant now) {
    return gates().closed(lambda, collection, now);
  }

  /** Returns whether a closed gate drops tasks, and has been read recently enough for that. */
  public boolean drops(Gate gate, Instant now) {
    return gate.stateAt(now) == GateState.DROPPING && clock.since(readAt).compareTo(DROPS_FOR) <= 0;
  }

  public boolean pauses(LambdaName lambda, Instant now) {
    return gates().state(lambda, null, now) == GateState.PAUSED;
  }

  private Gates gates() {
    if (read.isEmpty()) {
      refresh();
    }
    return read.orElseThrow();
  }
}
