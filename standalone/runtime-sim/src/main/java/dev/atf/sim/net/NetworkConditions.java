package dev.atf.sim.net;

/** Faults and delays of messages between two processes. */
public interface NetworkConditions {
  Delivery request(String from, String to);

  /** Returns the delivery of the answer to a request that has arrived and been executed. */
  Delivery answer(String from, String to);

  /** Returns whether messages pass between the processes {@code from} and {@code to} now. */
  default boolean reaches(String from, String to) {
    return true;
  }

  /** Returns the version of {@code process}. */
  ProtocolVersion version(String process);
}
