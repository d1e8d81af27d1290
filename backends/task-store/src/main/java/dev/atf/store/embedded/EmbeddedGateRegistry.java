package dev.atf.store.embedded;

import dev.atf.model.LambdaName;
import dev.atf.model.lambda.Gate;
import dev.atf.model.lambda.Gates;
import dev.atf.store.GateRegistry;
import dev.atf.store.embedded.database.Database;
import dev.atf.store.embedded.record.GateRecord;
import dev.atf.store.memory.InMemoryGateRegistry;

/** Gates. There are few, so all of them are also in memory. */
final class EmbeddedGateRegistry implements GateRegistry {
  private final Database database;
  private final InMemoryGateRegistry known = new InMemoryGateRegistry();

  EmbeddedGateRegistry(Database database) {
    this.database = database;
    database.each(
        Keys.kind(Keys.GATE),
        (key, value) ->
            ReadableRecords.read(key, value, GateRecord::read)
                .or(() -> ReadableRecords.read(key, value, GateRecord::paused))
                .ifPresent(known::put));
  }

  @Override
  public synchronized void put(Gate gate) {
    var key = Keys.gate(gate);
    database.awaitDurable(database.put(key, GateRecord.of(gate, database.get(key))));
    known.put(gate);
  }

  @Override
  public Gates read() {
    return known.read();
  }

  @Override
  public synchronized boolean delete(Gate expected) {
    if (!known.delete(expected)) {
      return false;
    }
    database.awaitDurable(database.delete(Keys.gate(expected)));
    return true;
  }

  @Override
  public synchronized void deleteAll(LambdaName lambda) {
    known.read().of(lambda).forEach(this::delete);
  }
}
