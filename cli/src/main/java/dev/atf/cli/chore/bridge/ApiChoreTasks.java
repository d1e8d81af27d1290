package dev.atf.cli.chore.bridge;

import dev.atf.cli.chore.model.ChoreOutcome;
import dev.atf.cli.chore.model.ChoreTask;
import dev.atf.cli.chore.model.RefusedChoreException;
import dev.atf.local.ApiConnection;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.GetTaskRequest;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.Optional;

/** Tasks by the public API. */
public record ApiChoreTasks(ApiConnection api) implements ChoreTasks {
  @Override
  public String schedule(ChoreTask task) throws RefusedChoreException {
    try {
      return api.tasks().schedule(task.request()).getTaskId();
    } catch (StatusRuntimeException e) {
      if (RpcErrors.reasonOf(e).filter(ErrorReason.IDEMPOTENCY_KEY_REUSED::equals).isPresent()) {
        // Made by a bridge with another address of the repository, or of another version.
        return task.worker().taskId();
      }
      if (e.getStatus().getCode() == Status.Code.INVALID_ARGUMENT) {
        throw new RefusedChoreException("the server: " + e.getStatus().getDescription());
      }
      throw e;
    }
  }

  @Override
  public Optional<ChoreOutcome> outcome(String taskId) {
    return ChoreTask.outcome(
        api.tasks().getTask(GetTaskRequest.newBuilder().setTaskId(taskId).build()));
  }
}
