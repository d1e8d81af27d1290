package dev.atf.frontend.schedule;

import dev.atf.frontend.notice.OnFinishValidation;
import dev.atf.frontend.resource.ResourceUse;
import dev.atf.model.TaskId;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.task.TaskEntity;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.validation.Violations;
import jakarta.inject.Inject;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import java.util.random.RandomGenerator;

/** Admission of requests: validates one, and takes a token of its lambda's rate. */
final class ScheduleAdmission {
  private final ScheduleQuota quota;
  private final OnFinishValidation notices;
  private final ResourceUse resources;
  private final InstantSource clock;
  private final RandomGenerator random;

  @Inject
  ScheduleAdmission(
      ScheduleQuota quota,
      OnFinishValidation notices,
      ResourceUse resources,
      InstantSource clock,
      RandomGenerator random) {
    this.quota = quota;
    this.notices = notices;
    this.resources = resources;
    this.clock = clock;
    this.random = random;
  }

  /** Decides whether a request may be written; has its resources kept, and writes nothing else. */
  Admission admit(ScheduleRequest request, Destination destination) {
    var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    var chosen = destination.of(request, now);
    if (chosen instanceof Destination.Closed closed) {
      return ScheduleValidation.onlyIfRepeated(request, destination.name(), closed.refusal());
    }
    var target = (Destination.Target) chosen;
    var valid = ScheduleValidation.validate(request, target, TaskId.random(random), now);
    return valid instanceof Admission.Admitted admitted ? admit(request, admitted) : valid;
  }

  private Admission admit(ScheduleRequest request, Admission.Admitted valid) {
    var lambda = valid.lambda();
    var admitted = valid.entity();
    var notice = valid.notice();
    var violations = new Violations();
    if (request.hasOnFinish()) {
      var asking = notices.read(request, admitted, violations);
      if (asking.isEmpty()) {
        return onlyIfRepeated(request, admitted, violations);
      }
      admitted = asking.get().entity();
      notice = Optional.of(asking.get().contents());
    }
    admitted = resources.keep(admitted, violations);
    if (!violations.isEmpty()) {
      return onlyIfRepeated(request, admitted, violations);
    }
    var entity = TraceLabel.keptWith(admitted);
    var refusal = quota.take(lambda);
    if (refusal.isEmpty()) {
      return new Admission.Admitted(lambda, entity, notice);
    }
    return request.hasIdempotencyKey()
        ? new Admission.OnlyIfKnown(lambda, entity, refusal.get())
        : new Admission.Refused(refusal.get());
  }

  private static Admission onlyIfRepeated(
      ScheduleRequest request, TaskEntity entity, Violations violations) {
    return request.hasIdempotencyKey()
        ? new Admission.OnlyIfRepeated(
            new Admission.Key(entity.taskId(), entity.fingerprint()), violations.status())
        : new Admission.Refused(violations.status());
  }

  /** Gives a token back that no task was created for. */
  void giveBack(LambdaDefinition lambda) {
    quota.giveBack(lambda);
  }
}
