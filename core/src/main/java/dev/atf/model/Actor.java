package dev.atf.model;

/** Services that may change a task. */
public enum Actor {
  FRONTEND,
  STORE_CONSUMER,
  HSC
}
