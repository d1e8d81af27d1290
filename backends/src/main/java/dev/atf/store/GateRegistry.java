package dev.atf.store;

import dev.atf.model.lambda.Gate;
import dev.atf.model.lambda.Gates;
import dev.atf.store.rows.InMemoryRows;
import dev.atf.store.rows.RowKind;
import dev.atf.store.rows.Rows;

/** Registry of gates. */
public class GateRegistry {
  /** Place of a collection in the key of a lambda's own gate. No collection has this name. */
  public static final String WHOLE_LAMBDA = "*";

  public static final RowKind<Gate> KIND =
      new RowKind<>(
          gate -> {
            var collection = gate.collection();
            return gate.lambda() + "/" + (collection == null ? WHOLE_LAMBDA : collection);
          });

  private final Rows<Gate> rows;

  public GateRegistry(Rows<Gate> rows) {
    this.rows = rows;
  }

  public static GateRegistry inMemory() {
    return new GateRegistry(new InMemoryRows<>(KIND));
  }

  /** Creates or replaces the gate of this lambda and collection. */
  public void put(Gate gate) {
    rows.set(gate);
  }

  /** Reads all gates. The read is strongly consistent. */
  public Gates read() {
    return Gates.of(rows.list());
  }

  /** Deletes one gate, as {@link Rows#delete} does. */
  public boolean delete(Gate expected) {
    return rows.delete(expected);
  }
}
