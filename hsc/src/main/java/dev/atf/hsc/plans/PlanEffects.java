package dev.atf.hsc.plans;

import dev.atf.hsc.call.RetryingWrites;
import dev.atf.hsc.claim.SuccessEffects;
import dev.atf.hsc.lambda.EffectiveLambda;
import dev.atf.hsc.lambda.Lambdas;
import dev.atf.model.Attempt;
import dev.atf.model.FrameworkFailure;
import dev.atf.model.LambdaName;
import dev.atf.model.Payload;
import dev.atf.model.check.Limits;
import dev.atf.model.task.Association;
import dev.atf.model.task.Children;
import dev.atf.model.task.Parent;
import dev.atf.model.task.TaskEntity;
import dev.atf.model.task.TaskHeader;
import dev.atf.plans.job.JobMember;
import dev.atf.plans.job.definition.JsonItems;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import dev.atf.plans.row.PlanPart;
import dev.atf.protocol.v1.AttemptResult.Success;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.store.codec.ChildrenCodec;
import dev.atf.store.plans.JobSteps;
import dev.atf.store.plans.Plans;
import dev.atf.validation.Violations;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Writes the children of a success. For a large result, also writes the number of its items,
 * because the supervisor cannot read results and a later step of its job may have to fan out over
 * the items.
 */
final class PlanEffects implements SuccessEffects {
  private final Lambdas lambdas;
  private final RetryingWrites writes;
  private final Plans plans;

  @Inject
  PlanEffects(Lambdas lambdas, RetryingWrites writes, Plans plans) {
    this.lambdas = lambdas;
    this.writes = writes;
    this.plans = plans;
  }

  @Override
  public void describe(Association task, Payload result, Instant expiresAt) {
    var origin = task.header().origin();
    if (origin == null || !PlanKind.JOB.isKindOf(origin)) {
      return;
    }
    var member = JobMember.parse(origin.member());
    JsonItems.of(result.bytes())
        .map(items -> JobSteps.count(PlanId.of(origin), member, items.size(), expiresAt))
        .ifPresent(this::putPart);
  }

  /** Writes a part of a plan. If the part is already stored, it has the same content. */
  private void putPart(PlanPart part) {
    boolean unused = writes.retryUntilKnown(() -> plans.putPart(part));
  }

  @Override
  public Written writeChildren(
      Attempt attempt, Success success, Predicate<LambdaName> mayBeScheduled, Instant now) {
    long count = SuccessEffects.children(success).count();
    if (count > Limits.CHILDREN_MAX) {
      return refused(count + " children (expected: at most " + Limits.CHILDREN_MAX + ")");
    }
    long bytes =
        SuccessEffects.children(success).mapToLong(ScheduleRequest::getSerializedSize).sum();
    if (bytes > Limits.CHILDREN_BYTES_MAX) {
      return refused(
          "children of " + bytes + " bytes (expected: at most " + Limits.CHILDREN_BYTES_MAX + ")");
    }
    var validation =
        new ChildValidation(
            name ->
                mayBeScheduled.test(name)
                    ? lambdas.find(name).map(EffectiveLambda::definition)
                    : Optional.empty(),
            now);
    var entities = new ArrayList<TaskEntity>();
    for (int number = 0; number < success.getChildrenCount(); number++) {
      var violations = new Violations();
      validation
          .entity(parent(attempt, number), success.getChildren(number), violations)
          .ifPresent(entities::add);
      if (!violations.isEmpty()) {
        return refused("child " + number + ": " + violations.all());
      }
    }
    var joins = new ArrayList<ChildValidation.Draft>();
    for (int number = 0; number < success.getJoinsCount(); number++) {
      var join = validation.join(attempt, number, success.getJoins(number));
      if (join instanceof ChildValidation.Result.Bad bad) {
        return refused(bad.why());
      }
      joins.add(((ChildValidation.Result.Good) join).draft());
    }
    return put(attempt, entities, joins);
  }

  private Written put(
      Attempt attempt, List<TaskEntity> entities, List<ChildValidation.Draft> drafts) {
    var outbox = new ArrayList<TaskHeader>();
    for (int number = 0; number < entities.size(); number++) {
      var parent = parent(attempt, number);
      outbox.add(entities.get(number).header().withParent(parent));
    }
    var joins = drafts.stream().map(ChildValidation.Draft::join).toList();
    int bytes =
        ChildrenCodec.write(outbox).getSerializedSize()
            + ChildrenCodec.writeJoins(joins).getSerializedSize();
    if (bytes > Limits.OUTBOX_BYTES_MAX) {
      return refused(
          "children of too many kinds: %d bytes to name them (expected: at most %d)"
              .formatted(bytes, Limits.OUTBOX_BYTES_MAX));
    }
    for (int number = 0; number < entities.size(); number++) {
      var stands = put(entities.get(number));
      if (stands.isEmpty()) {
        return new Written.Contradicted();
      }
      var origin = outbox.get(number).origin();
      var header = stands.get().header().withParent(parent(attempt, number));
      // An entity does not name its plan.
      outbox.set(number, origin == null ? header : header.withOrigin(origin));
    }
    for (var draft : drafts) {
      for (var entity : draft.contents()) {
        if (put(entity).isEmpty()) {
          return new Written.Contradicted();
        }
      }
      draft.parts().forEach(this::putPart);
    }
    return new Written.Ready(Children.toCreate(outbox, joins));
  }

  /** Stores an entity and returns the stored one; empty if another report has written it. */
  private Optional<TaskEntity> put(TaskEntity entity) {
    return Optional.of(writes.putEntity(entity))
        .filter(stands -> stands.fingerprint().equals(entity.fingerprint()));
  }

  private static Parent parent(Attempt attempt, int number) {
    return new Parent(attempt.taskId(), attempt.epoch(), number);
  }

  private static Written refused(String why) {
    return new Written.Refused(FrameworkFailure.CHILD_REFUSED.because(why));
  }
}
