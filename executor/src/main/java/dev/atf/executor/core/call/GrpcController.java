package dev.atf.executor.core.call;

import dev.atf.protocol.v1.ControllerServiceGrpc.ControllerServiceFutureStub;
import dev.atf.protocol.v1.NextWorkRequest;
import dev.atf.protocol.v1.NextWorkResponse;
import dev.atf.protocol.v1.ReturnWorkRequest;
import java.time.Duration;

/** Controller calls over gRPC. */
public final class GrpcController implements ControllerCalls {
  private static final Duration ASK_EVERY = Duration.ofMillis(50);

  private final ControllerServiceFutureStub stub;
  private final ReturnWorkRequest noMore;
  private final Duration grace;
  private final Runnable whenSilent;
  private final OpenCalls waiting = new OpenCalls();

  /**
   * @param grace how long the controller may take to end the waiting when it is asked to
   * @param whenSilent runs if a call got no answer in time
   */
  public GrpcController(
      ControllerServiceFutureStub stub,
      ExecutorIdentity identity,
      Duration grace,
      Runnable whenSilent) {
    this.stub = stub;
    this.noMore =
        ReturnWorkRequest.newBuilder()
            .setExecutorId(identity.executorId())
            .setLambda(identity.lambda())
            .build();
    this.grace = grace;
    this.whenSilent = whenSilent;
  }

  @Override
  public NextWorkResponse nextWork(NextWorkRequest request, Duration timeout) {
    return waiting.await(() -> stub.nextWork(request), timeout, whenSilent);
  }

  @Override
  public void returnWork(ReturnWorkRequest request, Duration timeout) {
    GrpcCall.await(stub.returnWork(request), timeout, whenSilent);
  }

  /**
   * Makes the controller answer the waiting calls, so that work that it is claiming for one of them
   * arrives and can be returned. A cancelled call would leave such work to its lease.
   */
  @Override
  public void stopWaiting() {
    waiting.close();
    // Repeated, since a call may just have been on its way, or back at the end of the queue.
    for (var waited = Duration.ZERO; waited.compareTo(grace) < 0; waited = waited.plus(ASK_EVERY)) {
      var asked = stub.returnWork(noMore);
      if (waiting.endedWithin(ASK_EVERY)) {
        break;
      }
      asked.cancel(true);
    }
    waiting.cancelAll();
  }
}
