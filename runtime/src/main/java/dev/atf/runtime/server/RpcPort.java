package dev.atf.runtime.server;

/** The one open port of a process. */
public interface RpcPort extends AutoCloseable {
  int port();

  /** Takes no new calls, lets those under way end within the drain time-out, and stops. */
  @Override
  void close();
}
