package dev.atf.standalone.bench;

import dev.atf.executor.Outcome;
import dev.atf.executor.TaskContext;
import dev.atf.executor.TaskHandler;

/** Does nothing, with success. */
public final class NoopHandler implements TaskHandler<byte[]> {
  /** Lambda that {@code atf executor} has when it keeps a journal. */
  public static final String LAMBDA = "noop";

  @Override
  public Outcome handle(byte[] payload, TaskContext context) {
    return Outcome.success();
  }
}
