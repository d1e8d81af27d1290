package dev.atf.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.google.protobuf.ByteString;
import com.google.protobuf.Value;
import dev.atf.protocol.v1.Failure;
import dev.atf.protocol.v1.JoinOfTask;
import dev.atf.protocol.v1.Resource;
import dev.atf.protocol.v1.Task;
import dev.atf.protocol.v1.TaskStatus;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** State of a task when the server answered. */
public final class TaskSnapshot {
  private final Task task;
  private final ObjectMapper json;

  TaskSnapshot(Task task, ObjectMapper json) {
    this.task = task;
    this.json = json;
  }

  /** Returns the complete answer of the server. */
  public Task task() {
    return task;
  }

  public String taskId() {
    return task.getTaskId();
  }

  public TaskStatus status() {
    return task.getStatus();
  }

  /** Returns the number of attempts that have started, including the current one. */
  public int attempt() {
    return task.getAttempt();
  }

  /** Returns the failure of the task or of its last attempt; empty if no attempt has failed. */
  public Optional<Failure> failure() {
    return task.hasFailure() ? Optional.of(task.getFailure()) : Optional.empty();
  }

  /** Returns the labels of the task. */
  public Map<String, String> labels() {
    return task.getLabelsMap();
  }

  /**
   * Reads the latest progress that the handler reported with {@code context.progress}.
   *
   * @return empty if the handler reported nothing
   * @throws IllegalStateException if {@code type} does not fit
   */
  public <T> Optional<T> progressAs(Class<T> type) {
    return task.hasProgress()
        ? Optional.of(read(task.getProgress(), true, ByteString.EMPTY, type))
        : Optional.empty();
  }

  /** Returns whether the task has succeeded, failed permanently, or was cancelled. */
  public boolean isFinished() {
    return switch (task.getStatus()) {
      case SUCCESS, FATAL_FAILURE, CANCELLED -> true;
      case TASK_STATUS_UNSPECIFIED,
          NEW,
          ENQUEUED,
          CLAIMED,
          PROCESSING,
          RETRIABLE_FAILURE,
          BLOCKED,
          UNRECOGNIZED ->
          false;
    };
  }

  /** Returns whether the task has succeeded. */
  public boolean isSuccess() {
    return task.getStatus() == TaskStatus.SUCCESS;
  }

  /**
   * Returns the task whose handler scheduled this task with its success; empty if there is none.
   */
  public Optional<String> parentTaskId() {
    return Optional.of(task.getParentTaskId()).filter(id -> !id.isEmpty());
  }

  /**
   * Returns the tasks that the handler scheduled with its success, in the order in which it
   * scheduled them. Their ids are known before they are created, which happens within seconds: see
   * {@link #isSettled}.
   */
  public List<String> childTaskIds() {
    return List.copyOf(task.getChildTaskIdsList());
  }

  /**
   * Returns the jobs that the handler created with its success. Their last steps wait for all other
   * steps. {@code client.jobs().await(join.getLambda(), join.getName(), timeout)} waits for the end
   * of a job.
   */
  public List<JoinOfTask> joins() {
    return task.getJoinsList();
  }

  /**
   * Returns the output files that the patterns of the task select; empty until the task has
   * succeeded.
   */
  public List<Resource> outputFiles() {
    return task.getOutputFilesList();
  }

  /** Returns whether all children of the task are created; also true if it has none. */
  public boolean isSettled() {
    return !task.getChildrenPending();
  }

  /**
   * Reads the result that the handler returned.
   *
   * @throws IllegalStateException if the task has not succeeded, or {@code type} does not fit
   */
  public <T> T resultAs(Class<T> type) {
    if (!isSuccess()) {
      throw new IllegalStateException(
          "task %s has no result: it is %s %s"
              .formatted(taskId(), task.getStatus(), task.getFailure().getMessage()));
    }
    return read(task.getResultJson(), task.hasResultJson(), task.getResultData(), type);
  }

  /**
   * Reads the payload that the task was scheduled with.
   *
   * @throws IllegalStateException if {@code type} does not fit
   */
  public <T> T payloadAs(Class<T> type) {
    return read(task.getJson(), task.hasJson(), task.getData(), type);
  }

  /**
   * Returns one line for logs with the identity and the state of the task, without payload and
   * result.
   */
  @Override
  public String toString() {
    return "task %s of lambda %s: %s, attempt %d%s"
        .formatted(
            taskId(),
            task.getLambda(),
            status(),
            attempt(),
            failure()
                .map(failed -> ", " + failed.getCode() + ": " + failed.getMessage())
                .orElse(""));
  }

  private <T> T read(Value value, boolean isValue, ByteString bytes, Class<T> type) {
    try {
      if (type == byte[].class && !isValue) {
        return type.cast(bytes.toByteArray());
      }
      return isValue
          ? json.treeToValue(new PayloadJson(json).tree(value), type)
          : json.readValue(bytes.toByteArray(), type);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(
          "task %s: not readable as %s: %s"
              .formatted(taskId(), type.getName(), e.getOriginalMessage()),
          e);
    } catch (IOException e) {
      throw new IllegalStateException("reading from memory", e);
    }
  }
}
