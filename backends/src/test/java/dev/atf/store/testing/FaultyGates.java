package dev.atf.store.testing;

import dev.atf.model.LambdaName;
import dev.atf.model.lambda.Gate;
import dev.atf.model.lambda.Gates;
import dev.atf.store.GateRegistry;
import dev.atf.store.StoreUnavailableException;
import dev.atf.store.rows.InMemoryRows;
import dev.atf.store.rows.Rows;

/** In-memory gates that cannot be read, or not be removed, while a test says so. */
public final class FaultyGates extends GateRegistry {
  private volatile boolean failsReads;
  private volatile boolean failsDeletions;

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

  /** Fails {@link #deleteAll} while {@code fails}. */
  public void failDeletions(boolean fails) {
    failsDeletions = fails;
  }

  @Override
  public Gates read() {
    failIf(failsReads);
    return super.read();
  }

  @Override
  public void deleteAll(LambdaName lambda) {
    failIf(failsDeletions);
    super.deleteAll(lambda);
  }

  private static void failIf(boolean fails) {
    if (fails) {
      throw new StoreUnavailableException("throttled", new IllegalStateException("planted"));
    }
  }
}
