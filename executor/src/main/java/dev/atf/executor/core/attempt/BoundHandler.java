package dev.atf.executor.core.attempt;

import dev.atf.executor.Outcome;
import dev.atf.executor.TaskContext;
import dev.atf.executor.TaskHandler;
import dev.atf.protocol.v1.Work;
import org.jspecify.annotations.Nullable;

/** Handler together with the reader of its payload. */
@FunctionalInterface
public interface BoundHandler {
  /**
   * Reads the payload and calls the handler.
   *
   * @return null if the handler has returned null, which it must not do
   * @throws PayloadUnreadableException if the handler was not called because of its payload
   */
  @Nullable Outcome handle(Work work, TaskContext context) throws Exception;

  static <T> BoundHandler of(PayloadReader<T> reader, TaskHandler<T> handler) {
    return (work, context) ->
        handler.handle(reader.read(work.getPayload(), work.getContentType()), context);
  }
}
