package dev.atf.client;

import dev.atf.protocol.v1.DeleteLambdaRequest;
import dev.atf.protocol.v1.Lambda;
import dev.atf.protocol.v1.LambdaServiceGrpc;
import dev.atf.protocol.v1.RedriveTasksRequest;
import dev.atf.protocol.v1.RedriveTasksResponse;
import dev.atf.protocol.v1.SetGateRequest;
import dev.atf.protocol.v1.TaskServiceGrpc;
import java.util.function.Supplier;

/** What the owner of a lambda does with it: gates, dead letters, its end. */
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

  /** Opens or closes a gate; effective within a poll interval of the store consumer. */
  public Lambda setGate(SetGateRequest request) {
    return retries.call(() -> lambdas.get().setGate(request));
  }

  /**
   * Redrives one page; go on with the page token of the answer until it is empty. A page whose
   * answer was lost is counted by nobody: its tasks are not dead any more when it is repeated.
   */
  public RedriveTasksResponse redrive(RedriveTasksRequest request) {
    return retries.call(() -> tasks.get().redriveTasks(request));
  }

  /**
   * Deletes a lambda that has no unfinished tasks.
   *
   * @throws AtfException with LAMBDA_CLOSING while a frontend may still take a task for it: call
   *     again; with LAMBDA_NOT_EMPTY if there are tasks
   */
  public void delete(String name) {
    var request = DeleteLambdaRequest.newBuilder().setLambda(name).build();
    retries.call(() -> lambdas.get().deleteLambda(request));
  }
}
