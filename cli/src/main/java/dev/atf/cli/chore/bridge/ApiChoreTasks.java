package dev.atf.cli.chore.bridge;

import com.google.protobuf.ByteString;
import dev.atf.cli.chore.model.ChoreJson;
import dev.atf.cli.chore.model.ChoreOutcome;
import dev.atf.cli.chore.model.ChoreResult;
import dev.atf.cli.chore.model.ChoreTask;
import dev.atf.cli.chore.model.RefusedChoreException;
import dev.atf.local.ApiConnection;
import dev.atf.protocol.ErrorReason;
import dev.atf.protocol.RpcErrors;
import dev.atf.protocol.v1.GetTaskRequest;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Tasks of chores, over the public API.
 *
 * @param directory directory that only this process uses, for files in transfer
 */
public record ApiChoreTasks(ApiConnection api, Path directory) implements ChoreTasks {
  @Override
  public String schedule(ChoreTask task) throws RefusedChoreException {
    try {
      return api.tasks().schedule(task.request()).getTaskId();
    } catch (StatusRuntimeException e) {
      if (isFor(ErrorReason.IDEMPOTENCY_KEY_REUSED, e)) {
        // A bridge with another address of the repository, or of another version, has created it.
        return task.worker().taskId();
      }
      if (e.getStatus().getCode() == Status.Code.INVALID_ARGUMENT
          || isFor(ErrorReason.RESOURCES_OFF, e)) {
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

  @Override
  public Optional<ByteString> content(ChoreResult result) {
    var file = directory.resolve("result");
    try {
      api.resources().download(result.lambda(), result.sha256(), file, bytes -> {});
      return Optional.of(ByteString.copyFrom(Files.readAllBytes(file)));
    } catch (IOException e) {
      throw Status.ABORTED
          .withDescription("result %s: %s".formatted(ChoreJson.shown(result.path()), e))
          .withCause(e)
          .asRuntimeException();
    } catch (StatusRuntimeException e) {
      if (isFor(ErrorReason.RESOURCE_NOT_FOUND, e)) {
        return Optional.empty();
      }
      throw e;
    }
  }

  private static boolean isFor(ErrorReason reason, StatusRuntimeException e) {
    return RpcErrors.reasonOf(e).filter(reason::equals).isPresent();
  }
}
