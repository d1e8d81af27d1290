package dev.atf.executor;

/**
 * Code around every handler of a process: log contexts, spans, metrics, transactions.
 *
 * <p>The interceptor that was registered first is the outermost. Its return value is reported, and
 * its exception fails the attempt as if the handler had thrown it. It is not called if the payload
 * cannot be read, or if the attempt was asked to stop before it started.
 *
 * <p>One instance serves all threads of the process.
 */
@FunctionalInterface
public interface TaskInterceptor {
  /**
   * Handles a call; usually {@code return call.proceed()}, with something before, after or around
   * it.
   */
  Outcome intercept(TaskCall call) throws Exception;
}
