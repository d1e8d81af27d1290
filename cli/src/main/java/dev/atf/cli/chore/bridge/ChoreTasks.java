package dev.atf.cli.chore.bridge;

import com.google.protobuf.ByteString;
import dev.atf.cli.chore.model.ChoreOutcome;
import dev.atf.cli.chore.model.ChoreResult;
import dev.atf.cli.chore.model.ChoreTask;
import dev.atf.cli.chore.model.RefusedChoreException;
import io.grpc.StatusRuntimeException;
import java.util.Optional;

/** The tasks of chores on the server. */
public interface ChoreTasks {
  /**
   * Schedules the task. It runs once, however often and by however many bridges this method is
   * called.
   *
   * @return its id
   * @throws RefusedChoreException if the server will never take it
   * @throws StatusRuntimeException if it is unknown whether there is such a task; the call can be
   *     repeated
   */
  String schedule(ChoreTask task) throws RefusedChoreException;

  /**
   * Returns the outcome of the task; empty if it has not ended.
   *
   * @throws StatusRuntimeException if the server does not answer, or has no such task
   */
  Optional<ChoreOutcome> outcome(String taskId);

  /**
   * Returns the content of a file that a task has created; empty if the server does not have it.
   *
   * @throws StatusRuntimeException if the content has not arrived intact; the call can be repeated
   */
  Optional<ByteString> content(ChoreResult result);
}
