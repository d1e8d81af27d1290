package dev.atf.executor;

/**
 * Policy for a handler that still runs after the end of its attempt. Either the lease has expired,
 * or the handler did not stop within {@code cancelGrace} after a request. Java cannot kill its
 * thread.
 */
public enum OnStuckHandler {
  /**
   * The process continues. It abandons the handler's thread and replaces it by another; this is
   * logged and counted by {@code atf.executor.handlers.isolated}. Until the handler has ended, this
   * process starts no other attempt of the same task: it returns the task, which waits for a few
   * seconds and loses no attempt. Other tasks run as usual, including those of the same ordering
   * key. Use the fencing token to reject what the handler writes after its lease has expired.
   */
  ISOLATE,
  /**
   * The process exits with {@link ExitCode#LEASE_OVER} or {@link ExitCode#HANDLER_STUCK}, at once
   * and without shutdown hooks, as an executor of a worker host does. A process whose handler
   * outlives the drain exits at the end of the handler's lease; the handler's child processes are
   * killed at the end of the drain.
   */
  EXIT
}
