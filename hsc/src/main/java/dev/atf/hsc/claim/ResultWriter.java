package dev.atf.hsc.claim;

import dev.atf.hints.Hints;
import dev.atf.hsc.call.HscMetrics;
import dev.atf.hsc.call.RetryingWrites;
import dev.atf.hsc.claim.ResultDecision.Next;
import dev.atf.hsc.claim.ResultDecision.Verdict;
import dev.atf.hsc.condition.Conditions;
import dev.atf.model.LambdaName;
import dev.atf.model.TaskStatus;
import dev.atf.model.fairness.KeyGroup;
import dev.atf.model.task.Association;
import dev.atf.model.task.Transition;
import dev.atf.store.TaskAssociations;
import dev.atf.store.TransitionResult;
import jakarta.inject.Inject;
import java.util.Optional;
import java.util.function.Predicate;

/** Records one report: executes the steps that its decision asks for, until there is a verdict. */
final class ResultWriter {
  /**
   * Write, refused by a wanted notice, children, write, refused by a cancel request, write, refused
   * by expiry, answer: nothing that can meet a running attempt takes more steps.
   */
  private static final int STEPS_MAX = 8;

  private final TaskAssociations associations;
  private final RetryingWrites writes;
  private final SuccessEffects effects;
  private final Conditions conditions;
  private final Hints hints;
  private final RetryPacings pacings;
  private final HscMetrics metrics;

  @Inject
  ResultWriter(
      TaskAssociations associations,
      RetryingWrites writes,
      SuccessEffects effects,
      Conditions conditions,
      Hints hints,
      RetryPacings pacings,
      HscMetrics metrics) {
    this.associations = associations;
    this.writes = writes;
    this.effects = effects;
    this.conditions = conditions;
    this.hints = hints;
    this.pacings = pacings;
    this.metrics = metrics;
  }

  /**
   * Result of a report.
   *
   * @param group of the task's fairness key; {@link KeyGroup#NONE} also if the task was not found
   */
  record Answered(Verdict verdict, KeyGroup group) {}

  /**
   * @param mayBeScheduled by the caller, as children
   * @throws dev.atf.store.StoreException if the verdict is not known; repeating is safe
   */
  Answered record(ResultDecision decision, Report report, Predicate<LambdaName> mayBeScheduled) {
    var next = decision.first(report);
    var group = KeyGroup.NONE;
    for (int step = 0; step < STEPS_MAX; step++) {
      if (next instanceof Next.Answer answer) {
        if (answer.verdict() instanceof Verdict.Recorded) {
          metrics.replay("result");
        }
        return new Answered(answer.verdict(), group);
      }
      if (next instanceof Next.Look) {
        var found = associations.find(report.attempt().taskId());
        group = groupOf(found);
        next = decision.from(report, found);
        continue;
      }
      if (next instanceof Next.CreateChildren creation) {
        var written =
            effects.writeChildren(
                report.attempt(), creation.success(), mayBeScheduled, decision.now());
        next = decision.childrenCreated(report, creation, written);
        continue;
      }
      if (next instanceof Next.Join join) {
        var entry = conditions.join(join.task(), join.asked(), mayBeScheduled, decision.now());
        next = decision.joined(report, join, entry);
      }
      if (next instanceof Next.StoreThenWrite large) {
        writes.putResult(report.attempt(), large.result(), large.expiresAt());
        effects.describe(large.task(), large.result(), large.expiresAt());
        next = new Next.Write(large.transition());
      }
      var result = writes.apply(transitionOf(next));
      if (result instanceof TransitionResult.Applied applied) {
        if (applied.after().status() == TaskStatus.SUCCESS) {
          pacings.succeeded(decision.lambda(), decision.now());
        } else if (applied.after().status() == TaskStatus.FATAL_FAILURE
            && !applied.after().header().isCanary()) {
          metrics.deadLetter();
        }
        if (applied.after().status() == TaskStatus.BLOCKED) {
          conditions.joined(applied.after(), decision.now());
        }
        hints.written(applied.after());
        return new Answered(
            new Verdict.Recorded(applied.after().status()), applied.after().header().group());
      }
      var found = ((TransitionResult.Refused) result).found();
      group = groupOf(found);
      next = decision.from(report, found);
    }
    throw new IllegalStateException(
        "no verdict for taskId=" + report.attempt().taskId() + " after " + STEPS_MAX + " steps");
  }

  private static KeyGroup groupOf(Optional<Association> found) {
    return found.map(task -> task.header().group()).orElse(KeyGroup.NONE);
  }

  private static Transition transitionOf(Next next) {
    return ((Next.Write) next).transition();
  }
}
