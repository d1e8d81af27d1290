package dev.atf.simulation.net;

/** How good the network is between two places, now. */
public interface NetworkConditions {
  Delivery request(String from, String to);

  /** Of the answer to a request that has arrived: what was asked for has been done. */
  Delivery answer(String from, String to);

  /** How {@code process} speaks. */
  Dialect dialect(String process);
}
