package dev.atf.runtime;

/** One service of the framework in this process. Each service's Dagger component makes one. */
public interface Service extends AutoCloseable {
  /** Starts the service; returns once it is ready. */
  void start();

  /** Returns the port that the service listens on, after {@link #start}. */
  int port();

  /** Drains and stops: takes nothing new and lets running work end within its time-out. */
  @Override
  void close();
}
