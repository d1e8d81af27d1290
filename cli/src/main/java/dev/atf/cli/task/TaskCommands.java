package dev.atf.cli.task;

import static dev.atf.cli.access.Argument.option;
import static dev.atf.cli.task.TaskArguments.REASON;
import static dev.atf.cli.task.TaskArguments.TASK;
import static dev.atf.cli.task.TaskArguments.WHEN;

import dev.atf.cli.access.CallCommand;
import dev.atf.cli.access.Repetition;
import dev.atf.local.ApiConnection;
import dev.atf.protocol.v1.CancelTaskRequest;
import dev.atf.protocol.v1.CancelTaskResponse;
import dev.atf.protocol.v1.ExplainTaskRequest;
import dev.atf.protocol.v1.ExplainTaskResponse;
import dev.atf.protocol.v1.GetTaskRequest;
import dev.atf.protocol.v1.KillAttemptRequest;
import dev.atf.protocol.v1.KillAttemptResponse;
import dev.atf.protocol.v1.RescheduleTaskRequest;
import dev.atf.protocol.v1.RunTaskNowRequest;
import dev.atf.protocol.v1.Task;
import dev.atf.protocol.v1.TaskServiceGrpc;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Commands about one task that have few options. */
public final class TaskCommands {
  private TaskCommands() {}

  /** {@code atf get}: shows one task. */
  @Command(name = "get", description = "Show a task: its state, payload, result or failure.")
  public static final class Get extends OneTaskCommand {
    @Mixin private Repetition repetition;
    @Mixin private WaitOptions wait;

    @Override
    public Integer call() {
      if (!wait.asked()) {
        return repetition.run(api, connection -> show(read(connection)));
      }
      try (var connection = api.connect()) {
        // This call also precedes a wait, so that an absent server is reported immediately.
        var unused = read(connection);
        return TaskOutput.printFinished(
            api, TaskWait.untilFinished(connection, taskId, wait.timeout()));
      }
    }

    private Task read(ApiConnection connection) {
      return connection.tasks().getTask(GetTaskRequest.newBuilder().setTaskId(taskId).build());
    }

    /** Prints the task; returns whether it may still change. */
    private boolean show(Task task) {
      TaskOutput.print(api, task);
      return !TaskWait.isFinished(task.getStatus());
    }
  }

  /** {@code atf explain}: shows why a task does not run or has not finished. */
  @Command(name = "explain", description = "Explain why a task is not running, or not finished.")
  public static final class Explain extends OneTaskCommand {
    @Mixin private Repetition repetition;

    @Override
    public Integer call() {
      return repetition.run(api, this::show);
    }

    private boolean show(ApiConnection connection) {
      var answer =
          connection.tasks().explainTask(ExplainTaskRequest.newBuilder().setTaskId(taskId).build());
      api.print(answer, this::print);
      return !TaskWait.isFinished(answer.getStatus());
    }

    private void print(ExplainTaskResponse answer) {
      ExplanationLines.print(answer.getSummary(), answer.getReasonsList(), api.out());
    }
  }

  /** {@code atf cancel}: ends a pending task, or asks a running one to stop. */
  @Command(
      name = "cancel",
      description =
          "Cancel a task: a waiting task ends immediately, a running one is asked to stop.")
  public static final class Cancel extends CallCommand<CancelTaskRequest, CancelTaskResponse> {
    Cancel() {
      super(TaskServiceGrpc::getCancelTaskMethod, List.of(TASK, REASON));
    }

    @Override
    public Integer call() {
      return printAnswer(
          (request, answer) ->
              api.out()
                  .printf(
                      "%s is %s%s%n",
                      request.getTaskId(),
                      answer.getStatus(),
                      answer.getCancelRequested() ? "; its executor was asked to stop" : ""));
    }
  }

  /** {@code atf kill}: kills the running attempt of a task, which its retry policy then handles. */
  @Command(
      name = "kill",
      description = "Kill the running attempt of a task, which continues as after any failure.")
  public static final class Kill extends CallCommand<KillAttemptRequest, KillAttemptResponse> {
    Kill() {
      super(
          TaskServiceGrpc::getKillAttemptMethod,
          List.of(
              TASK,
              option("--epoch=N", "Only the attempt of this epoch (default: the running one).")
                  .of(Long.class),
              option(
                  "--reason=TEXT",
                  "The reason, for the history of the task and the failure of the attempt.")));
    }

    @Override
    public Integer call() {
      return printAnswer(
          (request, answer) ->
              api.out()
                  .printf(
                      "attempt %d of %s (epoch %d) will be killed: its executor gets the request with"
                          + " its next heartbeat%n",
                      answer.getAttempt(), request.getTaskId(), answer.getEpoch()));
    }
  }

  /** {@code atf reschedule}: changes the scheduled time of a task that is not running. */
  @Command(name = "reschedule", description = "Change the time of a task that is not running.")
  public static final class Reschedule extends CallCommand<RescheduleTaskRequest, Task> {
    Reschedule() {
      super(TaskServiceGrpc::getRescheduleTaskMethod, List.of(TASK, WHEN));
    }

    @Override
    public Integer call() {
      return printAnswer(
          (request, task) ->
              api.out()
                  .printf(
                      "%s is due %s%n",
                      request.getTaskId(), TaskOutput.time(task.getScheduledAt())));
    }
  }

  /**
   * {@code atf run}: makes a task due immediately that waits for its scheduled time or its retry.
   */
  @Command(name = "run", description = "Make a task due now, for its first or next attempt.")
  public static final class Run extends CallCommand<RunTaskNowRequest, Task> {
    Run() {
      super(TaskServiceGrpc::getRunTaskNowMethod, List.of(TASK));
    }

    @Override
    public Integer call() {
      return printAnswer(
          (request, task) ->
              api.out().printf("%s is %s and due%n", request.getTaskId(), task.getStatus()));
    }
  }
}
