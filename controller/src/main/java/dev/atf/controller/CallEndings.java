package dev.atf.controller;

import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import jakarta.inject.Inject;

/** Ends calls that were given no work. */
final class CallEndings {
  private final TaskMatcher matcher;

  @Inject
  CallEndings(TaskMatcher matcher) {
    this.matcher = matcher;
  }

  /**
   * Returns the call to the matcher while its wait lasts; otherwise answers that there is nothing.
   */
  void goOnWaiting(WaitingCall call, long now) {
    if (call.hasWaited(now)) {
      call.answerNothing(now);
    } else if (!matcher.enterAgain(call)) {
      refuseDraining(call);
    }
  }

  void refuseOverloaded(WaitingCall call) {
    call.refuse(
        RpcErrors.of(
            ErrorReason.OVERLOADED,
            "too many NextWork calls wait for work of lambda "
                + call.lambda()
                + "; ask again later"));
  }

  /**
   * Refuses a call whose lambda joined, and turned out to be none that this controller can serve.
   */
  static void refuseUnserved(WaitingCall call, ErrorReason reason, String why) {
    call.refuse(RpcErrors.of(reason, why));
  }

  void refuseTooManyLambdas(WaitingCall call, int max) {
    call.refuse(
        RpcErrors.of(
            ErrorReason.OVERLOADED,
            "lambda "
                + call.lambda()
                + ": this controller serves "
                + max
                + " lambdas, as many as it may (queue.client.connectionsMax); start another host"
                + " for it"));
  }

  void refuseDraining(WaitingCall call) {
    call.refuse(RpcErrors.of(ErrorReason.DRAINING, "this controller takes no more calls"));
  }
}
