package dev.atf.store.testing;

import dev.atf.model.LambdaName;
import dev.atf.model.lambda.Gate;
import dev.atf.model.lambda.Gates;
import dev.atf.store.GateRegistry;
import dev.atf.store.StoreUnavailableException;
import dev.atf.store.memory.InMemoryGateRegistry;

/** In-memory gates that cannot be read, or not be removed, while a test says so. */
public final class FaultyGates implements GateRegistry {
  private final InMemoryGateRegistry gates;
  private volatile boolean failsReads;
  private volatile boolean failsDeletions;

  public FaultyGates(InMemoryGateRegistry gates) {
    this.gates = gates;
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
  public void put(Gate gate) {
    gates.put(gate);
  }

  @Override
  public Gates read() {
    failIf(failsReads);
    return gates.read();
  }

  @Override
  public boolean delete(Gate expected) {
    return gates.delete(expected);
  }

  @Override
  public void deleteAll(LambdaName lambda) {
    failIf(failsDeletions);
    gates.deleteAll(lambda);
  }

  private static void failIf(boolean fails) {
    if (fails) {
      throw new StoreUnavailableException("throttled", new IllegalStateException("planted"));
    }
  }
}
