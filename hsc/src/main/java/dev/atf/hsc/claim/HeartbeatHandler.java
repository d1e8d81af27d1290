package dev.atf.hsc.claim;

import dev.atf.hsc.call.Bulkheads;
import dev.atf.hsc.call.Caller;
import dev.atf.hsc.call.HscMetrics;
import dev.atf.hsc.call.RetryingWrites;
import dev.atf.hsc.call.UnknownItems;
import dev.atf.hsc.lambda.Lambdas;
import dev.atf.hsc.log.LogFollowers;
import dev.atf.model.Attempt;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.HeartbeatResponse;
import dev.atf.store.StoreException;
import jakarta.inject.Inject;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Extends the leases of one process's attempts, and stores the notes of their handlers. Whatever
 * the order in which heartbeats arrive, no lease is shortened, and no note is replaced by an
 * earlier one.
 */
public final class HeartbeatHandler {
  private static final Logger log = LoggerFactory.getLogger(HeartbeatHandler.class);

  /**
   * Lease and notes, notes at the lease's later end, and once more for each of two heartbeats that
   * come between. By then the lease ends later than was asked for.
   */
  private static final int WRITES_MAX = 4;

  private final RetryingWrites writes;
  private final Lambdas lambdas;
  private final Bulkheads bulkheads;
  private final LogFollowers followers;
  private final HscMetrics metrics;

  @Inject
  HeartbeatHandler(
      RetryingWrites writes,
      Lambdas lambdas,
      Bulkheads bulkheads,
      LogFollowers followers,
      HscMetrics metrics) {
    this.writes = writes;
    this.lambdas = lambdas;
    this.followers = followers;
    this.bulkheads = bulkheads;
    this.metrics = metrics;
  }

  /**
   * @param caller once it has gone, nothing more is written: it has counted a missed heartbeat
   * @throws StoreException if no lease is known to have been extended, or one is not and the
   *     process cannot be told which: then it must not believe that any was, and counts a missed
   *     heartbeat
   */
  public HeartbeatResponse beat(HeartbeatCall call, Caller caller, Instant now) {
    tellDropped(call);
    var terms = lambdas.termsOfRunning(call.lambda(), now);
    var leaseUntil = terms.leaseUntil(now);
    // A lease that cannot be written, such as in a busy part of the table, says nothing about the
    // others.
    var unknown = UnknownItems.repeatedAsTheyAre(call.readsUnknown());
    var decisions =
        bulkheads
            .heartbeats()
            .forEach(
                call.lambda().value(),
                call.attempts(),
                unknown.answering(
                    HeartbeatDecision.UNKNOWN,
                    caller.unlessGone(attempt -> beatOne(call, attempt, leaseUntil))));
    unknown.requireSomeKnown(decisions.size());
    if (unknown.count() > 0) {
      log.warn(
          "leases may not be extended executorId={} lambda={} count={} of={}",
          call.executor(),
          call.lambda(),
          unknown.count(),
          decisions.size());
    }
    var response = HeartbeatResponse.newBuilder().setLease(ProtoTimes.proto(terms.lease()));
    for (int i = 0; i < decisions.size(); i++) {
      var taskId = call.attempts().get(i).taskId().value();
      metrics.heartbeat(decisions.get(i));
      switch (decisions.get(i)) {
        case HELD -> {
          if (followers.follow(call.attempts().get(i).taskId())) {
            response.addFollow(taskId);
          }
        }
        case CANCEL_REQUESTED -> response.addCancelRequested(taskId);
        case KILL_REQUESTED -> response.addKill(taskId);
        case LOST -> response.addLost(taskId);
        case UNKNOWN -> response.addUnknown(taskId);
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
    var decision =
        write(
            new HeartbeatWrite(
                attempt, call.lambda(), leaseUntil, call.notesOf(attempt), call.isAlone(attempt)));
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

  private HeartbeatDecision write(HeartbeatWrite first) {
    var beat = first;
    for (int write = 1; ; write++) {
      var next = beat.after(writes.apply(beat.transition()));
      if (next instanceof HeartbeatWrite.Next.Answer answer) {
        return answer.decision();
      }
      var again = (HeartbeatWrite.Next.Write) next;
      if (write == WRITES_MAX) {
        metrics.notesDropped("heartbeat", 1);
        log.warn("notes dropped taskId={}: overtaken {} times", first.attempt().taskId(), write);
        return again.known();
      }
      beat = again.beat();
    }
  }
}
