package dev.atf.executor;

/**
 * What is done around every handler of a process: log contexts, spans, metrics, transactions.
 *
 * <p>The first that was registered is the outermost. What it returns is reported, and what it
 * throws fails the attempt as if the handler had thrown it. It is not called for a payload that
 * cannot be read, nor for an attempt that was told to stop before it began.
 *
 * <p>One instance serves all threads of the process.
 */
@FunctionalInterface
public interface TaskInterceptor {
  /** Usually {@code return call.proceed()}, with something before, after or around it. */
  Outcome intercept(TaskCall call) throws Exception;
}
