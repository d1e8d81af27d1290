package dev.atf.executor;

/** Call of a handler, as an interceptor sees it. */
public interface TaskCall {
  /** Returns the payload as the handler gets it, already parsed. */
  Object payload();

  TaskContext context();

  /**
   * Calls the next interceptor, or the handler; each time that it is called.
   *
   * @throws Exception of the interceptor or handler
   */
  Outcome proceed() throws Exception;
}
