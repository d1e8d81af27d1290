package dev.atf.validation;

import com.google.protobuf.Timestamp;
import dev.atf.model.check.Limits;
import dev.atf.model.lambda.LambdaDefinition;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.v1.ScheduleRequest;
import java.time.Duration;
import java.time.Instant;

/**
 * Earliest start and deadline of a requested task.
 *
 * @param scheduledAt time of the task, at or after {@code now} of the request
 * @param deadline the client's deadline or the end of the lambda's maximum lifetime, whichever is
 *     first
 */
public record ScheduleTimes(Instant scheduledAt, Instant deadline) {

  /** Reads the times. If violations are added, the times are meaningless. */
  public static ScheduleTimes of(
      ScheduleRequest request, LambdaDefinition lambda, Instant now, Violations violations) {
    var scheduledAt = scheduledAt(request, now, violations);
    var end = scheduledAt.plus(lambda.maxLifetime());
    if (!request.hasDeadline()) {
      return new ScheduleTimes(scheduledAt, end);
    }
    var deadline =
        violations.parse(() -> CheckedTimes.instant("deadline", request.getDeadline()), end);
    if (!deadline.isAfter(scheduledAt)) {
      violations.add("deadline", deadline, "after the task's time, " + scheduledAt);
    }
    return new ScheduleTimes(scheduledAt, deadline.isBefore(end) ? deadline : end);
  }

  private static Instant scheduledAt(ScheduleRequest request, Instant now, Violations violations) {
    if (request.hasScheduledAt() && request.hasDelay()) {
      violations.add("delay", "given together with scheduledAt", "scheduledAt or delay, not both");
      return now;
    }
    if (request.hasDelay()) {
      return now.plusMillis(delay(request, violations).toMillis());
    }
    if (!request.hasScheduledAt()) {
      return now;
    }
    return notBefore(now, request.getScheduledAt(), violations);
  }

  /** Returns the requested time, or {@code now} if the requested time is in the past. */
  public static Instant notBefore(Instant now, Timestamp scheduledAt, Violations violations) {
    var asked = violations.parse(() -> CheckedTimes.instant("scheduledAt", scheduledAt), now);
    if (asked.isBefore(now.minus(Limits.SCHEDULE_BEHIND_MAX))) {
      violations.add(
          ErrorReason.TIME_TOO_OLD,
          "scheduledAt",
          asked,
          "at most 24 hours before the server's time, " + now);
      return now;
    }
    if (asked.isAfter(now.plus(Limits.SCHEDULE_AHEAD_MAX))) {
      violations.add("scheduledAt", asked, "at most 365 days after the server's time, " + now);
      return now;
    }
    return asked.isBefore(now) ? now : asked;
  }

  private static Duration delay(ScheduleRequest request, Violations violations) {
    var delay =
        violations.parse(() -> CheckedTimes.duration("delay", request.getDelay()), Duration.ZERO);
    if (delay.isNegative() || delay.compareTo(Limits.SCHEDULE_AHEAD_MAX) > 0) {
      violations.add("delay", delay, "0 to 365 days");
      return Duration.ZERO;
    }
    return delay;
  }
}
