package dev.atf.hsc;

/** Open connections to the store and to store consumers. The service closes them last. */
@FunctionalInterface
interface OpenConnections extends AutoCloseable {
  @Override
  void close();
}
