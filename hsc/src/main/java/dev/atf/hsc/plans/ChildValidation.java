package dev.atf.hsc.plans;

import dev.atf.hsc.call.Digests;
import dev.atf.model.Attempt;
import dev.atf.model.LambdaName;
import dev.atf.model.Payload;
import dev.atf.model.TaskRef;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.task.Join;
import dev.atf.model.task.Parent;
import dev.atf.model.task.TaskEntity;
import dev.atf.model.task.TaskHeader;
import dev.atf.plans.job.JobContents;
import dev.atf.plans.job.JobEntities;
import dev.atf.plans.job.JoinJob;
import dev.atf.plans.job.definition.FailurePolicy.Then;
import dev.atf.plans.job.definition.JobDefinition;
import dev.atf.plans.job.definition.WorkKind;
import dev.atf.plans.row.PlanPart;
import dev.atf.protocol.v1.AttemptResult.Success;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.protocol.v1.ScheduleRequest.PayloadCase;
import dev.atf.store.plans.JobSteps;
import dev.atf.validation.FileRules;
import dev.atf.validation.ScheduleRules;
import dev.atf.validation.ScheduleTimes;
import dev.atf.validation.Violations;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Validates the tasks that a handler has scheduled by the rules of Schedule, and converts them to
 * entities. Converts children that a task waits for to a job.
 *
 * @param lambdas finds a lambda that the reporter may schedule, even if it is closing
 * @param now current time in whole milliseconds
 */
record ChildValidation(Function<LambdaName, Optional<LambdaDefinition>> lambdas, Instant now) {
  /**
   * Valid request of children that a task waits for.
   *
   * @param contents entities of the children, followed by the entity of that task
   * @param parts parts of the definition of their job
   */
  record Draft(Join join, List<TaskEntity> contents, List<PlanPart> parts) {}

  /** Result of the validation of a join. */
  sealed interface Result {
    record Good(Draft draft) implements Result {}

    /** A child is invalid. */
    record Bad(String why) implements Result {}
  }

  /**
   * Returns the entity of a child; empty if the child is invalid, with the reasons in {@code
   * violations}.
   */
  Optional<TaskEntity> entity(Parent parent, ScheduleRequest child, Violations violations) {
    var lambda =
        violations.parse(
            () -> lambdas.apply(new LambdaName(child.getLambda())),
            Optional.<LambdaDefinition>empty());
    if (lambda.isEmpty()) {
      if (violations.isEmpty()) {
        violations.add(
            "lambda",
            child.getLambda(),
            "a lambda that is there, and that its caller may schedule");
      }
      return Optional.empty();
    }
    var entity = entity(parent, child, lambda.get(), violations);
    return violations.isEmpty() ? Optional.of(entity) : Optional.empty();
  }

  private TaskEntity entity(
      Parent parent, ScheduleRequest child, LambdaDefinition lambda, Violations violations) {
    if (lambda.closedAt() != null) {
      violations.add("lambda", lambda.name(), "one that takes new tasks: it is being deleted");
    }
    if (child.hasIdempotencyKey()) {
      violations.add("idempotencyKey", child.getIdempotencyKey(), "none");
    }
    if (child.hasOnFinish()) {
      violations.add("onFinish", "given", "none: a subscription reports the ends of children");
    }
    FileRules.none(child, "none: children have no files", violations);
    var key = ScheduleRules.orderingKey(child.getOrderingKey(), violations);
    if (child.getPayloadCase() == PayloadCase.JSON) {
      violations.add("json", "given", "the payload as data");
    }
    var data = child.getData().toByteArray();
    ScheduleRules.payloadSize("data", data.length, lambda, violations);
    ScheduleRules.contentType(child.getContentType(), violations);
    ScheduleRules.labels(child.getLabelsMap(), violations);
    var times = ScheduleTimes.of(child, lambda, now, violations);
    var taskId = parent.childId();
    var expiresAt = times.deadline().plus(lambda.retention());
    var header =
        new TaskHeader(
            taskId,
            lambda.name(),
            ScheduleRules.priority(child.getPriority(), lambda, violations),
            ScheduleRules.collection(child.getCollection(), violations),
            taskId.shard(lambda.shards()),
            now,
            times.scheduledAt(),
            times.deadline(),
            // Its key must be remembered for that much longer.
            key.map(k -> expiresAt.plus(ScheduleRules.KEPT_BEYOND_ENTITY)).orElse(null),
            key.map(k -> k.origin(taskId, lambda.name())).orElse(null),
            null,
            null,
            ScheduleRules.fairnessKey(child.getFairnessKey(), lambda, violations),
            null);
    return new TaskEntity(
        header,
        new Payload(data, contentType(child)),
        child.getLabelsMap(),
        Digests.of(child),
        expiresAt);
  }

  private static String contentType(ScheduleRequest child) {
    return child.getContentType().isEmpty() && child.hasData()
        ? ScheduleRules.BYTES_TYPE
        : child.getContentType();
  }

  /**
   * Validates children that a task waits for.
   *
   * @param number index among the joins of the attempt, from 0
   */
  Result join(Attempt attempt, int number, Success.Join asked) {
    var members = new ArrayList<>(asked.getChildrenList());
    members.add(asked.getThen());
    var checked = new ArrayList<TaskEntity>();
    for (int place = 0; place < members.size(); place++) {
      var member = members.get(place);
      var violations = new Violations();
      isStep(member, violations);
      entity(new Parent(attempt.taskId(), attempt.epoch(), place), member, violations)
          .ifPresent(checked::add);
      if (!violations.isEmpty()) {
        var which = place == members.size() - 1 ? JoinJob.LAST : "child " + place;
        return new Result.Bad("join %d: %s: %s".formatted(number, which, violations.all()));
      }
    }
    if (asked.getOnFailure() == Success.OnFailure.UNRECOGNIZED) {
      return new Result.Bad(
          "join %d: onFailure: %d (expected: STOP, CONTINUE or HOLD)"
              .formatted(number, asked.getOnFailureValue()));
    }
    return new Result.Good(draft(attempt, number, asked, members, checked));
  }

  private Draft draft(
      Attempt attempt,
      int number,
      Success.Join asked,
      List<ScheduleRequest> members,
      List<TaskEntity> checked) {
    var works =
        checked.stream()
            .map(TaskEntity::header)
            .map(task -> new WorkKind(task.lambda(), task.priority(), task.collection()))
            .toList();
    var parent = new TaskRef(attempt.taskId(), attempt.epoch());
    var definition = JoinJob.definition(parent, number, works, then(asked));
    var whole = Digests.of(asked);
    var contents = new ArrayList<TaskEntity>();
    for (int place = 0; place < checked.size(); place++) {
      var task = checked.get(place);
      var id = JobContents.payload(definition.id(), place, "");
      // The last member identifies the join: if it exists, all members before it are stored.
      var fingerprint = place == checked.size() - 1 ? whole : Digests.of(members.get(place));
      contents.add(
          JobEntities.of(id, lambda(task), task.payload(), now)
              .with()
              .labels(task.labels())
              .fingerprint(fingerprint)
              .build());
    }
    var keptUntil = now.plus(JobDefinition.KEPT);
    return new Draft(
        new Join(
            number,
            definition.lambda(),
            lambda(checked.get(0)).shards(),
            definition.steps().size(),
            whole,
            now),
        contents,
        JobSteps.write(definition.id(), definition, keptUntil));
  }

  private LambdaDefinition lambda(TaskEntity checked) {
    return lambdas.apply(checked.header().lambda()).orElseThrow();
  }

  /** Checks the rules for a task that a job will create. */
  private static void isStep(ScheduleRequest member, Violations violations) {
    var none = "none: it is a step of a job";
    if (member.hasScheduledAt() || member.hasDelay()) {
      violations.add("scheduledAt", "given", none);
    }
    if (member.hasDeadline()) {
      violations.add("deadline", "given", none);
    }
    if (!member.getOrderingKey().isEmpty()) {
      violations.add("orderingKey", member.getOrderingKey(), none);
    }
    if (!member.getFairnessKey().isEmpty()) {
      violations.add("fairnessKey", member.getFairnessKey(), none);
    }
  }

  private static Then then(Success.Join asked) {
    return switch (asked.getOnFailure()) {
      case CONTINUE -> Then.CONTINUE;
      case HOLD -> Then.HOLD;
      case STOP, UNRECOGNIZED -> Then.FAIL;
    };
  }
}
