package dev.atf.store.memory;

import dev.atf.model.CollectionName;
import dev.atf.model.LambdaName;
import dev.atf.model.lambda.Gate;
import dev.atf.model.lambda.Gates;
import dev.atf.store.GateRegistry;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Gates in memory. */
public final class InMemoryGateRegistry implements GateRegistry {
  private record Key(LambdaName lambda, Optional<CollectionName> collection) {}

  private final Map<Key, Gate> gates = new LinkedHashMap<>();

  @Override
  public synchronized void put(Gate gate) {
    gates.put(new Key(gate.lambda(), Optional.ofNullable(gate.collection())), gate);
  }

  @Override
  public synchronized Gates read() {
    return Gates.of(gates.values());
  }

  @Override
  public synchronized boolean delete(Gate expected) {
    var key = new Key(expected.lambda(), Optional.ofNullable(expected.collection()));
    return gates.remove(key, expected);
  }

  @Override
  public synchronized void deleteAll(LambdaName lambda) {
    gates.keySet().removeIf(key -> key.lambda().equals(lambda));
  }
}
