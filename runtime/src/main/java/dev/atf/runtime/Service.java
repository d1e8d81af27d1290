package dev.atf.runtime;

/** One service of the framework in this process. Each service's Dagger component makes one. */
public interface Service extends AutoCloseable {
  /** Begins to work; returns once it is ready. */
  void start();

  /** The port it listens on, after {@link #start}. */
  int port();

  /** Drains: takes nothing new, lets what runs end within its time-out, and stops. */
  @Override
  void close();
}
