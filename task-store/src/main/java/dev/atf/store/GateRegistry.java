package dev.atf.store;

import dev.atf.model.LambdaName;
import dev.atf.model.lambda.Gate;
import dev.atf.model.lambda.Gates;

/** The gates that people have set. A few hundred at most: they are read whole. */
public interface GateRegistry {
  /** Creates or replaces the gate of this lambda and collection. */
  void put(Gate gate);

  /** Reads all gates. Strongly consistent. */
  Gates read();

  /**
   * Forgets one gate.
   *
   * @return false, and nothing is done, if it does not stand as {@code expected} was set
   */
  boolean delete(Gate expected);

  /** Forgets all gates of a lambda that is no more. */
  void deleteAll(LambdaName lambda);
}
