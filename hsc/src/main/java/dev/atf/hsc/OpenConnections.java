package dev.atf.hsc;

/** Open connections to the store and to others; the service closes them last. */
@FunctionalInterface
interface OpenConnections extends AutoCloseable {
  @Override
  void close();
}
