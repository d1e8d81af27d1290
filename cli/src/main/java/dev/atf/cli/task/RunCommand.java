package dev.atf.cli.task;

import dev.atf.cli.access.ApiOptions;
import dev.atf.protocol.v1.RunTaskNowRequest;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;

/** {@code atf run}: runs a task without waiting for its time, or for its retry. */
@Command(name = "run", description = "Make a task due now: its first attempt, or its next.")
public final class RunCommand implements Callable<Integer> {
  @Mixin private ApiOptions api;

  @Parameters(paramLabel = "TASK", description = "The id that schedule printed.")
  private String taskId;

  @Override
  public Integer call() {
    var request = RunTaskNowRequest.newBuilder().setTaskId(taskId).build();
    return api.answer(
        connection -> connection.tasks().runTaskNow(request),
        task -> api.out().printf("%s is %s and due%n", taskId, task.getStatus()));
  }
}
