package dev.atf.store;

import dev.atf.model.LambdaName;
import dev.atf.model.lambda.Gate;
import dev.atf.model.lambda.Gates;

/**
 * The gates that people have set. There are a few hundred at most, so all of them are read at once.
 */
public interface GateRegistry {
  /** Creates or replaces the gate of this lambda and collection. */
  void put(Gate gate);

  /** Reads all gates. Strongly consistent. */
  Gates read();

  /**
   * Forgets one gate.
   *
   * @return false if the stored gate is not {@code expected}; nothing is then changed
   */
  boolean delete(Gate expected);

  /** Forgets all gates of a lambda that is no more. */
  void deleteAll(LambdaName lambda);
}
