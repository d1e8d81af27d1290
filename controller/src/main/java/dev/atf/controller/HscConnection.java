package dev.atf.controller;

/** Open connection to the HSC. The service closes it as the last step. */
@FunctionalInterface
interface HscConnection extends AutoCloseable {
  @Override
  void close();
}
