package dev.atf.runtime.server;

/** The open port of a process. */
public interface RpcPort extends AutoCloseable {
  int port();

  /**
   * Closes the port. It takes no new calls, lets calls in progress end within the drain time-out,
   * and stops.
   */
  @Override
  void close();
}
