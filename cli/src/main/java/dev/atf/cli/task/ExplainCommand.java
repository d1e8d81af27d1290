package dev.atf.cli.task;

import dev.atf.cli.output.Repetition;
import dev.atf.local.ApiConnection;
import dev.atf.protocol.v1.ExplainTaskRequest;
import dev.atf.protocol.v1.ExplainTaskResponse;
import java.util.ArrayList;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code atf explain}: the reasons for which a task does not run, or has not finished. */
@Command(name = "explain", description = "Say why a task is not running, or not finished.")
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

  /** Prints the summary, then each reason; the message of the first is the summary. */
  private void print(ExplainTaskResponse answer) {
    api.out().println(TaskOutput.printable(answer.getSummary()));
    for (int i = 0; i < answer.getReasonsCount(); i++) {
      var reason = answer.getReasons(i);
      var said = new ArrayList<String>();
      if (i > 0) {
        said.add(TaskOutput.printable(reason.getMessage()));
      }
      if (reason.hasSince()) {
        said.add("since " + TaskOutput.time(reason.getSince()));
      }
      if (reason.hasUntil()) {
        said.add("until " + TaskOutput.time(reason.getUntil()));
      }
      api.out()
          .println(
              "  %-18s %s".formatted(reason.getCode(), String.join(", ", said)).stripTrailing());
    }
  }
}
