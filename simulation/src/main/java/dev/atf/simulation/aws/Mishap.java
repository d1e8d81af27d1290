package dev.atf.simulation.aws;

/** What becomes of one request to the store or a queue. */
public enum Mishap {
  NONE,
  /** Refused; nothing was done. */
  REFUSED,
  /** No answer, and nothing was done. */
  LOST,
  /** No answer, and it was done. */
  ANSWER_LOST
}
