package dev.atf.executor.core.call;

import dev.atf.protocol.v1.HeartbeatRequest;
import dev.atf.protocol.v1.HeartbeatResponse;
import dev.atf.protocol.v1.HscServiceGrpc.HscServiceFutureStub;
import dev.atf.protocol.v1.SetResultsRequest;
import dev.atf.protocol.v1.SetResultsResponse;
import java.time.Duration;

/** The HSC over gRPC. */
public final class GrpcHsc implements HscCalls {
  private final HscServiceFutureStub stub;

  public GrpcHsc(HscServiceFutureStub stub) {
    this.stub = stub;
  }

  @Override
  public HeartbeatResponse heartbeat(HeartbeatRequest request, Duration timeout) {
    return GrpcCall.await(stub.heartbeat(request), timeout);
  }

  @Override
  public SetResultsResponse setResults(SetResultsRequest request, Duration timeout) {
    return GrpcCall.await(stub.setResults(request), timeout);
  }
}
