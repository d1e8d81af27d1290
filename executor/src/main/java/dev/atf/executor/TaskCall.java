package dev.atf.executor;

/** Call of a handler, as an interceptor sees it. */
public interface TaskCall {
  /** Returns the payload as the handler gets it, already parsed. */
  Object payload();

  TaskContext context();

  /**
   * Calls the next interceptor, or the handler. Each call of this method runs the handler once
   * more.
   *
   * @throws Exception the exception that the interceptor or handler threw
   */
  Outcome proceed() throws Exception;
}
