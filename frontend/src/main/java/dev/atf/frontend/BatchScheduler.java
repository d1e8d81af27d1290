package dev.atf.frontend;

import dev.atf.model.InvalidFieldException;
import dev.atf.model.LambdaDefinition;
import dev.atf.model.Limits;
import dev.atf.protocol.ProtoTimes;
import dev.atf.protocol.v1.ScheduleBatchRequest;
import dev.atf.protocol.v1.ScheduleBatchResult;
import dev.atf.protocol.v1.ScheduleRequest;
import dev.atf.runtime.CallEnd;
import jakarta.inject.Inject;
import java.util.List;

/**
 * Schedules the tasks of a batch, a few at a time. Each is a Schedule of its own: a bad one, or one
 * that the store failed, does not spoil the others, and two with one key behave as two calls.
 */
final class BatchScheduler {
  private final Scheduler scheduler;
  private final ErrorMapping errors;
  private final WideCalls wide;

  @Inject
  BatchScheduler(Scheduler scheduler, ErrorMapping errors, WideCalls wide) {
    this.scheduler = scheduler;
    this.errors = errors;
    this.wide = wide;
  }

  /**
   * @throws InvalidFieldException if there are none, or more than may be; nothing is stored then
   */
  static void checkSize(ScheduleBatchRequest request) {
    int size = request.getTasksCount();
    if (size < 1 || size > Limits.BATCH_TASKS_MAX) {
      throw new InvalidFieldException("tasks", size + " tasks", "1 to " + Limits.BATCH_TASKS_MAX);
    }
  }

  /** One result for each task, in the order of the tasks. */
  List<ScheduleBatchResult> schedule(List<ScheduleRequest> tasks, LambdaDefinition lambda) {
    // In order, so that the first of them get what the lambda's rate allows.
    var admissions = tasks.stream().map(task -> admit(task, lambda)).toList();
    var end = CallEnd.current();
    return wide.each(admissions, end, admission -> write(admission, lambda, end));
  }

  private Admission admit(ScheduleRequest task, LambdaDefinition lambda) {
    try {
      if (!task.getLambda().isEmpty() && !task.getLambda().equals(lambda.name().value())) {
        throw new InvalidFieldException(
            "lambda", task.getLambda(), "none, or the batch's: " + lambda.name());
      }
      return scheduler.admit(task, lambda);
    } catch (RuntimeException e) {
      return new Admission.Refused(errors.statusOf(e));
    }
  }

  private ScheduleBatchResult write(Admission admission, LambdaDefinition lambda, CallEnd end) {
    try {
      return result(scheduler.write(admission, lambda, end));
    } catch (RuntimeException e) {
      return ScheduleBatchResult.newBuilder().setError(errors.statusOf(e)).build();
    }
  }

  private static ScheduleBatchResult result(Scheduled scheduled) {
    var result = ScheduleBatchResult.newBuilder();
    if (scheduled instanceof Scheduled.Done done) {
      result
          .setTaskId(done.taskId().value())
          .setCreated(done.created())
          .setScheduledAt(ProtoTimes.proto(done.scheduledAt()));
    } else if (scheduled instanceof Scheduled.Refused refused) {
      result.setError(refused.status());
    }
    return result.build();
  }
}
