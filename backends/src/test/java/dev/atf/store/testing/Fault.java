package dev.atf.store.testing;

/** Fault of one write to a {@link FaultyStore}. */
public enum Fault {
  NONE,
  /** The write is not applied, and the caller knows. */
  UNAVAILABLE,
  /** The write is applied, and the caller does not know. */
  REPLY_LOST,
  /** The write is not applied, and the caller does not know. */
  REQUEST_LOST,
  /** An unforeseen exception. */
  BUG
}
