package dev.atf.frontend;

import dev.atf.model.LambdaName;
import dev.atf.model.lambda.Gate;
import dev.atf.model.lambda.Gates;
import dev.atf.store.GateRegistry;
import dev.atf.store.StoreUnavailableException;
import dev.atf.store.memory.InMemoryGateRegistry;

/** Gates in memory that a test can keep from being forgotten. */
public final class FaultyGates implements GateRegistry {
  private final InMemoryGateRegistry gates;
  private volatile boolean failsToForget;
  private volatile boolean failsToRead;

  FaultyGates(InMemoryGateRegistry gates) {
    this.gates = gates;
  }

  public void failToForget(boolean fails) {
    failsToForget = fails;
  }

  @Override
  public void put(Gate gate) {
    gates.put(gate);
  }

  public void failReads() {
    failsToRead = true;
  }

  @Override
  public Gates read() {
    if (failsToRead) {
      throw new StoreUnavailableException("throttled", new IllegalStateException("planted"));
    }
    return gates.read();
  }

  @Override
  public boolean delete(Gate expected) {
    return gates.delete(expected);
  }

  @Override
  public void deleteAll(LambdaName lambda) {
    if (failsToForget) {
      throw new StoreUnavailableException("throttled", new IllegalStateException("planted"));
    }
    gates.deleteAll(lambda);
  }
}
