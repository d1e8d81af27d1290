package dev.atf.e2e.support;

import dev.atf.local.ApiConnection;
import dev.atf.protocol.v1.GetTaskRequest;
import dev.atf.protocol.v1.Task;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import java.util.Set;

/** Reads tasks through the public API of a system whose store may be slow on a busy machine. */
public final class PatientReads {
  /** A try that fails because the store is busy takes a few seconds. */
  private static final int TRIES_MAX = 20;

  private PatientReads() {}

  /**
   * Returns the task, after as many tries as needed.
   *
   * @throws StatusRuntimeException if a try is refused, or the last gets no answer
   */
  public static Task task(ApiConnection api, String taskId) {
    var request = GetTaskRequest.newBuilder().setTaskId(taskId).build();
    for (int tried = 1; ; tried++) {
      try {
        return api.tasks().getTask(request);
      } catch (StatusRuntimeException e) {
        if (tried == TRIES_MAX || !mayBeRepeated(e)) {
          throw e;
        }
      }
    }
  }

  /** Returns whether the outcome of the call is unknown. */
  public static boolean mayBeRepeated(Throwable thrown) {
    return Set.of(Status.Code.UNAVAILABLE, Status.Code.DEADLINE_EXCEEDED)
        .contains(Status.fromThrowable(thrown).getCode());
  }
}
