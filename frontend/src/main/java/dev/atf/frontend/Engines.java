package dev.atf.frontend;

/** Store and queues behind the ports, which a process opens and closes. */
public interface Engines extends AutoCloseable {
  /** Creates the tables if the settings require it. */
  void prepare();

  @Override
  void close();
}
