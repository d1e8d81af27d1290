package dev.atf.hsc.lambda;

import dev.atf.model.CollectionName;
import dev.atf.model.LambdaName;
import dev.atf.model.lambda.Gate;
import dev.atf.model.lambda.GateState;
import dev.atf.model.lambda.Gates;
import dev.atf.store.GateRegistry;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Gates as of the last read. No task passes before the first read, because a process that has just
 * started must not run tasks that were paused long ago.
 */
@Singleton
public final class ClosedGates {
  private final GateRegistry registry;
  private volatile Optional<Gates> read = Optional.empty();

  @Inject
  public ClosedGates(GateRegistry registry) {
    this.registry = registry;
  }

  /** Reads all gates again. If the read fails, the previous gates still apply. */
  public void refresh() {
    read = Optional.of(registry.read());
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
