package dev.atf.lab.execution;

import dev.atf.executor.Outcome;
import dev.atf.executor.TaskContext;
import dev.atf.executor.TaskHandler;

/** Does nothing, with success. */
public final class NoopHandler implements TaskHandler<byte[]> {
  /** Lambda that it is of. */
  public static final String LAMBDA = "noop";

  @Override
  public Outcome handle(byte[] payload, TaskContext context) {
    return Outcome.success();
  }
}
