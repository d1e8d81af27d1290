package dev.atf.hsc.claim;

import dev.atf.hsc.call.Attempts;
import dev.atf.hsc.call.Bulkheads;
import dev.atf.hsc.call.Caller;
import dev.atf.hsc.call.HscMetrics;
import dev.atf.hsc.call.RetryingWrites;
import dev.atf.hsc.call.UnknownItems;
import dev.atf.hsc.claim.HeartbeatRules.SentNotes;
import dev.atf.hsc.claim.HeartbeatRules.Verdict;
import dev.atf.hsc.lambda.Lambdas;
import dev.atf.hsc.log.LogFollowers;
import dev.atf.model.Attempt;
import dev.atf.model.LambdaName;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.HeartbeatRequest;
import dev.atf.protocol.v1.HeartbeatResponse;
import dev.atf.store.StoreException;
import jakarta.inject.Inject;
import java.time.Instant;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Extends the leases of a process's attempts, and stores the notes of their handlers. Heartbeats
 * may arrive in any order: a lease never becomes shorter, and a note never replaces a later one.
 */
public final class Heartbeats {
  private static final Logger log = LoggerFactory.getLogger(Heartbeats.class);

  /**
   * Maximum number of attempts in one call. A process with this many attempts still gets its answer
   * within the time-out of one call.
   */
  public static final int ATTEMPTS_MAX = 1_000;

  /**
   * Maximum number of writes for one attempt: one for lease and notes, one for the notes alone if
   * the lease already ends later, and one after each of two concurrent heartbeats. After those, the
   * lease ends later than requested.
   */
  private static final int WRITES_MAX = 4;

  private final RetryingWrites writes;
  private final Lambdas lambdas;
  private final Bulkheads bulkheads;
  private final LogFollowers followers;
  private final HscMetrics metrics;

  @Inject
  Heartbeats(
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
   * Extends the leases of a checked request.
   *
   * @param caller caller; when it is gone, nothing more is written, because it has counted a missed
   *     heartbeat
   * @throws StoreException if no lease was certainly extended, or if some were not and the caller
   *     does not understand an answer for each; the process must then assume that none was
   *     extended, and counts a missed heartbeat
   */
  public HeartbeatResponse beat(HeartbeatRequest request, Caller caller, Instant now) {
    var reader = new NoteReader();
    var notes = reader.of(request);
    reader.reportDropped("heartbeat", request.getExecutorId(), request.getLambda(), metrics);
    var lambda = new LambdaName(request.getLambda());
    var effective = lambdas.effectiveForRunning(lambda, now);
    var leaseUntil = effective.leaseUntil(now);
    var attempts = request.getAttemptsList().stream().map(Attempts::of).toList();
    // A lease that cannot be written, such as in a busy part of the table, says nothing about the
    // others.
    var unknown = UnknownItems.repeatedAsTheyAre(request.getReadsUnknown());
    var verdicts =
        bulkheads
            .heartbeats()
            .forEach(
                lambda.value(),
                attempts,
                unknown.<Attempt, Verdict>answering(
                    Verdict.UNKNOWN,
                    Attempt::taskId,
                    caller.unlessGone(
                        attempt -> {
                          var sent = notes.getOrDefault(attempt.taskId(), SentNotes.NOTHING);
                          boolean alone = attempt.taskId().value().equals(request.getAlone());
                          return write(
                              new HeartbeatRules(attempt, lambda, leaseUntil, sent, alone));
                        })));
    unknown.requireSomeKnown(attempts.size());
    if (unknown.count() > 0) {
      log.warn(
          "leases are possibly not extended executorId={} lambda={} count={} of={}",
          request.getExecutorId(),
          lambda,
          unknown.count(),
          attempts.size());
    }
    var response = HeartbeatResponse.newBuilder().setLease(ProtoTimes.proto(effective.lease()));
    for (int i = 0; i < attempts.size(); i++) {
      answer(request.getExecutorId(), attempts.get(i), verdicts.get(i), response);
    }
    return response.build();
  }

  private Verdict write(HeartbeatRules first) {
    var next = first.after(writes.apply(first.transition()));
    for (int written = 1; next.again().isPresent(); written++) {
      if (written == WRITES_MAX) {
        metrics.notesDropped("heartbeat", 1);
        log.warn("notes dropped taskId={}: overtaken {} times", first.attempt().taskId(), written);
        break;
      }
      var beat = next.again().get();
      next = beat.after(writes.apply(beat.transition()));
    }
    return next.verdict();
  }

  private void answer(
      String executorId, Attempt attempt, Verdict verdict, HeartbeatResponse.Builder response) {
    var taskId = attempt.taskId().value();
    metrics.heartbeat(verdict);
    switch (verdict) {
      case HELD -> {
        if (followers.follow(attempt.taskId())) {
          response.addFollow(taskId);
        }
      }
      case CANCEL_REQUESTED -> response.addCancelRequested(taskId);
      case KILL_REQUESTED -> response.addKill(taskId);
      case LOST -> {
        response.addLost(taskId);
        log.debug(
            "lost taskId={} epoch={} claimId={} executorId={}",
            taskId,
            attempt.epoch(),
            attempt.claimId(),
            executorId);
      }
      case UNKNOWN -> response.addUnknown(taskId);
    }
  }
}
