package dev.atf.executor.core.call;

import dev.atf.protocol.v1.AppendLogRequest;
import dev.atf.protocol.v1.AppendLogResponse;
import dev.atf.protocol.v1.HeartbeatRequest;
import dev.atf.protocol.v1.HeartbeatResponse;
import dev.atf.protocol.v1.SetResultsRequest;
import dev.atf.protocol.v1.SetResultsResponse;
import java.time.Duration;

/**
 * Calls of the HSC. Every call ends within its time-out, with an {@link
 * io.grpc.StatusRuntimeException} if there is no answer or a refusal.
 */
public interface HscCalls {
  HeartbeatResponse heartbeat(HeartbeatRequest request, Duration timeout);

  SetResultsResponse setResults(SetResultsRequest request, Duration timeout);

  AppendLogResponse appendLog(AppendLogRequest request, Duration timeout);
}
