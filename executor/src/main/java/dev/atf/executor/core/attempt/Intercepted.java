package dev.atf.executor.core.attempt;

import dev.atf.executor.Outcome;
import dev.atf.executor.TaskCall;
import dev.atf.executor.TaskContext;
import dev.atf.executor.TaskHandler;
import dev.atf.executor.TaskInterceptor;
import java.util.List;

/**
 * Handler wrapped in its interceptors.
 *
 * @param interceptors outermost first
 */
record Intercepted<T>(List<TaskInterceptor> interceptors, TaskHandler<T> handler)
    implements TaskHandler<T> {
  Intercepted {
    interceptors = List.copyOf(interceptors);
  }

  @Override
  public Outcome handle(T payload, TaskContext context) throws Exception {
    return new Call<>(this, payload, context, 0).proceed();
  }

  /**
   * Call of the interceptor or handler at a depth.
   *
   * @param depth number of interceptors around it
   */
  private record Call<T>(Intercepted<T> target, T input, TaskContext context, int depth)
      implements TaskCall {
    @Override
    public Object payload() {
      return input;
    }

    @Override
    public Outcome proceed() throws Exception {
      return depth == target.interceptors.size()
          ? target.handler.handle(input, context)
          : target.interceptors.get(depth).intercept(new Call<>(target, input, context, depth + 1));
    }
  }
}
