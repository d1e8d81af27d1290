package dev.atf.cli.task;

import dev.atf.protocol.v1.KillAttemptRequest;
import dev.atf.protocol.v1.KillAttemptResponse;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * {@code atf kill}: has the running attempt of a task killed, and leaves the task to its policy.
 */
@Command(
    name = "kill",
    description = "Kill the running attempt of a task, which continues as after any failure.")
public final class KillCommand extends OneTaskCommand {
  @Option(
      names = "--epoch",
      paramLabel = "N",
      description = "Only the attempt of this epoch (default: the running one).")
  private @Nullable Long epoch;

  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      description = "The reason, for the history of the task and the failure of the attempt.")
  private String reason = "";

  @Override
  public Integer call() {
    var request = KillAttemptRequest.newBuilder().setTaskId(taskId).setReason(reason);
    if (epoch != null) {
      request.setEpoch(epoch);
    }
    return api.answer(connection -> connection.tasks().killAttempt(request.build()), this::print);
  }

  private void print(KillAttemptResponse answer) {
    api.out()
        .printf(
            "attempt %d of %s (epoch %d) is to be killed; its executor learns of it with its next"
                + " heartbeat%n",
            answer.getAttempt(), taskId, answer.getEpoch());
  }
}
