package dev.atf.plans.periodic;

import dev.atf.model.CollectionName;
import dev.atf.model.LambdaName;
import dev.atf.model.Priority;
import dev.atf.model.TaskId;
import dev.atf.model.check.FieldChecks;
import dev.atf.model.lambda.Canary;
import dev.atf.model.origin.Origin;
import dev.atf.model.task.TaskHeader;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import io.soabase.recordbuilder.core.RecordBuilder;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/**
 * Definition of a periodic task.
 *
 * @param contents entity with the payload and the labels of all its tasks
 * @param lifetime time after which a fire's task fails, from its due time or its creation,
 *     whichever is later
 * @param revision 1 at first; grows by one with each change by its owner
 */
@RecordBuilder
public record PeriodicTask(
    LambdaName lambda,
    PeriodicName name,
    Priority priority,
    @Nullable CollectionName collection,
    Schedule schedule,
    Overlap overlap,
    CatchUp catchUp,
    TaskId contents,
    Duration lifetime,
    long revision)
    implements PeriodicTaskBuilder.With {
  public PeriodicTask {
    new FieldChecks().positive("lifetime", lifetime).end();
  }

  public static PlanId planId(LambdaName lambda, PeriodicName name) {
    return PlanId.of(PlanKind.PERIODIC, lambda, name.value());
  }

  /**
   * Returns the periodic task that creates the canaries of a lambda: with its most urgent priority,
   * one at a time, and without catching up. Lambdas with the same interval have their canaries at
   * different times.
   */
  public static PeriodicTask ofCanaries(
      LambdaName lambda, Priority priority, Canary canary, TaskId contents) {
    var spread =
        Math.floorMod(
            planId(lambda, PeriodicName.CANARY).value().hashCode(), canary.every().toMillis());
    return new PeriodicTask(
        lambda,
        PeriodicName.CANARY,
        priority,
        null,
        Schedule.of(new Interval(canary.every(), Instant.ofEpochMilli(spread))),
        Overlap.SKIP,
        CatchUp.NONE,
        contents,
        canary.deadline(),
        1);
  }

  /** Returns whether this periodic task creates the canaries of its lambda. */
  public boolean isOfCanaries() {
    return name.equals(PeriodicName.CANARY);
  }

  public PlanId planId() {
    return planId(lambda, name);
  }

  public FireTimes fireTimes() {
    return new FireTimes(schedule, planId());
  }

  /** Returns the task of one fire, which is the same for every caller. */
  public TaskId taskOf(Fire fire) {
    return planId().task(fire.member());
  }

  /**
   * Returns the header of the task of one member.
   *
   * @param shards number of shards of the lambda
   * @param keepFor time after the deadline for which the task is kept, so that its fire can be
   *     shown and does not happen again
   */
  public TaskHeader header(
      String member, Instant scheduledAt, int shards, Duration keepFor, Instant now) {
    return header(planId().task(member), member, scheduledAt, shards, keepFor, now);
  }

  /** Returns the header of the task of a backfilled fire, which is marked as backfilled. */
  public TaskHeader backfilled(Fire fire, int shards, Duration keepFor, Instant now) {
    var member = Fire.BACKFILLED + fire.member();
    return header(taskOf(fire), member, fire.dueAt(), shards, keepFor, now);
  }

  private Origin origin(String member) {
    return isOfCanaries()
        ? new Origin(Origin.CANARY, planId().value(), member, contents)
        : PlanKind.PERIODIC.origin(planId(), member, contents);
  }

  private TaskHeader header(
      TaskId id, String member, Instant scheduledAt, int shards, Duration keepFor, Instant now) {
    // The task of a missed fire must not be over before it begins.
    var deadline = (scheduledAt.isBefore(now) ? now : scheduledAt).plus(lifetime);
    return new TaskHeader(
            id,
            lambda,
            priority,
            collection,
            id.shard(shards),
            now,
            scheduledAt,
            deadline,
            deadline.plus(keepFor))
        .withOrigin(origin(member));
  }
}
