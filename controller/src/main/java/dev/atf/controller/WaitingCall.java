package dev.atf.controller;

import dev.atf.model.ExecutorId;
import dev.atf.model.LambdaName;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.NextWorkResponse;
import dev.atf.protocol.v1.Work;
import io.grpc.stub.ServerCallStreamObserver;
import java.time.Duration;
import java.util.List;

/**
 * NextWork call that is not answered yet. It occupies no thread. The thread that takes it from the
 * matcher answers it or puts it back.
 *
 * @param ended number of attempts from this host whose end the executor reports
 * @param failed number of failed attempts among them
 * @param arrivedAt time of arrival on the monotonic clock
 */
record WaitingCall(
    ExecutorId executor,
    LambdaName lambda,
    int tasksMax,
    int ended,
    int failed,
    long arrivedAt,
    Duration patience,
    ServerCallStreamObserver<NextWorkResponse> answers) {
  /**
   * Maximum number of tasks of a call. With this many, the cost of the call itself hardly matters.
   */
  static final int TASKS_MAX = 100;

  boolean hasWaited(long now) {
    return now - endsAt() >= 0;
  }

  /** Returns the time on the monotonic clock at which the call is answered without work. */
  long endsAt() {
    return arrivedAt + patience.toNanos();
  }

  /** Returns whether the caller no longer waits. */
  boolean isGone() {
    return answers.isCancelled();
  }

  /**
   * Answers the call.
   *
   * @param claimSentAt time on the monotonic clock from which the executor's lease counts (law 4)
   */
  void answer(List<Work> work, long claimSentAt) {
    send(
        NextWorkResponse.newBuilder()
            .addAllWork(work)
            .setTasksMax(TASKS_MAX)
            .setWaited(ProtoTimes.proto(Duration.ofNanos(claimSentAt - arrivedAt)))
            .build());
  }

  void answerNothing(long now) {
    send(
        NextWorkResponse.newBuilder()
            .setTasksMax(TASKS_MAX)
            .setWaited(ProtoTimes.proto(Duration.ofNanos(now - arrivedAt)))
            .build());
  }

  void refuse(ErrorReason reason, String why) {
    if (!isGone()) {
      answers.onError(RpcErrors.of(reason, why));
    }
  }

  void refuseDraining() {
    refuse(ErrorReason.DRAINING, "this controller takes no more calls");
  }

  private void send(NextWorkResponse response) {
    // If the caller has just gone, the answer is lost, and the leases bring the claimed tasks back.
    answers.onNext(response);
    answers.onCompleted();
  }
}
