package dev.atf.client;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.FutureTask;

/**
 * Makes the calls of a client on an executor and returns futures.
 *
 * <pre>{@code
 * var calls = atf.async(executor);
 * calls
 *     .call(client -> client.schedule(TaskSpec.of("resize-image", image)))
 *     .thenCompose(task -> calls.call(client -> client.await(task.taskId(), Duration.ofMinutes(1))))
 *     .thenAccept(task -> show(task.resultAs(Resized.class)));
 * }</pre>
 */
public final class AsyncCalls {
  private final AtfClient client;
  private final Executor executor;

  /**
   * One or more blocking calls of a client, one after the other.
   *
   * @param <T> result of the last call
   */
  @FunctionalInterface
  public interface Call<T> {
    T on(AtfClient client) throws Exception;
  }

  AsyncCalls(AtfClient client, Executor executor) {
    this.client = client;
    this.executor = executor;
  }

  /**
   * Makes a call on a thread of the executor.
   *
   * @return a future with the call's result, or with the exception that it threw. Cancelling the
   *     future interrupts a wait. The server may still perform a call that is in progress
   */
  public <T> CompletableFuture<T> call(Call<T> call) {
    var result = new CompletableFuture<T>();
    var task =
        new FutureTask<>(
            () -> {
              try {
                result.complete(call.on(client));
              } catch (Throwable e) {
                result.completeExceptionally(e);
              }
              return true;
            });
    var unused =
        result.whenComplete(
            (done, failure) -> {
              if (result.isCancelled()) {
                task.cancel(true);
              }
            });
    executor.execute(task);
    return result;
  }
}
