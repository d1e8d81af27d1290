package dev.atf.controller;

import com.linecorp.armeria.client.UnprocessedRequestException;
import dev.atf.model.ClaimId;
import dev.atf.model.LambdaName;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.ClaimTask;
import dev.atf.protocol.v1.ClaimTasksRequest;
import dev.atf.protocol.v1.ClaimTasksResponse;
import dev.atf.protocol.v1.HscServiceGrpc.HscServiceBlockingStub;
import dev.atf.protocol.v1.WorkerId;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.runtime.loop.Step;
import dev.atf.runtime.loop.Threads;
import dev.atf.runtime.rate.Backoff;
import dev.atf.runtime.rpc.CallTimeout;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Collections;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Claims references at the HSC and answers NextWork calls with the claimed tasks.
 *
 * <p>Each turn serves one call. It takes the call and its references from the {@link TaskMatcher},
 * claims them with one ClaimTasks call, and handles each message as {@link ClaimOutcomes} requires.
 * A message is deleted only after its claim has a verdict. If the claim fails, its lambda pauses
 * for a while, and after several failures the {@link Breaker} stops all claims. Several threads run
 * this step.
 *
 * <p>If the process dies before the HSC has written a claim, the message becomes visible again. If
 * it dies between that write and the arrival of the answer at the executor, no executor runs the
 * task: its lease ends, and the attempt counts. A message that was not deleted by then becomes
 * visible again, and is deleted when its next claim is refused as stale.
 */
@Singleton
final class Claimer implements Step {
  private static final Logger log = LoggerFactory.getLogger(Claimer.class);

  /** Longest wait of a turn for a call to serve. */
  private static final Duration PATIENCE = Duration.ofSeconds(10);

  /** Maximum number of tries: the first one, and two with the same claim ids. */
  private static final int SENDS_MAX = 3;

  /** Pauses between tries. They are short compared to the time for which an answer is useful. */
  private static final Backoff PAUSES = new Backoff(Duration.ofMillis(100), Duration.ofMillis(500));

  /** Minimum time for which the queue hides an early message that is returned to it. */
  private static final Duration EARLY = Duration.ofSeconds(1);

  private static final Set<Status.Code> OUTCOME_UNKNOWN =
      Collections.unmodifiableSet(EnumSet.of(Status.Code.DEADLINE_EXCEEDED, Status.Code.CANCELLED));

  /**
   * Maximum pause of {@link #endOverdue}. A call or reference whose wait ends earlier ends the
   * pause.
   */
  private static final Duration IDLE = Duration.ofMinutes(1);

  private final ControllerConfig config;
  private final HostIdentity self;
  private final HscServiceBlockingStub hsc;
  private final TaskMatcher matcher;
  private final MessageSettler messages;
  private final Breaker breaker;
  private final HandedWork handed;
  private final ControllerMetrics metrics;
  private final Threads threads;
  private final MonotonicClock clock;
  private final RandomGenerator random;
  private final Backoff lambdaPauses;

  /** Number of consecutive failures of each lambda whose last claim failed. */
  private final Map<LambdaName, Integer> failures = new ConcurrentHashMap<>();

  @Inject
  Claimer(
      ControllerConfig config,
      HostIdentity self,
      HscServiceBlockingStub hsc,
      TaskMatcher matcher,
      MessageSettler messages,
      Breaker breaker,
      HandedWork handed,
      ControllerMetrics metrics,
      Threads threads,
      MonotonicClock clock,
      RandomGenerator random) {
    this.config = config;
    this.self = self;
    this.hsc = hsc;
    this.matcher = matcher;
    this.messages = messages;
    this.breaker = breaker;
    this.handed = handed;
    this.metrics = metrics;
    this.threads = threads;
    this.clock = clock;
    this.random = random;
    this.lambdaPauses =
        new Backoff(config.tuning().claimBackoffMin(), config.tuning().claimBackoffMax());
  }

  @Override
  public Duration turn() throws InterruptedException {
    var match = matcher.takeMatch(PATIENCE);
    if (match.isPresent()) {
      var call = match.get().call();
      var refs = match.get().refs();
      try {
        serve(call, refs);
      } finally {
        matcher.claimed(call.lambda(), refs.size());
      }
    }
    // A closed matcher does not wait. The pause lasts until the loop is stopped.
    return matcher.isClosed() ? PATIENCE : Duration.ZERO;
  }

  private void serve(WaitingCall call, List<BufferedRef> refs) {
    if (call.isGone()) {
      messages.returnToQueue(matcher.putBack(refs));
      return;
    }
    var request = request(call, refs);
    long sentAt = clock.nanos();
    ClaimTasksResponse response;
    try {
      response = claim(request, sentAt);
    } catch (StatusRuntimeException e) {
      failed(call, refs, e);
      return;
    }
    failures.remove(call.lambda());
    breaker.succeeded();
    settle(call, refs, response, sentAt);
  }

  /** Creates the request for references. Every try uses the same claim ids. */
  ClaimTasksRequest request(WaitingCall call, List<BufferedRef> refs) {
    var request =
        ClaimTasksRequest.newBuilder()
            .setExecutorId(call.executor().value())
            .setLambda(call.lambda().value())
            .setReadsUnknown(true)
            .setWorker(WorkerId.newBuilder().setPlace(self.place()).setInstance(self.instance()));
    for (var ref : refs) {
      request.addTasks(
          ClaimTask.newBuilder()
              .setTaskId(ref.message().ref().taskId().value())
              .setEpoch(ref.message().ref().epoch())
              .setClaimId(ClaimId.random(random).value()));
    }
    return request.build();
  }

  /**
   * Claims references, with several tries. An interrupt prevents further tries.
   *
   * @param sentAt time of the first try on the monotonic clock; no lease starts earlier
   * @return the response, with one verdict for each reference, in their order
   * @throws StatusRuntimeException if no useful answer has arrived; some references may be claimed,
   *     see {@link #mayBeClaimed}
   */
  ClaimTasksResponse claim(ClaimTasksRequest request, long sentAt) {
    var response = send(request, sentAt);
    if (response.getVerdictsCount() != request.getTasksCount()) {
      log.error(
          "the HSC gave {} verdicts on {} claims",
          response.getVerdictsCount(),
          request.getTasksCount());
      // Some may be claimed, but it is unknown which ones, as after a call that was cancelled.
      throw Status.CANCELLED.asRuntimeException();
    }
    if (clock.since(sentAt).compareTo(config.claimUsefulFor()) > 0) {
      throw Status.DEADLINE_EXCEEDED.asRuntimeException();
    }
    return response;
  }

  private ClaimTasksResponse send(ClaimTasksRequest request, long firstSentAt) {
    var failure = Status.DEADLINE_EXCEEDED.asRuntimeException();
    for (int send = 1; send <= SENDS_MAX; send++) {
      var left = config.claimUsefulFor().minus(clock.since(firstSentAt));
      if (left.isNegative() || left.isZero()) {
        break;
      }
      try {
        return CallTimeout.on(hsc, shorter(left, config.claimTimeout())).claimTasks(request);
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
      if (send < SENDS_MAX && !pause(send, firstSentAt)) {
        break;
      }
    }
    throw failure;
  }

  /**
   * Pauses, as long as an answer would still be useful afterwards.
   *
   * @return false if no time is left, or the thread was interrupted
   */
  private boolean pause(int sent, long firstSentAt) {
    var left = config.claimUsefulFor().minus(clock.since(firstSentAt));
    try {
      threads.sleep(shorter(PAUSES.after(sent, random), left));
      return true;
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  private static Duration shorter(Duration one, Duration other) {
    return one.compareTo(other) <= 0 ? one : other;
  }

  /** Hands out the claimed tasks, and handles each message according to its verdict. */
  private void settle(
      WaitingCall call, List<BufferedRef> refs, ClaimTasksResponse response, long sentAt) {
    var lambda = call.lambda();
    matcher.claimMax(
        response.hasTasksMax() ? response.getTasksMax() : TaskMatcher.CLAIM_MAX_UNKNOWN);
    var outcomes = new ClaimOutcomes(refs, response.getVerdictsList());
    messages.delete(outcomes.delete);
    // This precedes the next wait of the call. Otherwise another thread would take the call and the
    // same references immediately.
    matcher.permits(
        lambda,
        response.hasFree() ? OptionalInt.of(response.getFree()) : OptionalInt.empty(),
        outcomes.fullFor);
    messages.returnToQueue(matcher.putBack(outcomes.full));
    messages.returnToQueue(outcomes.gone);
    messages.returnToQueueAfter(EARLY, matcher.putBackLater(outcomes.early));
    if (outcomes.work.isEmpty()) {
      continueWaiting(call);
    } else {
      matcher.countHandedOut(lambda, outcomes.work.size());
      handed.add(call.executor(), lambda, outcomes.work);
      call.answer(outcomes.work, sentAt);
    }
    metrics.notDue(outcomes.notDue);
    outcomes.delayed.forEach(messages::returnToQueueAfter);
    for (var ref : outcomes.wrongLambda) {
      log.error(
          "queue={} holds taskId={} of another lambda", ref.queue(), ref.message().ref().taskId());
    }
    metrics.verdicts(lambda, response.getVerdictsList());
  }

  private void failed(WaitingCall call, List<BufferedRef> refs, StatusRuntimeException failure) {
    var lambda = call.lambda();
    metrics.claimFailed(lambda);
    // An HSC of an earlier version may have refused the claim because it has too many references.
    matcher.claimMax(TaskMatcher.CLAIM_MAX_UNKNOWN);
    int inARow = failures.merge(lambda, 1, (before, one) -> Math.min(before, 1_000) + one);
    matcher.rest(lambda, lambdaPauses.after(inARow, random));
    boolean reached = mayBeClaimed(failure) || RpcErrors.reasonOf(failure).isPresent();
    breaker
        .failed(lambda, reached)
        .ifPresent(
            buffered -> {
              log.warn("no claims are sent until the HSC answers a probe");
              metrics.breakerOpened();
              messages.returnToQueue(buffered);
            });
    if (!mayBeClaimed(failure)) {
      messages.returnToQueue(matcher.putBack(refs));
    }
    continueWaiting(call);
  }

  /**
   * Returns whether references may be claimed although the claim failed. They are then not used
   * again: an unclaimed reference comes back when its message becomes visible, a claimed one when
   * its lease expires.
   *
   * <p>After a time-out, the claim was probably written, and a try with another id would get a
   * stale verdict. An HSC that reports that it cannot work has probably not written the claim.
   */
  static boolean mayBeClaimed(StatusRuntimeException failure) {
    return OUTCOME_UNKNOWN.contains(failure.getStatus().getCode());
  }

  /** Lets a call that got no work continue to wait if it has time left; otherwise ends it. */
  private void continueWaiting(WaitingCall call) {
    long now = clock.nanos();
    if (call.hasWaited(now)) {
      call.answerNothing(now);
    } else if (!matcher.enterAgain(call)) {
      call.refuseDraining();
    }
  }

  /**
   * Ends waits that have lasted too long: answers calls without work, and returns references to
   * their queues. A separate loop runs this method.
   */
  Duration endOverdue() {
    matcher.takeAllThatWaited().forEach(call -> call.answerNothing(clock.nanos()));
    var overAged = matcher.takeOverAged();
    metrics.overAged(overAged.size());
    messages.returnToQueue(overAged);
    return matcher.untilNextEnd(IDLE);
  }
}
