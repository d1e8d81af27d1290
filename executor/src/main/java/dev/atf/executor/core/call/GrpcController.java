package dev.atf.executor.core.call;

import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import dev.atf.protocol.v1.ControllerServiceGrpc.ControllerServiceFutureStub;
import dev.atf.protocol.v1.NextWorkRequest;
import dev.atf.protocol.v1.NextWorkResponse;
import dev.atf.protocol.v1.ReturnWorkRequest;
import io.grpc.Status;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** Controller calls over gRPC. */
public final class GrpcController implements ControllerCalls {
  private static final Duration ASK_EVERY = Duration.ofMillis(50);

  private final ControllerServiceFutureStub stub;
  private final ReturnWorkRequest noMore;
  private final Duration grace;
  private final Runnable whenSilent;
  private final OpenCalls waiting = new OpenCalls();

  /**
   * Creates the calls of a controller.
   *
   * @param grace time that the controller may take to answer the waiting calls after it was asked
   *     to stop
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
   * arrives and can be returned. If a call were cancelled instead, such work would wait until its
   * lease expires.
   */
  @Override
  public void stopWaiting() {
    waiting.close();
    // The request is repeated, because a call may have been in transit, or back at the end of the
    // queue.
    for (var waited = Duration.ZERO; waited.compareTo(grace) < 0; waited = waited.plus(ASK_EVERY)) {
      var asked = stub.returnWork(noMore);
      if (waiting.endedWithin(ASK_EVERY)) {
        break;
      }
      asked.cancel(true);
    }
    waiting.cancelAll();
  }

  /** Calls that wait for work, so that all of them can be ended together. */
  @SuppressWarnings("CollectionUndefinedEquality") // futures are compared by identity
  static final class OpenCalls {
    private final Set<ListenableFuture<?>> open = ConcurrentHashMap.newKeySet();

    private volatile boolean closed;

    /** Makes a call and waits for its answer, as {@link GrpcCall#await} does. */
    <T> T await(Supplier<ListenableFuture<T>> make, Duration timeout, Runnable whenSilent) {
      if (closed) {
        throw Status.CANCELLED.withDescription("this executor drains").asRuntimeException();
      }
      var call = make.get();
      open.add(call);
      try {
        return GrpcCall.await(call, timeout, whenSilent);
      } finally {
        open.remove(call);
      }
    }

    /** Prevents further calls. */
    void close() {
      closed = true;
    }

    /** Waits until all calls have ended, and returns whether they ended within a time. */
    boolean endedWithin(Duration patience) {
      try {
        Futures.successfulAsList(open).get(patience.toNanos(), TimeUnit.NANOSECONDS);
        return open.isEmpty();
      } catch (TimeoutException e) {
        return false;
      } catch (ExecutionException e) {
        throw new AssertionError("a list of what succeeded does not fail", e);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        return true;
      }
    }

    /**
     * Cancels all calls. Work in transit to a cancelled call is held by no process until its lease
     * expires.
     */
    void cancelAll() {
      open.forEach(call -> call.cancel(true));
    }
  }
}
