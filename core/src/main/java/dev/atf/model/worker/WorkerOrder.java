package dev.atf.model.worker;

/** Order to a worker host, in the answer to an exchange. */
public enum WorkerOrder {
  /** The host may work. */
  NONE,
  /** Another host holds the place. This host takes no work until it receives another order. */
  WAIT,
  /** The host takes no further work, and ends what runs. */
  DRAIN,
  /** The host was lost. It exits immediately, and may be restarted. */
  RESTART,
  /**
   * The host exits immediately and must not be restarted, because another host holds its place or
   * it was retired.
   */
  EXIT
}
