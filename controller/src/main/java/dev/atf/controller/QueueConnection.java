package dev.atf.controller;

/** What is left open to the queues; the service closes it last. */
@FunctionalInterface
interface QueueConnection extends AutoCloseable {
  @Override
  void close();
}
