package dev.atf.executor.core;

import com.google.common.util.concurrent.ListenableFuture;
import dev.atf.protocol.v1.ControllerServiceGrpc.ControllerServiceFutureStub;
import dev.atf.protocol.v1.NextWorkRequest;
import dev.atf.protocol.v1.NextWorkResponse;
import dev.atf.protocol.v1.ReturnWorkRequest;
import io.grpc.Status;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The controller over gRPC. */
public final class GrpcController implements ControllerCalls {
  private static final long LOOK_EVERY_MILLIS = 50;

  private final ControllerServiceFutureStub stub;
  private final ReturnWorkRequest noMore;
  private final Duration grace;
  private final Set<Runnable> cancellations = ConcurrentHashMap.newKeySet();
  private final CountDownLatch never = new CountDownLatch(1);
  private final AtomicInteger underWay = new AtomicInteger();
  private volatile boolean stopped;

  /**
   * @param grace how long the controller may take to end the waiting when it is asked to
   */
  public GrpcController(
      ControllerServiceFutureStub stub, ExecutorIdentity identity, Duration grace) {
    this.stub = stub;
    this.noMore =
        ReturnWorkRequest.newBuilder()
            .setExecutorId(identity.executorId())
            .setLambda(identity.lambda())
            .build();
    this.grace = grace;
  }

  @Override
  public NextWorkResponse nextWork(NextWorkRequest request, Duration timeout) {
    // Before the look: either it sees the stop, or the stop sees this call.
    underWay.incrementAndGet();
    try {
      if (stopped) {
        throw Status.CANCELLED.withDescription("this executor drains").asRuntimeException();
      }
      return awaitCancellably(stub.nextWork(request), timeout);
    } finally {
      underWay.decrementAndGet();
    }
  }

  private <T> T awaitCancellably(ListenableFuture<T> call, Duration timeout) {
    Runnable cancellation = () -> call.cancel(true);
    cancellations.add(cancellation);
    try {
      return GrpcCall.await(call, timeout);
    } finally {
      cancellations.remove(cancellation);
    }
  }

  @Override
  public void returnWork(ReturnWorkRequest request, Duration timeout) {
    GrpcCall.await(stub.returnWork(request), timeout);
  }

  /**
   * Has the controller answer the waiting calls, so that work that it is claiming for one of them
   * arrives and can be given back. A cancelled call would leave such work to its lease.
   */
  @Override
  public void stopWaiting() {
    stopped = true;
    for (long waited = 0;
        underWay.get() > 0 && waited < grace.toMillis();
        waited += LOOK_EVERY_MILLIS) {
      // Again each time: one call may just have been on its way, or back to the end of the queue.
      var asked = stub.returnWork(noMore);
      if (!pause()) {
        break;
      }
      asked.cancel(true);
    }
    cancellations.forEach(Runnable::run);
  }

  private boolean pause() {
    try {
      return !never.await(LOOK_EVERY_MILLIS, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
