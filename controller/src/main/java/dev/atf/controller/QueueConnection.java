package dev.atf.controller;

/** Open connection to the queues; the service closes it last. */
@FunctionalInterface
interface QueueConnection extends AutoCloseable {
  @Override
  void close();
}
