package dev.atf.hsc;

import dev.atf.model.Association;
import dev.atf.model.Attempt;
import dev.atf.model.Notes;
import dev.atf.model.Transitions;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.HeartbeatResponse;
import dev.atf.store.TransitionResult;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Extends the leases of what one process runs. A lease is never shortened, whatever the order in
 * which heartbeats arrive.
 */
final class Heartbeats {
  private static final Logger log = LoggerFactory.getLogger(Heartbeats.class);

  private final SureWrites writes;
  private final Lambdas lambdas;
  private final Lanes lanes;
  private final HscMetrics metrics;

  @Inject
  Heartbeats(SureWrites writes, Lambdas lambdas, Lanes lanes, HscMetrics metrics) {
    this.writes = writes;
    this.lambdas = lambdas;
    this.lanes = lanes;
    this.metrics = metrics;
  }

  /**
   * @throws dev.atf.store.StoreException if one lease may not have been extended: then the process
   *     must not believe that any was, and counts a missed heartbeat
   */
  HeartbeatResponse beat(HeartbeatCall call, Instant now) {
    tellDropped(call);
    var terms = lambdas.terms(call.lambda(), now);
    var leaseUntil = terms.leaseUntil(now);
    var decisions =
        lanes.heartbeats().forEach(call.attempts(), attempt -> beatOne(call, attempt, leaseUntil));
    var response = HeartbeatResponse.newBuilder().setLease(ProtoTimes.proto(terms.lease()));
    for (int i = 0; i < decisions.size(); i++) {
      var taskId = call.attempts().get(i).taskId().value();
      switch (decisions.get(i)) {
        case HELD -> {}
        case CANCEL_REQUESTED -> response.addCancelRequested(taskId);
        case LOST -> response.addLost(taskId);
      }
    }
    return response.build();
  }

  private void tellDropped(HeartbeatCall call) {
    if (!call.dropped().isEmpty()) {
      metrics.notesDropped("heartbeat", call.dropped().size());
      log.warn(
          "notes dropped executorId={} lambda={} parts={} first={}",
          call.executor(),
          call.lambda(),
          call.dropped().size(),
          call.dropped().get(0));
    }
  }

  private HeartbeatDecision beatOne(HeartbeatCall call, Attempt attempt, Instant leaseUntil) {
    var notes = call.notesOf(attempt);
    var heartbeat = Transitions.heartbeat(attempt, call.lambda(), leaseUntil, notes);
    var result = writes.apply(heartbeat);
    var decision = HeartbeatDecision.of(heartbeat, result);
    if (decision != HeartbeatDecision.LOST
        && !notes.equals(Notes.NONE)
        && result instanceof TransitionResult.Refused refused) {
      keepNotes(call, attempt, notes, refused.found());
    }
    metrics.heartbeat(decision);
    if (decision == HeartbeatDecision.LOST) {
      log.debug(
          "lost taskId={} epoch={} claimId={} executorId={}",
          attempt.taskId(),
          attempt.epoch(),
          attempt.claimId(),
          call.executor());
    }
    return decision;
  }

  /**
   * The lease ends later already than this heartbeat asked for, such as after the lambda's own was
   * shortened: what the handler said is written beside it all the same.
   */
  private void keepNotes(
      HeartbeatCall call, Attempt attempt, Notes notes, Optional<Association> found) {
    found
        .map(Association::lease)
        .map(lease -> Transitions.heartbeat(attempt, call.lambda(), lease.until(), notes))
        .ifPresent(writes::apply);
  }
}
