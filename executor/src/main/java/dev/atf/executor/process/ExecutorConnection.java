package dev.atf.executor.process;

/** Connections to controller and HSC; the process closes them last. */
@FunctionalInterface
interface ExecutorConnection extends AutoCloseable {
  @Override
  void close();
}
