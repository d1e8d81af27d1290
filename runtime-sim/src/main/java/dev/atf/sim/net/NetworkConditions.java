package dev.atf.sim.net;

/** Faults and delays of messages between two processes. */
public interface NetworkConditions {
  Delivery request(String from, String to);

  /** Returns the delivery of the answer to a request that has arrived and been executed. */
  Delivery answer(String from, String to);

  /** Returns the version of {@code process}. */
  ProtocolVersion version(String process);
}
