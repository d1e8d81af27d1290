package dev.atf.executor.core;

import dev.atf.protocol.v1.ControllerServiceGrpc.ControllerServiceFutureStub;
import dev.atf.protocol.v1.NextWorkRequest;
import dev.atf.protocol.v1.NextWorkResponse;
import dev.atf.protocol.v1.ReturnWorkRequest;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The controller over gRPC. */
public final class GrpcController implements ControllerCalls {
  private final ControllerServiceFutureStub stub;
  private final Set<Runnable> cancellations = ConcurrentHashMap.newKeySet();
  private volatile boolean stopped;

  public GrpcController(ControllerServiceFutureStub stub) {
    this.stub = stub;
  }

  @Override
  public NextWorkResponse nextWork(NextWorkRequest request, Duration timeout) {
    var call = stub.nextWork(request);
    Runnable cancellation = () -> call.cancel(true);
    cancellations.add(cancellation);
    try {
      // After the add: either this or stopWaiting() sees the other.
      if (stopped) {
        cancellation.run();
      }
      return GrpcCall.await(call, timeout);
    } finally {
      cancellations.remove(cancellation);
    }
  }

  @Override
  public void returnWork(ReturnWorkRequest request, Duration timeout) {
    GrpcCall.await(stub.returnWork(request), timeout);
  }

  @Override
  public void stopWaiting() {
    stopped = true;
    cancellations.forEach(Runnable::run);
  }
}
