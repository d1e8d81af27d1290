package dev.atf.runtime;

/** Service of the framework in this process. The Dagger component of each service creates one. */
public interface Service extends AutoCloseable {
  /** Starts the service, and returns when it is ready. */
  void start();

  /** Returns the port that the service listens on, after {@link #start}. */
  int port();

  /**
   * Drains and stops. The service takes no further work, and lets running work end within its
   * time-out.
   */
  @Override
  void close();
}
