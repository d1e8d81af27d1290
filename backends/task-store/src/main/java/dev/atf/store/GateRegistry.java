package dev.atf.store;

import dev.atf.model.LambdaName;
import dev.atf.model.lambda.Gate;
import dev.atf.model.lambda.Gates;

/** Registry of gates. There are a few hundred at most, so all of them are read together. */
public interface GateRegistry {
  /** Creates or replaces the gate of this lambda and collection. */
  void put(Gate gate);

  /** Reads all gates. The read is strongly consistent. */
  Gates read();

  /**
   * Deletes one gate.
   *
   * @return false if the stored gate differs from {@code expected} and was not deleted
   */
  boolean delete(Gate expected);

  /** Deletes all gates of a deleted lambda. */
  void deleteAll(LambdaName lambda);
}
