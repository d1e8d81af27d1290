package dev.atf.hsc;

import dev.atf.model.LambdaName;
import dev.atf.model.lambda.Gate;
import dev.atf.model.lambda.Gates;
import dev.atf.store.GateRegistry;
import dev.atf.store.StoreUnavailableException;
import dev.atf.store.memory.InMemoryGateRegistry;

/** In-memory gates that cannot be read while a test says so. */
public final class FaultyGates implements GateRegistry {
  private final InMemoryGateRegistry gates = new InMemoryGateRegistry();
  public volatile boolean unreadable;

  @Override
  public void put(Gate gate) {
    gates.put(gate);
  }

  @Override
  public Gates read() {
    if (unreadable) {
      throw new StoreUnavailableException("unreadable as told", null);
    }
    return gates.read();
  }

  @Override
  public boolean delete(Gate expected) {
    return gates.delete(expected);
  }

  @Override
  public void deleteAll(LambdaName lambda) {
    gates.deleteAll(lambda);
  }
}
