package dev.atf.executor;

/**
 * Answer to a handler that runs on although its attempt is over: its lease has ended, or it did not
 * stop within its grace after it was asked to. A thread cannot be killed.
 */
public enum OnStuckHandler {
  /**
   * The process goes on. The handler's thread is left alone, and another takes its place; it is
   * logged, and counted by {@code atf.executor.handlers.isolated}. This process begins no other
   * attempt of the same task until the handler has ended: the task is given back each time, waits
   * for some seconds, and loses no attempt by it. Other tasks go on, also those of the same
   * ordering key. What the handler writes after its lease is to be refused by its fencing token.
   */
  ISOLATE,
  /**
   * The process ends with {@link ExitCode#LEASE_OVER} or {@link ExitCode#HANDLER_STUCK}, at once
   * and without shutdown hooks, as an executor of a worker host does. So it does when a handler has
   * outlived the drain, at the end of its lease; its child processes end with the drain.
   */
  EXIT
}
