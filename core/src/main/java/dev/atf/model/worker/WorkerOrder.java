package dev.atf.model.worker;

/** Order to a worker host, with the answer to an exchange. */
public enum WorkerOrder {
  /** It works. */
  NONE,
  /** Another host holds its place. It takes no work until it gets another order. */
  WAIT,
  /** It takes no more work, and ends what runs. */
  DRAIN,
  /** It was lost. It exits immediately, and may be restarted. */
  RESTART,
  /**
   * It exits immediately and must not be restarted, because another host has its place or it was
   * retired.
   */
  EXIT
}
