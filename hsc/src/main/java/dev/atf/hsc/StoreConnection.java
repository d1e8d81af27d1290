package dev.atf.hsc;

/** Open connection to the store; the service closes it last. */
@FunctionalInterface
interface StoreConnection extends AutoCloseable {
  @Override
  void close();
}
