package dev.atf.controller;

import dev.atf.model.ExecutorId;
import dev.atf.model.LambdaName;
import dev.atf.model.check.Ellipsis;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.ControllerServiceGrpc;
import dev.atf.protocol.v1.NextWorkRequest;
import dev.atf.protocol.v1.NextWorkResponse;
import dev.atf.protocol.v1.ReturnWorkRequest;
import dev.atf.protocol.v1.ReturnWorkResponse;
import dev.atf.protocol.v1.ReturnedWork;
import dev.atf.runtime.loop.MonotonicClock;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import jakarta.inject.Inject;

/**
 * Calls of the controller. A NextWork call releases its thread immediately, and another thread
 * answers it.
 */
final class ControllerRpc extends ControllerServiceGrpc.ControllerServiceImplBase {
  private static final int CHECK_CHARS_MAX = 300;

  private final TaskMatcher matcher;
  private final ServedLambdas served;
  private final RefusedLambdas refused;
  private final ReturnedWorks returnedWorks;
  private final HandedWork handed;
  private final ExecutorChecks checks;
  private final MonotonicClock clock;

  @Inject
  ControllerRpc(
      TaskMatcher matcher,
      ServedLambdas served,
      RefusedLambdas refused,
      ReturnedWorks returnedWorks,
      HandedWork handed,
      ExecutorChecks checks,
      MonotonicClock clock) {
    this.matcher = matcher;
    this.served = served;
    this.refused = refused;
    this.returnedWorks = returnedWorks;
    this.handed = handed;
    this.checks = checks;
    this.clock = clock;
  }

  @Override
  public void nextWork(NextWorkRequest request, StreamObserver<NextWorkResponse> answers) {
    long arrivedAt = clock.nanos();
    try {
      RequestChecks.check(request, served);
    } catch (StatusRuntimeException e) {
      if (!served.mayServe(request.getLambda())) {
        refused.add(request.getLambda(), request.getExecutorId());
      }
      answers.onError(e);
      return;
    }
    var observer = (ServerCallStreamObserver<NextWorkResponse>) answers;
    var executor = new ExecutorId(request.getExecutorId());
    var lambda = new LambdaName(request.getLambda());
    int failed = handed.remove(executor, request.getFailedList());
    int ended = failed + handed.remove(executor, request.getDoneList());
    checks.called(
        executor,
        lambda,
        Ellipsis.cut(request.getFailingCheck(), CHECK_CHARS_MAX),
        Math.max(0, request.getThreads()));
    var wait = ProtoTimes.java(request.getWait());
    var call =
        new WaitingCall(
            executor, lambda, request.getTasksMax(), ended, failed, arrivedAt, wait, observer);
    if (!request.getFailingCheck().isEmpty()) {
      answerAllOf(executor, lambda);
      call.answerNothing(clock.nanos());
      return;
    }
    observer.setOnCancelHandler(() -> matcher.leave(call));
    switch (matcher.enter(call)) {
      case WAITING -> {}
      case FULL ->
          call.refuse(
              ErrorReason.OVERLOADED,
              "too many NextWork calls wait for work of lambda " + lambda + "; ask again later");
      case TOO_MANY_LAMBDAS ->
          call.refuse(
              ErrorReason.OVERLOADED,
              "lambda "
                  + lambda
                  + ": this controller serves "
                  + served.max()
                  + " lambdas, as many as it may (queue.client.connectionsMax); start another host"
                  + " for it");
      case DRAINING -> call.refuseDraining();
    }
  }

  @Override
  public void returnWork(ReturnWorkRequest request, StreamObserver<ReturnWorkResponse> answers) {
    try {
      RequestChecks.check(request, served);
      var lambda = new LambdaName(request.getLambda());
      var executor = new ExecutorId(request.getExecutorId());
      handed.remove(executor, request.getDoneList());
      if (request.getWorkCount() == 0) {
        checks.ended(executor);
        answerAllOf(executor, lambda);
      } else {
        returnedWorks.returnWork(lambda, request);
        handed.remove(
            executor, request.getWorkList().stream().map(ReturnedWork::getClaimId).toList());
      }
    } catch (StatusRuntimeException e) {
      answers.onError(e);
      return;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      answers.onError(RpcErrors.of(ErrorReason.DRAINING, "this controller ends"));
      return;
    }
    answers.onNext(ReturnWorkResponse.getDefaultInstance());
    answers.onCompleted();
  }

  /**
   * Answers all waiting calls of an executor that wants no more work. A call whose claim is in
   * progress is answered with the claim's result.
   */
  private void answerAllOf(ExecutorId executor, LambdaName lambda) {
    long now = clock.nanos();
    matcher.takeAllOf(executor, lambda).forEach(call -> call.answerNothing(now));
  }
}
