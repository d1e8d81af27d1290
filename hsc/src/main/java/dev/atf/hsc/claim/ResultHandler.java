package dev.atf.hsc.claim;

import dev.atf.hsc.call.Bulkheads;
import dev.atf.hsc.call.HscMetrics;
import dev.atf.hsc.call.UnknownItems;
import dev.atf.hsc.claim.ResultDecision.Verdict;
import dev.atf.hsc.lambda.Lambdas;
import dev.atf.model.LambdaName;
import dev.atf.model.lambda.LeaseTimes;
import dev.atf.protocol.v1.ResultVerdict;
import dev.atf.protocol.v1.SetResultsResponse;
import dev.atf.runtime.loop.ClockWatch;
import dev.atf.runtime.loop.MonotonicClock;
import jakarta.inject.Inject;
import java.time.Instant;
import java.time.InstantSource;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records the outcomes of attempts. The first report of a claim stands: its repetition is answered
 * as it was, another one is refused. A death that is reported by its host is such a report, too:
 * one that comes behind the executor's own changes nothing.
 *
 * <p>A retriable failure reads the association first (one read unit whatever the payload's size,
 * where the entity would cost one for each 4 KB of payload), because its retry must not come after
 * the task's deadline. Success, fatal failure and return cost one write and no read; a success with
 * children reads, too, and writes them.
 */
public final class ResultHandler {
  private static final Logger log = LoggerFactory.getLogger(ResultHandler.class);

  private static final ResultVerdict UNKNOWN =
      ResultVerdict.newBuilder().setVerdict(ResultVerdict.Verdict.UNKNOWN).build();

  private final Lambdas lambdas;
  private final ReturnDelay returnDelay;
  private final RetryPacings pacings;
  private final Permits permits;
  private final ResultWriter writer;
  private final RandomGenerator random;
  private final Bulkheads bulkheads;
  private final HscMetrics metrics;
  private final ClockWatch clockWatch;

  @Inject
  ResultHandler(
      Lambdas lambdas,
      ReturnDelay returnDelay,
      RetryPacings pacings,
      Permits permits,
      ResultWriter writer,
      RandomGenerator random,
      Bulkheads bulkheads,
      HscMetrics metrics,
      LeaseTimes times,
      InstantSource wallClock,
      MonotonicClock clock) {
    this.lambdas = lambdas;
    this.returnDelay = returnDelay;
    this.pacings = pacings;
    this.permits = permits;
    this.writer = writer;
    this.random = random;
    this.bulkheads = bulkheads;
    this.metrics = metrics;
    this.clockWatch =
        new ClockWatch(
            times.clockErrorMax(),
            times.clockTrustedAfter(),
            wallClock,
            clock,
            "no task is ended because of its deadline");
  }

  /**
   * Records results, also for a caller that has gone: its report is true, and its repetition finds
   * it.
   *
   * @param mayBeScheduled accepts the lambdas that the caller may schedule
   * @throws dev.atf.store.StoreException if no verdict is known, or any is not and the caller does
   *     not read that; those that are will be the same next time
   */
  public SetResultsResponse record(
      ResultsCall call, Predicate<LambdaName> mayBeScheduled, Instant now) {
    tellDropped(call);
    var terms = lambdas.termsOfRunning(call.lambda(), now);
    var lambda = terms.lambda();
    var decision =
        new ResultDecision(
            terms,
            call.executor(),
            returnDelay,
            pacings.of(lambda, now),
            now,
            clockWatch.inDoubt(),
            random);
    var unknown = UnknownItems.repeatedAsTheyAre(call.readsUnknown());
    var verdicts =
        bulkheads
            .results()
            .forEach(
                call.lambda().value(),
                call.reports(),
                unknown.<Report, ResultVerdict>answering(
                    UNKNOWN,
                    report -> {
                      var answered = writer.record(decision, report, mayBeScheduled);
                      var verdict = answered.verdict();
                      if (!(report.isOfADeath() && verdict instanceof Verdict.LeaseLost)) {
                        permits.ended(report.attempt(), answered.group(), lambda);
                      }
                      return answer(call, report, verdict);
                    }));
    unknown.requireSomeKnown(call.reports().size());
    return SetResultsResponse.newBuilder().addAllVerdicts(verdicts).build();
  }

  private void tellDropped(ResultsCall call) {
    if (!call.dropped().isEmpty()) {
      metrics.notesDropped("result", call.dropped().size());
      log.warn(
          "notes dropped executorId={} lambda={} parts={} first={}",
          call.executor(),
          call.lambda(),
          call.dropped().size(),
          call.dropped().get(0));
    }
  }

  private ResultVerdict answer(ResultsCall call, Report report, Verdict verdict) {
    var answer = ProtocolMessages.verdict(verdict);
    metrics.result(report.what().label(), answer.getVerdict());
    if (verdict instanceof Verdict.Conflict conflict && !report.isOfADeath()) {
      log.warn(
          "conflict taskId={} epoch={} attempt={} executorId={} reported={} status={}",
          report.attempt().taskId(),
          report.attempt().epoch(),
          report.number(),
          call.executor(),
          report.what().label(),
          conflict.status());
    } else {
      log.debug(
          "result taskId={} epoch={} attempt={} executorId={} reported={} verdict={} status={}",
          report.attempt().taskId(),
          report.attempt().epoch(),
          report.number(),
          call.executor(),
          report.what().label(),
          answer.getVerdict(),
          answer.getStatus());
    }
    return answer;
  }
}
