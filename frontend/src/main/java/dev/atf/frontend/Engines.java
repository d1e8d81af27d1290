package dev.atf.frontend;

/**
 * The store and the queues behind the ports, as far as a process has to begin and end with them.
 */
public interface Engines extends AutoCloseable {
  /** Makes the tables where the settings say so. */
  void prepare();

  @Override
  void close();
}
