package dev.atf.simulation.fault;

/** Fault of one request to the store or a queue. */
public enum CallFault {
  NONE,
  /** Refused; nothing was done. */
  REFUSED,
  /** No answer, and nothing was done. */
  LOST,
  /** No answer, and it was done. */
  ANSWER_LOST,
  /** No answer in time; it is done later, when its caller no longer waits. */
  DONE_LATE,
  /** Done, not answered, and sent again by the client library: the second answer arrives. */
  DONE_TWICE
}
