package dev.atf.executor.core.call;

import dev.atf.protocol.v1.AppendLogRequest;
import dev.atf.protocol.v1.AppendLogResponse;
import dev.atf.protocol.v1.HeartbeatRequest;
import dev.atf.protocol.v1.HeartbeatResponse;
import dev.atf.protocol.v1.HscServiceGrpc.HscServiceFutureStub;
import dev.atf.protocol.v1.SetResultsRequest;
import dev.atf.protocol.v1.SetResultsResponse;
import java.time.Duration;

/**
 * HSC calls over gRPC.
 *
 * @param whenSilent runs if a call got no answer in time
 */
public record GrpcHsc(HscServiceFutureStub stub, Runnable whenSilent) implements HscCalls {
  @Override
  public HeartbeatResponse heartbeat(HeartbeatRequest request, Duration timeout) {
    return GrpcCall.await(stub.heartbeat(request), timeout, whenSilent);
  }

  @Override
  public SetResultsResponse setResults(SetResultsRequest request, Duration timeout) {
    return GrpcCall.await(stub.setResults(request), timeout, whenSilent);
  }

  /**
   * Sends a part of a log. A slow answer does not replace the connection, because a busy HSC delays
   * logs first.
   */
  @Override
  public AppendLogResponse appendLog(AppendLogRequest request, Duration timeout) {
    return GrpcCall.await(stub.appendLog(request), timeout);
  }
}
