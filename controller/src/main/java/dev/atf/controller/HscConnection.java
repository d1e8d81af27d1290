package dev.atf.controller;

/** What is left open to the HSC; the service closes it last. */
@FunctionalInterface
interface HscConnection extends AutoCloseable {
  @Override
  void close();
}
