package dev.atf.controller;

/** Open connection to the queues. The service closes it as the last step. */
@FunctionalInterface
interface QueueConnection extends AutoCloseable {
  @Override
  void close();
}
