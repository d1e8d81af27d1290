package dev.atf.store.testing;

import dev.atf.model.lambda.Gate;
import dev.atf.model.lambda.Gates;
import dev.atf.store.GateRegistry;
import dev.atf.store.StoreUnavailableException;
import dev.atf.store.rows.InMemoryRows;
import dev.atf.store.rows.Rows;
import java.util.concurrent.atomic.AtomicReference;

/** In-memory gates that cannot be read, or not be removed, while a test says so. */
public final class FaultyGates extends GateRegistry {
  private volatile boolean failsReads;
  private volatile boolean failsDeletions;
  private final AtomicReference<Runnable> beforeDelete = new AtomicReference<>(() -> {});

  public FaultyGates() {
    this(new InMemoryRows<>(KIND));
  }

  public FaultyGates(Rows<Gate> gates) {
    super(gates);
  }

  /** Fails every read while {@code fails}. */
  public void failReads(boolean fails) {
    failsReads = fails;
  }

  /** Fails every {@link #delete} while {@code fails}. */
  public void failDeletions(boolean fails) {
    failsDeletions = fails;
  }

  @Override
  public Gates read() {
    failIf(failsReads);
    return super.read();
  }

  /** Sets an action that runs right before the next deletion of a gate. */
  public void beforeNextDelete(Runnable act) {
    beforeDelete.set(act);
  }

  @Override
  public boolean delete(Gate expected) {
    beforeDelete.getAndSet(() -> {}).run();
    failIf(failsDeletions);
    return super.delete(expected);
  }

  private static void failIf(boolean fails) {
    if (fails) {
      throw new StoreUnavailableException("throttled", new IllegalStateException("planted"));
    }
  }
}
