package dev.atf.simulation.aws;

/** What becomes of one request to the store or a queue. */
public enum CallFault {
  NONE,
  /** Refused; nothing was done. */
  REFUSED,
  /** No answer, and nothing was done. */
  LOST,
  /** No answer, and it was done. */
  ANSWER_LOST,
  /** No answer in time, and it is done later, when nobody waits for it any more. */
  DONE_LATE,
  /** Done, not answered, and sent again by the client library: the second answer is what comes. */
  DONE_TWICE
}
