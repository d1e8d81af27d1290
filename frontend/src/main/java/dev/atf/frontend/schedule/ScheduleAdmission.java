package dev.atf.frontend.schedule;

import dev.atf.frontend.notice.OnFinishValidation;
import dev.atf.model.TaskId;
import dev.atf.model.lambda.LambdaDefinition;
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
  private final InstantSource clock;
  private final RandomGenerator random;

  @Inject
  ScheduleAdmission(
      ScheduleQuota quota,
      OnFinishValidation notices,
      InstantSource clock,
      RandomGenerator random) {
    this.quota = quota;
    this.notices = notices;
    this.clock = clock;
    this.random = random;
  }

  /** Decides whether a request may be written; writes nothing. */
  Admission admit(ScheduleRequest request, LambdaDefinition lambda) {
    var now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
    var valid = ScheduleValidation.validate(request, lambda, TaskId.random(random), now);
    if (!(valid instanceof Admission.Admitted admitted)) {
      return valid;
    }
    if (request.hasOnFinish()) {
      var violations = new Violations();
      var asking = notices.read(request, admitted.entity(), violations);
      if (asking.isEmpty()) {
        var entity = admitted.entity();
        var key = new Admission.Key(entity.taskId(), entity.fingerprint());
        return request.hasIdempotencyKey()
            ? new Admission.OnlyIfRepeated(key, violations.status())
            : new Admission.Refused(violations.status());
      }
      admitted =
          new Admission.Admitted(asking.get().entity(), Optional.of(asking.get().contents()));
    }
    var entity = TraceLabel.keptWith(admitted.entity());
    var refusal = quota.take(lambda);
    if (refusal.isEmpty()) {
      return new Admission.Admitted(entity, admitted.notice());
    }
    return request.hasIdempotencyKey()
        ? new Admission.OnlyIfKnown(entity, refusal.get())
        : new Admission.Refused(refusal.get());
  }

  /** Gives a token back that no task was created for. */
  void giveBack(LambdaDefinition lambda) {
    quota.giveBack(lambda);
  }
}
