package dev.atf.frontend.event;

import dev.atf.access.AccessControl;
import dev.atf.access.TaskLambdas;
import dev.atf.frontend.lambda.LambdaCache;
import dev.atf.model.CollectionName;
import dev.atf.model.LambdaName;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.WatchTransitionsRequest;
import dev.atf.runtime.auth.Principal;
import jakarta.inject.Inject;
import java.util.function.Predicate;

/**
 * Lets callers watch transitions over gRPC or HTTP, if the watched lambda or task exists and they
 * may see it.
 */
public final class WatchService {
  private final TransitionBroadcaster broadcaster;
  private final LambdaCache lambdas;
  private final TaskLambdas tasks;
  private final AccessControl access;

  @Inject
  WatchService(
      TransitionBroadcaster broadcaster,
      LambdaCache lambdas,
      TaskLambdas tasks,
      AccessControl access) {
    this.broadcaster = broadcaster;
    this.lambdas = lambdas;
    this.tasks = tasks;
    this.access = access;
  }

  /**
   * Creates a watch that has not begun. It must be called on the thread of the caller's call, whose
   * rights are read now and later.
   *
   * @throws io.grpc.StatusRuntimeException LAMBDA_NOT_FOUND, TASK_NOT_FOUND
   */
  public TransitionWatch watch(WatchTransitionsRequest request, WatchSink sink) {
    var rights = access.visibility();
    if (!request.getLambda().isEmpty()) {
      requireVisible(request.getLambda(), rights.get());
    }
    if (!request.getCollection().isEmpty()) {
      var unused = new CollectionName(request.getCollection());
    }
    if (!request.getTaskId().isEmpty()) {
      var unused =
          tasks
              .lambdaOf(request.getTaskId())
              .filter(rights.get())
              .orElseThrow(() -> RpcErrors.taskNotFound(request.getTaskId()));
    }
    return broadcaster.watch(new WatchFilter(request, rights), sink, request.getCursor());
  }

  /**
   * Begins the watch. It must be called on the thread of the caller's call.
   *
   * @throws io.grpc.StatusRuntimeException QUOTA_EXCEEDED, OVERLOADED, DRAINING
   */
  public void begin(TransitionWatch watch) {
    broadcaster.begin(watch, Principal.current());
  }

  public void leave(TransitionWatch watch) {
    broadcaster.leave(watch);
  }

  /**
   * Checks that the caller may see a lambda.
   *
   * @throws io.grpc.StatusRuntimeException LAMBDA_NOT_FOUND, even if it exists and the caller may
   *     not see it
   */
  void requireVisible(String lambda, Predicate<String> visible) {
    var name = new LambdaName(lambda);
    if (!visible.test(lambda)) {
      throw LambdaCache.notFound(name);
    }
    var unused = lambdas.require(name);
  }
}
