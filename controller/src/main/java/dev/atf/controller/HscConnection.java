package dev.atf.controller;

/** Open connection to the HSC; the service closes it last. */
@FunctionalInterface
interface HscConnection extends AutoCloseable {
  @Override
  void close();
}
