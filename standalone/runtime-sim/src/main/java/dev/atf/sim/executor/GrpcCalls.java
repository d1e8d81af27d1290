package dev.atf.sim.executor;

import dev.atf.executor.core.call.ControllerCalls;
import dev.atf.executor.core.call.HscCalls;
import dev.atf.protocol.v1.AppendLogRequest;
import dev.atf.protocol.v1.AppendLogResponse;
import dev.atf.protocol.v1.ControllerServiceGrpc.ControllerServiceBlockingStub;
import dev.atf.protocol.v1.HeartbeatRequest;
import dev.atf.protocol.v1.HeartbeatResponse;
import dev.atf.protocol.v1.HscServiceGrpc.HscServiceBlockingStub;
import dev.atf.protocol.v1.NextWorkRequest;
import dev.atf.protocol.v1.NextWorkResponse;
import dev.atf.protocol.v1.ReturnWorkRequest;
import dev.atf.protocol.v1.SetResultsRequest;
import dev.atf.protocol.v1.SetResultsResponse;
import dev.atf.runtime.rpc.CallTimeout;
import dev.atf.sim.time.VirtualProcess;
import io.grpc.Status;
import java.time.Duration;

/** Calls of an executor over the simulated network. */
public final class GrpcCalls implements ControllerCalls, HscCalls {
  private static final Duration ASK_EVERY = Duration.ofMillis(50);

  private final VirtualProcess process;
  private final ControllerServiceBlockingStub controller;
  private final HscServiceBlockingStub hsc;
  private final Duration grace;
  private int waiting;
  private boolean closed;
  private String executorId = "";
  private String lambda = "";

  /**
   * Creates the calls.
   *
   * @param grace time for waiting calls after the executor starts to drain
   */
  public GrpcCalls(
      VirtualProcess process,
      ControllerServiceBlockingStub controller,
      HscServiceBlockingStub hsc,
      Duration grace) {
    this.process = process;
    this.controller = controller;
    this.hsc = hsc;
    this.grace = grace;
  }

  /** Returns the id of the executor; empty before its first request for work. */
  public String executorId() {
    return executorId;
  }

  @Override
  public NextWorkResponse nextWork(NextWorkRequest request, Duration timeout) {
    if (closed) {
      throw Status.CANCELLED.asRuntimeException();
    }
    executorId = request.getExecutorId();
    lambda = request.getLambda();
    waiting++;
    try {
      return CallTimeout.on(controller, timeout).nextWork(request);
    } finally {
      waiting--;
    }
  }

  @Override
  public void returnWork(ReturnWorkRequest request, Duration timeout) {
    var ignored = CallTimeout.on(controller, timeout).returnWork(request);
  }

  @Override
  public void stopWaiting() {
    closed = true;
    var noMore = ReturnWorkRequest.newBuilder().setExecutorId(executorId).setLambda(lambda).build();
    for (var waited = Duration.ZERO;
        waiting > 0 && waited.compareTo(grace) < 0;
        waited = waited.plus(ASK_EVERY)) {
      try {
        returnWork(noMore, ASK_EVERY);
      } catch (io.grpc.StatusRuntimeException e) {
        // Retried while there is time.
      }
      process.sleepUninterruptibly(ASK_EVERY);
    }
  }

  @Override
  public HeartbeatResponse heartbeat(HeartbeatRequest request, Duration timeout) {
    return CallTimeout.on(hsc, timeout).heartbeat(request);
  }

  @Override
  public SetResultsResponse setResults(SetResultsRequest request, Duration timeout) {
    return CallTimeout.on(hsc, timeout).setResults(request);
  }

  @Override
  public AppendLogResponse appendLog(AppendLogRequest request, Duration timeout) {
    return CallTimeout.on(hsc, timeout).appendLog(request);
  }
}
