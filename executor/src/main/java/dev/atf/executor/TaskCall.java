package dev.atf.executor;

/** One call of a handler, as an interceptor sees it. */
public interface TaskCall {
  /** As the handler gets it: read already. */
  Object payload();

  TaskContext context();

  /**
   * Calls the next interceptor, or the handler; each time that it is called.
   *
   * @throws Exception what came from there
   */
  Outcome proceed() throws Exception;
}
