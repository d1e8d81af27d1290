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
    if (request.hasOnFinish()) {
      var violations = new Violations();
      var asking = notices.read(request, admitted, violations);
      if (asking.isEmpty()) {
        var key = new Admission.Key(admitted.taskId(), admitted.fingerprint());
        return request.hasIdempotencyKey()
            ? new Admission.OnlyIfRepeated(key, violations.status())
            : new Admission.Refused(violations.status());
      }
      admitted = asking.get().entity();
      notice = Optional.of(asking.get().contents());
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

  /** Gives a token back that no task was created for. */
  void giveBack(LambdaDefinition lambda) {
    quota.giveBack(lambda);
  }
}
