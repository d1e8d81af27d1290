package dev.atf.hsc.claim;

import dev.atf.hints.Hints;
import dev.atf.hsc.call.Bulkheads;
import dev.atf.hsc.call.HscMetrics;
import dev.atf.hsc.call.RetryingWrites;
import dev.atf.hsc.call.UnknownItems;
import dev.atf.hsc.claim.ResultRules.Next;
import dev.atf.hsc.condition.Conditions;
import dev.atf.hsc.lambda.Lambdas;
import dev.atf.model.ExecutorId;
import dev.atf.model.LambdaName;
import dev.atf.model.TaskStatus;
import dev.atf.model.fairness.KeyGroup;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.lambda.LeaseTimes;
import dev.atf.model.task.Association;
import dev.atf.model.task.WallTime;
import dev.atf.protocol.v1.AttemptResult;
import dev.atf.protocol.v1.ResultVerdict;
import dev.atf.protocol.v1.ResultVerdict.Verdict;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.protocol.v1.SetResultsRequest;
import dev.atf.protocol.v1.SetResultsResponse;
import dev.atf.runtime.loop.ClockWatch;
import dev.atf.runtime.loop.MonotonicClock;
import dev.atf.store.TaskAssociations;
import dev.atf.store.TransitionResult;
import jakarta.inject.Inject;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Records the outcomes of attempts. The first report of a claim is final: a repetition gets the
 * same answer, and a different report is refused. The death of an executor, which its host reports,
 * is such a report, too. After the executor's own report it changes nothing.
 *
 * <p>For each result, {@link ResultRules} return the next step until there is a verdict. Success,
 * fatal failure and return cost one write and no read. A retriable failure reads the association
 * first, because its retry must not come after the task's deadline. That costs one read unit for
 * any size of the payload; the entity would cost one for each 4 KB of payload. A success with
 * children also reads the association, and writes the children before its outcome.
 *
 * <p>If the process dies before the outcome is written, the executor repeats its report, and every
 * step is repeated without harm. If it dies after the write, the repetition gets the verdict
 * RECORDED, and the permits are returned then. Polls and checks make up for a lost hint.
 */
public final class Results {
  private static final Logger log = LoggerFactory.getLogger(Results.class);

  /** Maximum number of results in one call. With inline results, the call stays below 1 MB. */
  public static final int RESULTS_MAX = 100;

  /**
   * Maximum number of steps: read, children, large result, write, refused by a cancel request,
   * write, refused by expiry, answer. No attempt needs more.
   */
  private static final int STEPS_MAX = 8;

  private static final ResultVerdict UNKNOWN =
      ResultVerdict.newBuilder().setVerdict(Verdict.UNKNOWN).build();

  private final Lambdas lambdas;
  private final ReturnDelay returnDelay;
  private final RetryBudgets retryBudgets;
  private final TaskAssociations associations;
  private final RetryingWrites writes;
  private final SuccessEffects effects;
  private final Conditions conditions;
  private final Permits permits;
  private final Hints hints;
  private final Bulkheads bulkheads;
  private final RandomGenerator random;
  private final HscMetrics metrics;
  private final ClockWatch clockWatch;

  @Inject
  Results(
      Lambdas lambdas,
      ReturnDelay returnDelay,
      RetryBudgets retryBudgets,
      TaskAssociations associations,
      RetryingWrites writes,
      SuccessEffects effects,
      Conditions conditions,
      Permits permits,
      Hints hints,
      Bulkheads bulkheads,
      RandomGenerator random,
      HscMetrics metrics,
      LeaseTimes times,
      InstantSource wallClock,
      MonotonicClock clock) {
    this.lambdas = lambdas;
    this.returnDelay = returnDelay;
    this.retryBudgets = retryBudgets;
    this.associations = associations;
    this.writes = writes;
    this.effects = effects;
    this.conditions = conditions;
    this.permits = permits;
    this.hints = hints;
    this.bulkheads = bulkheads;
    this.random = random;
    this.metrics = metrics;
    this.clockWatch =
        new ClockWatch(
            times.clockErrorMax(),
            times.clockTrustedAfter(),
            wallClock,
            clock,
            "no task is ended because of its deadline");
  }

  /** Returns the lambdas of the tasks that the results schedule: children and testers. */
  public static Stream<String> scheduledLambdas(SetResultsRequest request) {
    return request.getResultsList().stream().flatMap(Results::scheduledBy).distinct();
  }

  private static Stream<String> scheduledBy(AttemptResult result) {
    return result.hasBlocked()
        ? Stream.of(result.getBlocked().getTester().getLambda())
        : SuccessEffects.children(result.getSuccess()).map(ScheduleRequest::getLambda);
  }

  /**
   * Records the results of a checked request, even if the caller is gone: the report is true, and
   * its repetition finds it recorded.
   *
   * @param mayBeScheduled accepts the lambdas that the caller may schedule
   * @throws dev.atf.store.StoreException if no verdict is known, or if a verdict is unknown and the
   *     caller does not understand that; a repeated call returns the known verdicts again
   */
  public SetResultsResponse record(
      SetResultsRequest request, Predicate<LambdaName> mayBeScheduled, Instant now) {
    var executor = new ExecutorId(request.getExecutorId());
    var effective = lambdas.effectiveForRunning(new LambdaName(request.getLambda()), now);
    var call =
        new ResultRules.Call(
            effective,
            executor,
            returnDelay,
            retryBudgets.of(effective.definition(), now),
            new WallTime(now, clockWatch.inDoubt()),
            random);
    var unknown = UnknownItems.repeatedAsTheyAre(request.getReadsUnknown());
    var verdicts =
        bulkheads
            .results()
            .forEach(
                request.getLambda(),
                rules(call, request),
                unknown.<ResultRules, ResultVerdict>answering(
                    UNKNOWN,
                    rules -> rules.attempt().taskId(),
                    rules -> answer(rules, record(rules, mayBeScheduled))));
    unknown.requireSomeKnown(request.getResultsCount());
    return SetResultsResponse.newBuilder().addAllVerdicts(verdicts).build();
  }

  /** Returns the rules for each result. Notes that cannot be stored are reported. */
  private List<ResultRules> rules(ResultRules.Call call, SetResultsRequest request) {
    var reader = new NoteReader();
    var rules = new ArrayList<ResultRules>();
    for (int i = 0; i < request.getResultsCount(); i++) {
      var result = request.getResults(i);
      rules.add(ResultRules.of(call, result, reader.of("results[" + i + "].", result)));
    }
    reader.reportDropped("result", request.getExecutorId(), request.getLambda(), metrics);
    return rules;
  }

  /**
   * Verdict on one result.
   *
   * @param task latest read association; empty if the verdict did not need it, or the task does not
   *     exist
   */
  private record Recorded(ResultVerdict verdict, Optional<Association> task) {}

  /**
   * Runs the steps of one result until there is a verdict.
   *
   * @throws dev.atf.store.StoreException if the verdict is unknown; the call can be repeated
   */
  private Recorded record(ResultRules rules, Predicate<LambdaName> mayBeScheduled) {
    var attempt = rules.attempt();
    var lambda = rules.call().lambda().definition();
    var now = rules.call().now().at();
    var found = Optional.<Association>empty();
    var next = rules.first();
    for (int step = 0; step < STEPS_MAX; step++) {
      if (next instanceof Next.Answer answer) {
        if (answer.verdict().getVerdict() == Verdict.RECORDED) {
          metrics.replay("result");
        }
        return new Recorded(answer.verdict(), found);
      } else if (next instanceof Next.Read) {
        found = associations.find(attempt.taskId());
        next = rules.from(found);
      } else if (next instanceof Next.CreateChildren create) {
        var success = rules.result().getSuccess();
        var written = effects.writeChildren(attempt, success, mayBeScheduled, now);
        next = rules.childrenWritten(create.parent(), written);
      } else if (next instanceof Next.Join join) {
        var entry = conditions.join(join.task(), join.asked(), mayBeScheduled, now);
        next = rules.joined(join, entry);
      } else if (next instanceof Next.StoreThenWrite large) {
        writes.putResult(attempt, large.result(), large.expiresAt());
        effects.describe(large.task(), large.result(), large.expiresAt());
        next = new Next.Write(large.transition());
      } else if (next instanceof Next.Write write) {
        var result = writes.apply(write.transition());
        if (result instanceof TransitionResult.Applied applied) {
          written(applied.after(), lambda, now);
          return new Recorded(ResultRules.recorded(applied.after()), result.task());
        }
        found = result.task();
        next = rules.from(found);
      }
    }
    throw new IllegalStateException(
        "no verdict for taskId=" + attempt.taskId() + " after " + STEPS_MAX + " steps");
  }

  /** Performs what follows from a result that was just written. */
  private void written(Association task, LambdaDefinition lambda, Instant now) {
    if (task.status() == TaskStatus.SUCCESS) {
      retryBudgets.succeeded(lambda, now);
    } else if (task.status() == TaskStatus.FATAL_FAILURE && !task.header().isCanary()) {
      metrics.deadLetter();
    } else if (task.status() == TaskStatus.BLOCKED) {
      conditions.joined(task, now);
    }
    hints.written(task);
  }

  /** Returns the permits of a claim that has ended, and counts and returns the verdict. */
  private ResultVerdict answer(ResultRules rules, Recorded recorded) {
    var verdict = recorded.verdict().getVerdict();
    var reported = rules.result().getOutcomeCase();
    // A host that reports an executor of another host frees no permit: that one may still run.
    if (!(rules.isOfADeath() && verdict == Verdict.LEASE_LOST)) {
      var group = recorded.task().map(task -> task.header().group()).orElse(KeyGroup.NONE);
      permits.ended(rules.attempt(), group, rules.call().lambda().definition());
    }
    metrics.result(reported, verdict);
    if (verdict == Verdict.RESULT_CONFLICT && !rules.isOfADeath()) {
      log.warn(
          "conflict taskId={} epoch={} attempt={} executorId={} reported={} status={}",
          rules.attempt().taskId(),
          rules.attempt().epoch(),
          rules.result().getAttempt(),
          rules.call().executor(),
          reported,
          recorded.task().map(task -> task.status().name()).orElse(""));
    } else {
      log.debug(
          "result taskId={} epoch={} attempt={} executorId={} reported={} verdict={} status={}",
          rules.attempt().taskId(),
          rules.attempt().epoch(),
          rules.result().getAttempt(),
          rules.call().executor(),
          reported,
          verdict,
          recorded.verdict().getStatus());
    }
    return recorded.verdict();
  }
}
