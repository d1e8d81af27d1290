package dev.atf.frontend;

/** Store and queues behind the ports, as far as a process has to open and close them. */
public interface Engines extends AutoCloseable {
  /** Creates the tables where the settings say so. */
  void prepare();

  @Override
  void close();
}
