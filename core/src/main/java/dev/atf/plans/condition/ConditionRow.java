package dev.atf.plans.condition;

import dev.atf.model.LambdaName;
import dev.atf.model.TaskId;
import dev.atf.model.TaskRef;
import dev.atf.model.condition.ConditionName;
import dev.atf.model.task.Association;
import dev.atf.model.task.TaskHeader;
import dev.atf.plans.row.Bytes;
import dev.atf.plans.row.Plan;
import dev.atf.plans.row.PlanId;
import dev.atf.plans.row.PlanKind;
import dev.atf.plans.row.PlanPart;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Row of a condition with its state, either as it was read or as a decision wants it to be. Its
 * parts are the tasks that wait for it. Parts are hints: a part may be missing, or belong to a task
 * that no longer waits.
 *
 * @param plan row, whose bytes are those of the version that was read until the state is written
 *     into them
 * @param state state that replaces these bytes
 */
public record ConditionRow(Plan plan, ConditionState state) {
  /**
   * Time for which the row of a resting condition is kept, which is long enough to investigate an
   * outage afterwards.
   */
  static final Duration KEPT = Duration.ofDays(7);

  /**
   * Additional time for which a part is kept, so that it outlives its task, even if the task ends
   * late.
   */
  private static final Duration PART_KEPT = Duration.ofDays(1);

  private static final int AT_DIGITS = 15;

  public static PlanId id(LambdaName lambda, ConditionName name) {
    return PlanId.of(PlanKind.CONDITION, lambda, name.value());
  }

  public ConditionName name() {
    return new ConditionName(plan.name());
  }

  /** Returns the task of the current tester, whose id no earlier closing has used. */
  public TaskId testerTask() {
    return plan.id().task(testerMember());
  }

  /** Returns the identity of the current tester within the condition. */
  public String testerMember() {
    return testerMember(state.testers());
  }

  /** Returns the tasks of the latest testers of this closing, the current one first. */
  public List<TaskId> latestTesters(int max) {
    return IntStream.iterate(state.testers(), number -> number > 0, number -> number - 1)
        .limit(max)
        .mapToObj(number -> plan.id().task(testerMember(number)))
        .toList();
  }

  private String testerMember(int number) {
    return "test/" + state.closedAt().toEpochMilli() + "/" + number;
  }

  /** Returns the entity that holds the payload of the testers of a closing. */
  public static TaskId contents(PlanId id, Instant closedAt) {
    return id.task("tester/" + closedAt.toEpochMilli());
  }

  /**
   * Returns whether no task has to wait for the condition, because it is clear and has released all
   * tasks.
   */
  public boolean rests() {
    return state.phase() == ConditionPhase.CLEAR && plan.alarmAt() == null;
  }

  /**
   * Returns whether a task of the lambda must not start because the lambda is held. The lambda is
   * held until the condition rests, so that tasks that never started are also released on the ramp.
   */
  public boolean holdsBack(TaskRef ref) {
    return state.holdsLambda() && !rests() && !state.isTrial(ref);
  }

  /** Returns the part for a waiting task. Parts with an earlier time come first. */
  public static PlanPart part(PlanId id, TaskHeader task) {
    var at = Long.toString(Math.max(0, task.scheduledAt().toEpochMilli()));
    var name = "0".repeat(Math.max(0, AT_DIGITS - at.length())) + at + '-' + task.taskId();
    return new PlanPart(id, name, Bytes.EMPTY, task.deadline().plus(PART_KEPT));
  }

  /** Returns the task of a part. */
  public static TaskId task(PlanPart part) {
    return new TaskId(part.name().substring(AT_DIGITS + 1));
  }

  /** Returns whether a task waits for this condition. */
  public boolean blocks(Association task) {
    return task.isBlockedOn(name());
  }

  /**
   * Returns the next version after the tasks were released, regardless of the tests.
   *
   * @param by person or event that released them
   */
  public ConditionRow released(String by, Instant now) {
    return next(state.cleared(by, now), now);
  }

  /** Returns the next version, in which the next test is due now. */
  public ConditionRow testedAt(Instant now) {
    return next(state, now);
  }

  ConditionRow next(ConditionState newState, @Nullable Instant alarmAt) {
    return new ConditionRow(
        plan.next(plan.state(), alarmAt).withListed(true).withExpiresAt(null), newState);
  }

  ConditionRow resting(Instant now) {
    return new ConditionRow(next(state, null).plan().withExpiresAt(now.plus(KEPT)), state);
  }

  /** Returns the alarm of a row that does not rest. */
  Instant alarmAt() {
    return Objects.requireNonNull(plan.alarmAt());
  }
}
