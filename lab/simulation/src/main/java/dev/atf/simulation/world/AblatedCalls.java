package dev.atf.simulation.world;

import dev.atf.executor.core.call.ControllerCalls;
import dev.atf.executor.core.call.HscCalls;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.AppendLogRequest;
import dev.atf.protocol.v1.AppendLogResponse;
import dev.atf.protocol.v1.HeartbeatRequest;
import dev.atf.protocol.v1.HeartbeatResponse;
import dev.atf.protocol.v1.NextWorkRequest;
import dev.atf.protocol.v1.NextWorkResponse;
import dev.atf.protocol.v1.ReturnWorkRequest;
import dev.atf.protocol.v1.SetResultsRequest;
import dev.atf.protocol.v1.SetResultsResponse;
import dev.atf.sim.executor.GrpcCalls;
import dev.atf.sim.time.VirtualProcess;
import java.time.Duration;

/** Calls of an executor that lacks a part. */
final class AblatedCalls implements ControllerCalls, HscCalls {
  private final VirtualProcess process;
  private final GrpcCalls calls;
  private final Ablation ablation;

  AblatedCalls(VirtualProcess process, GrpcCalls calls, Ablation ablation) {
    this.process = process;
    this.calls = calls;
    this.ablation = ablation;
  }

  @Override
  public NextWorkResponse nextWork(NextWorkRequest request, Duration timeout) {
    long askedAt = process.nanos();
    var response = calls.nextWork(request, timeout);
    if (ablation.countsFromArrival()) {
      var waited = Duration.ofNanos(process.nanos() - askedAt);
      return response.toBuilder().setWaited(ProtoTimes.proto(waited)).build();
    }
    return response;
  }

  @Override
  public void returnWork(ReturnWorkRequest request, Duration timeout) {
    calls.returnWork(request, timeout);
  }

  @Override
  public void stopWaiting() {
    calls.stopWaiting();
  }

  @Override
  public HeartbeatResponse heartbeat(HeartbeatRequest request, Duration timeout) {
    long askedAt = process.nanos();
    var response = calls.heartbeat(ablation.said(request), timeout);
    if (ablation.countsFromArrival() && response.hasLease()) {
      var longer = ProtoTimes.java(response.getLease()).plusNanos(process.nanos() - askedAt);
      return response.toBuilder().setLease(ProtoTimes.proto(longer)).build();
    }
    return response;
  }

  @Override
  public SetResultsResponse setResults(SetResultsRequest request, Duration timeout) {
    return calls.setResults(request, timeout);
  }

  @Override
  public AppendLogResponse appendLog(AppendLogRequest request, Duration timeout) {
    return calls.appendLog(request, timeout);
  }
}
