package dev.atf.model;

/** The services that may move a task. */
public enum Actor {
  FRONTEND,
  STORE_CONSUMER,
  HSC
}
