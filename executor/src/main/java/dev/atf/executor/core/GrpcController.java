package dev.atf.executor.core;

import dev.atf.protocol.v1.ControllerServiceGrpc.ControllerServiceFutureStub;
import dev.atf.protocol.v1.NextWorkRequest;
import dev.atf.protocol.v1.NextWorkResponse;
import dev.atf.protocol.v1.ReturnWorkRequest;
import java.time.Duration;

/** The controller over gRPC. */
public final class GrpcController implements ControllerCalls {
  /** Many times what the answer to a call takes when there is work. */
  private static final Duration ANSWER_PATIENCE = Duration.ofMillis(300);

  private final ControllerServiceFutureStub stub;
  private final OpenCalls waiting = new OpenCalls();

  public GrpcController(ControllerServiceFutureStub stub) {
    this.stub = stub;
  }

  @Override
  public NextWorkResponse nextWork(NextWorkRequest request, Duration timeout) {
    return waiting.await(stub.nextWork(request), timeout);
  }

  @Override
  public void returnWork(ReturnWorkRequest request, Duration timeout) {
    GrpcCall.await(stub.returnWork(request), timeout);
  }

  @Override
  public void stopWaiting() {
    waiting.stop(ANSWER_PATIENCE);
  }
}
