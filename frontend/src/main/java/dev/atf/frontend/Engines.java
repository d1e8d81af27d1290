package dev.atf.frontend;

/** The store and queues behind the ports, which a process opens and closes. */
public interface Engines extends AutoCloseable {
  /** Creates the tables if the settings say so. */
  void prepare();

  @Override
  void close();
}
