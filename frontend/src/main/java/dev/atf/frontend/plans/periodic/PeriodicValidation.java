package dev.atf.frontend.plans.periodic;

import dev.atf.frontend.schedule.ScheduleValidation;
import dev.atf.model.TaskId;
import dev.atf.model.check.InvalidFieldException;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.model.task.TaskEntity;
import dev.atf.plans.periodic.CatchUp;
import dev.atf.plans.periodic.Cron;
import dev.atf.plans.periodic.Interval;
import dev.atf.plans.periodic.Overlap;
import dev.atf.plans.periodic.PeriodicName;
import dev.atf.plans.periodic.PeriodicTask;
import dev.atf.plans.periodic.Recurrence;
import dev.atf.plans.periodic.Schedule;
import dev.atf.protocol.v1.PeriodicCatchUp;
import dev.atf.protocol.v1.PeriodicSchedule;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.validation.CheckedTimes;
import dev.atf.validation.Violations;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Turns a requested periodic task into a definition, or reports all violations. */
final class PeriodicValidation {
  /**
   * Placeholder for a recurrence that cannot be parsed, while the search for violations continues.
   */
  private static final Recurrence ANY = new Interval(Duration.ofDays(1), Instant.EPOCH);

  private static final PeriodicName NO_NAME = new PeriodicName("none");

  private PeriodicValidation() {}

  /**
   * Requested periodic task after all checks.
   *
   * @param task periodic task at revision 1
   * @param contents entity with the contents of its tasks
   */
  record Definition(PeriodicTask task, TaskEntity contents) {}

  /**
   * Validates a request.
   *
   * @param contentsId id of new contents
   * @param now current time in whole milliseconds
   * @throws io.grpc.StatusRuntimeException with all violations
   */
  static Definition validate(
      dev.atf.protocol.v1.PeriodicTask wanted,
      LambdaDefinition lambda,
      TaskId contentsId,
      Instant now) {
    var violations = new Violations();
    var contents =
        ScheduleValidation.contents(payload(wanted), lambda, contentsId, now, violations);
    var name = violations.parse(() -> changeable(wanted.getName()), NO_NAME);
    var schedule = schedule(wanted.getSchedule(), violations);
    var catchUp = violations.parse(() -> catchUp(wanted.getCatchUp()), CatchUp.LATEST);
    var overlap = overlap(wanted, violations);
    var lifetime = lifetime(wanted, lambda, violations);
    violations.refuse();
    var task =
        new PeriodicTask(
            lambda.name(),
            name,
            contents.header().priority(),
            contents.header().collection(),
            schedule,
            overlap,
            catchUp,
            contentsId,
            lifetime,
            1);
    return new Definition(task, contents);
  }

  /**
   * Reads the name of a periodic task that callers may change.
   *
   * @throws InvalidFieldException also if it is the name of the lambda's canaries
   */
  static PeriodicName changeable(String text) {
    var name = new PeriodicName(text);
    if (name.equals(PeriodicName.CANARY)) {
      throw new InvalidFieldException(
          "name", text, "another one: RegisterLambda changes the canaries of a lambda");
    }
    return name;
  }

  /** Reads a schedule. If {@code violations} were added, the result is meaningless. */
  static Schedule schedule(PeriodicSchedule wanted, Violations violations) {
    var recurrence = violations.parse(() -> recurrence(wanted, violations), ANY);
    @Nullable Instant startAt =
        wanted.hasStartAt()
            ? violations.parse(
                () -> CheckedTimes.instant("schedule.startAt", wanted.getStartAt()), Instant.EPOCH)
            : null;
    @Nullable Instant until =
        wanted.hasUntil()
            ? violations.parse(
                () -> CheckedTimes.instant("schedule.until", wanted.getUntil()), TaskEntity.NEVER)
            : null;
    var jitter =
        violations.parse(
            () -> CheckedTimes.duration("schedule.jitter", wanted.getJitter()), Duration.ZERO);
    return violations.parse(
        () -> new Schedule(recurrence, startAt, until, jitter), Schedule.of(recurrence));
  }

  private static Recurrence recurrence(PeriodicSchedule wanted, Violations violations) {
    if (wanted.getCron().isEmpty() == !wanted.hasEvery()) {
      violations.add(
          "schedule",
          wanted.hasEvery() ? "cron and every" : "neither cron nor every",
          "one of the two");
      return ANY;
    }
    if (wanted.hasEvery()) {
      if (!wanted.getTimeZone().isEmpty()) {
        violations.add("schedule.timeZone", wanted.getTimeZone(), "none together with every");
      }
      return new Interval(
          CheckedTimes.duration("schedule.every", wanted.getEvery()),
          wanted.hasAnchor()
              ? CheckedTimes.instant("schedule.anchor", wanted.getAnchor())
              : Instant.EPOCH);
    }
    if (wanted.hasAnchor()) {
      violations.add("schedule.anchor", "given", "none together with cron");
    }
    var zone = wanted.getTimeZone().isEmpty() ? "UTC" : wanted.getTimeZone();
    return Cron.of(wanted.getCron(), zone);
  }

  private static CatchUp catchUp(PeriodicCatchUp wanted) {
    return switch (wanted.getMode()) {
      case NONE -> CatchUp.NONE;
      case MODE_UNSPECIFIED, LATEST -> CatchUp.LATEST;
      case ALL -> CatchUp.all(wanted.getMax() == 0 ? CatchUp.FIRES_MAX : wanted.getMax());
      case UNRECOGNIZED ->
          throw new InvalidFieldException(
              "catchUp.mode", wanted.getModeValue(), "NONE, LATEST or ALL");
    };
  }

  private static Overlap overlap(dev.atf.protocol.v1.PeriodicTask wanted, Violations violations) {
    return switch (wanted.getOverlap()) {
      case OVERLAP_UNSPECIFIED, SKIP -> Overlap.SKIP;
      case QUEUE_ONE -> Overlap.QUEUE_ONE;
      case ALLOW -> Overlap.ALLOW;
      case UNRECOGNIZED -> {
        violations.add("overlap", wanted.getOverlapValue(), "SKIP, QUEUE_ONE or ALLOW");
        yield Overlap.SKIP;
      }
    };
  }

  private static Duration lifetime(
      dev.atf.protocol.v1.PeriodicTask wanted, LambdaDefinition lambda, Violations violations) {
    var most = lambda.maxLifetime();
    if (!wanted.hasLifetime()) {
      return most;
    }
    var lifetime =
        violations.parse(() -> CheckedTimes.duration("lifetime", wanted.getLifetime()), most);
    if (lifetime.toMillis() < 1 || lifetime.compareTo(most) > 0) {
      violations.add(
          "lifetime", lifetime, "more than 0s, at most the lambda's maxLifetime, " + most);
    }
    return lifetime;
  }

  private static ScheduleRequest payload(dev.atf.protocol.v1.PeriodicTask wanted) {
    var request =
        ScheduleRequest.newBuilder()
            .setLambda(wanted.getLambda())
            .setContentType(wanted.getContentType())
            .setPriority(wanted.getPriority())
            .setCollection(wanted.getCollection())
            .putAllLabels(wanted.getLabelsMap());
    switch (wanted.getPayloadCase()) {
      case JSON -> request.setJson(wanted.getJson());
      case DATA -> request.setData(wanted.getData());
      case PAYLOAD_NOT_SET -> {
        // There is no payload.
      }
    }
    return request.build();
  }
}
