package dev.atf.hsc;

/** What is left open to the store; the service closes it last. */
@FunctionalInterface
interface StoreConnection extends AutoCloseable {
  @Override
  void close();
}
