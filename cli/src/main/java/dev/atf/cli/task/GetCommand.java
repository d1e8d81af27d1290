package dev.atf.cli.task;

import dev.atf.cli.access.Repetition;
import dev.atf.local.ApiConnection;
import dev.atf.protocol.v1.GetTaskRequest;
import dev.atf.protocol.v1.Task;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code atf get}: one task. */
@Command(name = "get", description = "Show a task: its state, payload, result or failure.")
public final class GetCommand extends OneTaskCommand {
  @Mixin private Repetition repetition;
  @Mixin private WaitOptions wait;

  @Override
  public Integer call() {
    if (!wait.asked()) {
      return repetition.run(api, connection -> show(read(connection)));
    }
    try (var connection = api.connect()) {
      // Also before a wait: an absent server is reported at once.
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
