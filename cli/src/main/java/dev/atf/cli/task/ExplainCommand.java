package dev.atf.cli.task;

import dev.atf.cli.access.Repetition;
import dev.atf.local.ApiConnection;
import dev.atf.protocol.v1.ExplainTaskRequest;
import dev.atf.protocol.v1.ExplainTaskResponse;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code atf explain}: the reasons for which a task does not run, or has not finished. */
@Command(name = "explain", description = "Explain why a task is not running, or not finished.")
public final class ExplainCommand extends OneTaskCommand {
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
