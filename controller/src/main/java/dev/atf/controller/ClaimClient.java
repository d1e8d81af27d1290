package dev.atf.controller;

import com.linecorp.armeria.client.UnprocessedRequestException;
import dev.atf.model.ClaimId;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.ClaimTask;
import dev.atf.protocol.v1.ClaimTasksRequest;
import dev.atf.protocol.v1.HscServiceGrpc.HscServiceBlockingStub;
import dev.atf.protocol.v1.WorkerId;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.runtime.loop.Threads;
import dev.atf.runtime.rate.Backoff;
import dev.atf.runtime.rpc.CallTimeout;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.OptionalInt;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Asks the HSC for references, with claim ids that are drawn once and kept for every try. */
final class ClaimClient {
  private static final Logger log = LoggerFactory.getLogger(ClaimClient.class);

  /** Maximum number of tries: the first, and two with the same claim ids. */
  private static final int SENDS_MAX = 3;

  /** Chosen: short beside the time for which an answer is useful. */
  private static final Backoff PAUSES = new Backoff(Duration.ofMillis(100), Duration.ofMillis(500));

  private final HscServiceBlockingStub hsc;
  private final ClaimTimes times;
  private final HostIdentity self;
  private final Threads threads;
  private final MonotonicClock clock;
  private final RandomGenerator random;

  @Inject
  ClaimClient(
      HscServiceBlockingStub hsc,
      ClaimTimes times,
      HostIdentity self,
      Threads threads,
      MonotonicClock clock,
      RandomGenerator random) {
    this.hsc = hsc;
    this.times = times;
    this.self = self;
    this.threads = threads;
    this.clock = clock;
    this.random = random;
  }

  /** Claims a match's references; if it is interrupted it sends no more. */
  ClaimAnswer claim(Match match) {
    var request = request(match);
    long sentAt = clock.nanos();
    var failure = Status.DEADLINE_EXCEEDED.asRuntimeException();
    for (int send = 1; send <= SENDS_MAX; send++) {
      var left = times.usefulFor().minus(clock.since(sentAt));
      if (left.isNegative() || left.isZero()) {
        break;
      }
      try {
        var reply = CallTimeout.on(hsc, atMost(left)).claimTasks(request);
        if (reply.getVerdictsCount() != request.getTasksCount()) {
          log.error(
              "the HSC gave {} verdicts on {} claims",
              reply.getVerdictsCount(),
              request.getTasksCount());
          return new ClaimAnswer.Unknown();
        }
        return clock.since(sentAt).compareTo(times.usefulFor()) > 0
            ? new ClaimAnswer.Unknown()
            : new ClaimAnswer.Answered(
                sentAt,
                reply.getVerdictsList(),
                reply.hasFree() ? OptionalInt.of(reply.getFree()) : OptionalInt.empty(),
                reply.hasTasksMax() ? reply.getTasksMax() : TaskMatcher.CLAIM_MAX_UNKNOWN);
      } catch (StatusRuntimeException e) {
        failure = e;
        log.warn(
            "executorId={} claim of {} failed, send={} status={} {}",
            request.getExecutorId(),
            request.getTasksCount(),
            send,
            e.getStatus().getCode(),
            e.getStatus().getDescription());
        if (Thread.currentThread().isInterrupted()
            || (send == 1 && e.getCause() instanceof UnprocessedRequestException)) {
          break;
        }
      }
      if (send < SENDS_MAX && !pause(send, sentAt)) {
        break;
      }
    }
    return verdictOf(failure);
  }

  /**
   * Pauses within the time for which an answer is useful.
   *
   * @return false if it was interrupted
   */
  private boolean pause(int sent, long firstSentAt) {
    var left = times.usefulFor().minus(clock.since(firstSentAt));
    var drawn = PAUSES.after(sent, random);
    var pause = drawn.compareTo(left) <= 0 ? drawn : left;
    try {
      threads.sleep(pause);
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /**
   * Returns the verdict on a failed call. After a time-out the claim has probably been made, and
   * asking again under another id would only find it stale; an HSC that says that it cannot work
   * has probably not made it.
   */
  private static ClaimAnswer verdictOf(StatusRuntimeException failure) {
    var code = failure.getStatus().getCode();
    return code == Status.Code.DEADLINE_EXCEEDED || code == Status.Code.CANCELLED
        ? new ClaimAnswer.Unknown()
        : new ClaimAnswer.Unavailable(RpcErrors.reasonOf(failure).isPresent());
  }

  private ClaimTasksRequest request(Match match) {
    var request =
        ClaimTasksRequest.newBuilder()
            .setExecutorId(match.call().executor().value())
            .setLambda(match.call().lambda().value())
            .setReadsUnknown(true)
            .setWorker(WorkerId.newBuilder().setPlace(self.place()).setInstance(self.instance()));
    for (var ref : match.refs()) {
      request.addTasks(
          ClaimTask.newBuilder()
              .setTaskId(ref.message().ref().taskId().value())
              .setEpoch(ref.message().ref().epoch())
              .setClaimId(ClaimId.random(random).value()));
    }
    return request.build();
  }

  private Duration atMost(Duration left) {
    return left.compareTo(times.timeout()) < 0 ? left : times.timeout();
  }
}
