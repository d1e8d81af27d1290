package dev.atf.client;

import static dev.atf.protocol.ErrorReason.LAMBDA_NOT_FOUND;

import dev.atf.client.connection.Stubs;
import dev.atf.protocol.v1.DeleteLambdaRequest;
import dev.atf.protocol.v1.Lambda;
import dev.atf.protocol.v1.RedriveTasksRequest;
import dev.atf.protocol.v1.RedriveTasksResponse;
import dev.atf.protocol.v1.SetGateRequest;

/** Operations of the owner on a lambda: gates, dead letters, deletion. */
public final class LambdaControl {
  private final Stubs stubs;
  private final Retries retries;

  LambdaControl(Stubs stubs, Retries retries) {
    this.stubs = stubs;
    this.retries = retries;
  }

  /**
   * Opens or closes a gate; effective within the store consumer's lambdaRefresh (2 s by default).
   */
  public Lambda setGate(SetGateRequest request) {
    return retries.call(() -> stubs.lambdas().setGate(request));
  }

  /**
   * Redrives one page; continue with the page token of the answer until it is empty. A page whose
   * answer was lost is not counted: its tasks are no longer dead when it is repeated.
   */
  public RedriveTasksResponse redrive(RedriveTasksRequest request) {
    return retries.call(() -> stubs.tasks().redriveTasks(request));
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
    retries.delete(() -> stubs.lambdas().deleteLambda(request), LAMBDA_NOT_FOUND);
  }
}
