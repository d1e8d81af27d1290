package dev.atf.cli.task;

import dev.atf.protocol.v1.RunTaskNowRequest;
import picocli.CommandLine.Command;

/** {@code atf run}: runs a task without waiting for its time, or for its retry. */
@Command(name = "run", description = "Make a task due now, for its first or next attempt.")
public final class RunCommand extends OneTaskCommand {
  @Override
  public Integer call() {
    var request = RunTaskNowRequest.newBuilder().setTaskId(taskId).build();
    return api.answer(
        connection -> connection.tasks().runTaskNow(request),
        task -> api.out().printf("%s is %s and due%n", taskId, task.getStatus()));
  }
}
