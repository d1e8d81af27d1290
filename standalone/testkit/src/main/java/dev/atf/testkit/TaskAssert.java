package dev.atf.testkit;

import dev.atf.client.TaskSnapshot;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.Task;
import dev.atf.protocol.v1.TaskStatus;
import java.time.Instant;
import java.util.EnumSet;
import java.util.Set;
import org.assertj.core.api.AbstractAssert;
import org.assertj.core.api.Assertions;
import org.jspecify.annotations.Nullable;

/** Assertions on a task in the state in which it was read. */
public final class TaskAssert extends AbstractAssert<TaskAssert, TaskSnapshot> {
  TaskAssert(TaskSnapshot actual) {
    super(actual, TaskAssert.class);
  }

  /** Asserts that the task has not run yet, or waits for its next attempt. */
  public TaskAssert isWaiting() {
    return hasStatus(EnumSet.of(TaskStatus.NEW, TaskStatus.ENQUEUED, TaskStatus.RETRIABLE_FAILURE));
  }

  public TaskAssert hasSucceeded() {
    return hasStatus(EnumSet.of(TaskStatus.SUCCESS));
  }

  public TaskAssert isCancelled() {
    return hasStatus(EnumSet.of(TaskStatus.CANCELLED));
  }

  /** Asserts that the task is a dead letter. */
  public TaskAssert isDead() {
    return hasStatus(EnumSet.of(TaskStatus.FATAL_FAILURE));
  }

  /** Asserts the failure code of the task, or of its last attempt. */
  public TaskAssert hasFailureCode(String code) {
    return has("failure code", code, task().getFailure().getCode());
  }

  /** Asserts the earliest start of the task. */
  public TaskAssert isScheduledAt(Instant time) {
    return has("time", time, ProtoTimes.java(task().getScheduledAt()));
  }

  /** Asserts the number of attempts that were started. */
  public TaskAssert hasAttempts(int attempts) {
    return has("attempts", attempts, task().getAttempt());
  }

  public TaskAssert hasPriority(String priority) {
    return has("priority", priority, task().getPriority());
  }

  public TaskAssert hasCollection(String collection) {
    return has("collection", collection, task().getCollection());
  }

  public TaskAssert hasLabel(String name, String value) {
    return has("label " + name, value, task().getLabelsMap().get(name));
  }

  /** Asserts that the payload, read as the type of the argument, equals the argument. */
  public TaskAssert hasPayload(Object payload) {
    return has("payload", payload, actual.payloadAs(payload.getClass()));
  }

  /**
   * Asserts that the task has succeeded, and that its result, read as the type of the argument,
   * equals the argument.
   */
  public TaskAssert hasResult(Object result) {
    hasSucceeded();
    return has("result", result, actual.resultAs(result.getClass()));
  }

  private Task task() {
    isNotNull();
    return actual.task();
  }

  private TaskAssert hasStatus(Set<TaskStatus> expected) {
    if (!expected.contains(task().getStatus())) {
      var failure = task().getFailure();
      failWithMessage(
          "task %s of %s is %s (expected: %s)%s",
          actual.taskId(),
          task().getLambda(),
          task().getStatus(),
          expected,
          task().hasFailure()
              ? "\n" + failure.getCode() + ": " + failure.getMessage() + "\n" + failure.getDetails()
              : "");
    }
    return this;
  }

  private TaskAssert has(String what, Object expected, @Nullable Object found) {
    Assertions.assertThat(found)
        .as("%s of task %s of %s", what, actual.taskId(), task().getLambda())
        .isEqualTo(expected);
    return this;
  }
}
