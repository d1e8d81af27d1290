package dev.atf.hsc.rpc;

import static java.util.stream.Collectors.toSet;

import dev.atf.access.AccessControl;
import dev.atf.hsc.call.Bulkheads;
import dev.atf.hsc.call.Caller;
import dev.atf.hsc.call.Share;
import dev.atf.hsc.claim.Claims;
import dev.atf.hsc.claim.Heartbeats;
import dev.atf.hsc.claim.Results;
import dev.atf.hsc.lambda.Lambdas;
import dev.atf.hsc.log.LogHandler;
import dev.atf.model.LambdaName;
import dev.atf.protocol.v1.Action;
import dev.atf.protocol.v1.AppendLogRequest;
import dev.atf.protocol.v1.AppendLogResponse;
import dev.atf.protocol.v1.ClaimTasksRequest;
import dev.atf.protocol.v1.ClaimTasksResponse;
import dev.atf.protocol.v1.DescribeLambdasRequest;
import dev.atf.protocol.v1.DescribeLambdasResponse;
import dev.atf.protocol.v1.HeartbeatRequest;
import dev.atf.protocol.v1.HeartbeatResponse;
import dev.atf.protocol.v1.HscServiceGrpc;
import dev.atf.protocol.v1.SetResultsRequest;
import dev.atf.protocol.v1.SetResultsResponse;
import dev.atf.runtime.auth.Principal;
import io.grpc.stub.StreamObserver;
import jakarta.inject.Inject;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.function.Predicate;

/**
 * Calls of the HSC. Each call reads the clock once, on arrival, and its lease counts from then. The
 * executor counts its lease from the sending of the call, which is earlier.
 */
public final class HscRpc extends HscServiceGrpc.HscServiceImplBase {
  private final Claims claims;
  private final Heartbeats heartbeats;
  private final Results results;
  private final DescribeHandler settings;
  private final LogHandler logs;
  private final Lambdas lambdas;
  private final Bulkheads bulkheads;
  private final AccessControl access;
  private final InstantSource clock;

  @Inject
  HscRpc(
      Claims claims,
      Heartbeats heartbeats,
      Results results,
      DescribeHandler settings,
      LogHandler logs,
      Lambdas lambdas,
      Bulkheads bulkheads,
      AccessControl access,
      InstantSource clock) {
    this.claims = claims;
    this.heartbeats = heartbeats;
    this.results = results;
    this.settings = settings;
    this.logs = logs;
    this.lambdas = lambdas;
    this.bulkheads = bulkheads;
    this.access = access;
    this.clock = clock;
  }

  @Override
  public void claimTasks(ClaimTasksRequest request, StreamObserver<ClaimTasksResponse> observer) {
    var now = now();
    RpcAnswers.answer(
        "ClaimTasks",
        observer,
        () -> {
          RequestChecks.check(request);
          var mayWorkFor = access.allowed(Action.EXECUTE).get();
          return bulkheads
              .claims()
              .call(
                  lambdas.share(request.getLambda()),
                  () -> claims.claim(request, Caller.of(observer), mayWorkFor, now));
        });
  }

  @Override
  public void heartbeat(HeartbeatRequest request, StreamObserver<HeartbeatResponse> observer) {
    var now = now();
    RpcAnswers.answer(
        "Heartbeat",
        observer,
        () -> {
          RequestChecks.check(request);
          return bulkheads
              .heartbeats()
              .call(
                  lambdas.share(request.getLambda()),
                  () -> heartbeats.beat(request, Caller.of(observer), now));
        });
  }

  @Override
  public void setResults(SetResultsRequest request, StreamObserver<SetResultsResponse> observer) {
    var now = now();
    RpcAnswers.answer(
        "SetResults",
        observer,
        () -> {
          RequestChecks.check(request);
          var mayBeScheduled = mayBeScheduled(request);
          return bulkheads
              .results()
              .call(
                  lambdas.share(request.getLambda()),
                  () -> results.record(request, mayBeScheduled, now));
        });
  }

  /**
   * Returns the lambdas that children and testers may use. It is evaluated in the adapter, where
   * the caller is known.
   */
  private Predicate<LambdaName> mayBeScheduled(SetResultsRequest request) {
    var others =
        Results.scheduledLambdas(request)
            .filter(name -> access.allows(Action.SCHEDULE, name))
            .collect(toSet());
    return name -> name.value().equals(request.getLambda()) || others.contains(name.value());
  }

  @Override
  public void appendLog(AppendLogRequest request, StreamObserver<AppendLogResponse> observer) {
    var now = now();
    RpcAnswers.answer(
        "AppendLog",
        observer,
        () -> {
          RequestChecks.check(request);
          boolean kept =
              bulkheads
                  .logs()
                  .call(lambdas.share(request.getLambda()), () -> logs.append(request, now));
          return AppendLogResponse.newBuilder().setRefused(!kept).build();
        });
  }

  @Override
  public void describeLambdas(
      DescribeLambdasRequest request, StreamObserver<DescribeLambdasResponse> observer) {
    var now = now();
    RpcAnswers.answer(
        "DescribeLambdas",
        observer,
        () -> {
          var call = RequestChecks.describe(request);
          var share = Share.ofController(request.getControllerId(), Principal.current());
          return bulkheads.settings().call(share, () -> settings.describe(call, now));
        });
  }

  /** Returns the time in whole milliseconds, as the store keeps it. */
  private Instant now() {
    return clock.instant().truncatedTo(ChronoUnit.MILLIS);
  }
}
