package dev.atf.client;

import static dev.atf.protocol.ErrorReason.LAMBDA_NOT_FOUND;

import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.DeleteLambdaRequest;
import dev.atf.protocol.v1.DeleteLambdaResponse;
import dev.atf.protocol.v1.Lambda;
import dev.atf.protocol.v1.LambdaServiceGrpc;
import dev.atf.protocol.v1.RedriveTasksRequest;
import dev.atf.protocol.v1.RedriveTasksResponse;
import dev.atf.protocol.v1.SetGateRequest;
import dev.atf.protocol.v1.TaskServiceGrpc;
import io.grpc.StatusRuntimeException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Operations of the owner on a lambda: gates, dead letters, deletion. */
public final class LambdaControl {
  private final Supplier<LambdaServiceGrpc.LambdaServiceBlockingStub> lambdas;
  private final Supplier<TaskServiceGrpc.TaskServiceBlockingStub> tasks;
  private final Retries retries;

  LambdaControl(
      Supplier<LambdaServiceGrpc.LambdaServiceBlockingStub> lambdas,
      Supplier<TaskServiceGrpc.TaskServiceBlockingStub> tasks,
      Retries retries) {
    this.lambdas = lambdas;
    this.tasks = tasks;
    this.retries = retries;
  }

  /**
   * Opens or closes a gate; effective within the store consumer's lambdaRefresh (2 s by default).
   */
  public Lambda setGate(SetGateRequest request) {
    return retries.call(() -> lambdas.get().setGate(request));
  }

  /**
   * Redrives one page; continue with the page token of the answer until it is empty. A page whose
   * answer was lost is not counted: its tasks are no longer dead when it is repeated.
   */
  public RedriveTasksResponse redrive(RedriveTasksRequest request) {
    return retries.call(() -> tasks.get().redriveTasks(request));
  }

  /**
   * Deletes a lambda that has no unfinished tasks. When the answer of an earlier try was lost, a
   * missing one counts as deleted.
   *
   * @throws AtfException with LAMBDA_CLOSING while a frontend may still take a task for it: call
   *     again; with LAMBDA_NOT_EMPTY if there are tasks
   */
  public void delete(String name) {
    var request = DeleteLambdaRequest.newBuilder().setLambda(name).build();
    var tries = new AtomicInteger();
    var unused =
        retries.call(
            () -> {
              try {
                return lambdas.get().deleteLambda(request);
              } catch (StatusRuntimeException e) {
                boolean gone = RpcErrors.reasonOf(e).filter(LAMBDA_NOT_FOUND::equals).isPresent();
                if (tries.getAndIncrement() > 0 && gone) {
                  return DeleteLambdaResponse.getDefaultInstance();
                }
                throw e;
              }
            });
  }
}
