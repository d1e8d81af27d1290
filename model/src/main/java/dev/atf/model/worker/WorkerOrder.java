package dev.atf.model.worker;

/** Order to a worker host, with the answer to an exchange. */
public enum WorkerOrder {
  /** It works. */
  NONE,
  /** Its place is held by another: it takes no work until it is told otherwise. */
  WAIT,
  /** It takes no more work, and ends what runs. */
  DRAIN,
  /** It was lost: it ends at once, and may come back as another start. */
  RESTART,
  /** It ends at once, and is not to be started again: its place is another's, or it was retired. */
  EXIT
}
