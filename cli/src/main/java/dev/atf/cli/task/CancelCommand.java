package dev.atf.cli.task;

import dev.atf.protocol.v1.CancelTaskRequest;
import dev.atf.protocol.v1.CancelTaskResponse;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code atf cancel}: ends a pending task, or asks a running one to stop. */
@Command(
    name = "cancel",
    description = "Cancel a task: a waiting task ends immediately, a running one is asked to stop.")
public final class CancelCommand extends OneTaskCommand {
  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      description = "The reason, for the history of the task.")
  private String reason = "";

  @Override
  public Integer call() {
    var request = CancelTaskRequest.newBuilder().setTaskId(taskId).setReason(reason).build();
    return api.answer(connection -> connection.tasks().cancelTask(request), this::print);
  }

  private void print(CancelTaskResponse answer) {
    var asked = answer.getCancelRequested() ? "; its executor was asked to stop" : "";
    api.out().printf("%s is %s%s%n", taskId, answer.getStatus(), asked);
  }
}
