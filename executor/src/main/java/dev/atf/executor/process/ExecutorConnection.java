package dev.atf.executor.process;

/** What is left open to controller and HSC; the process closes it last. */
@FunctionalInterface
interface ExecutorConnection extends AutoCloseable {
  @Override
  void close();
}
