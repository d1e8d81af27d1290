package dev.atf.cli.chore.bridge;

import com.google.protobuf.ByteString;
import dev.atf.cli.chore.model.ChoreOutcome;
import dev.atf.cli.chore.model.ChoreResult;
import dev.atf.cli.chore.model.ChoreTask;
import dev.atf.cli.chore.model.RefusedChoreException;
import io.grpc.StatusRuntimeException;
import java.util.Optional;

/** Tasks of chores, at the server. */
public interface ChoreTasks {
  /**
   * Has the task run once, however often and by however many bridges this is called.
   *
   * @return its id
   * @throws RefusedChoreException if the server will never take it
   * @throws StatusRuntimeException if it is unknown whether there is such a task: to be repeated
   */
  String schedule(ChoreTask task) throws RefusedChoreException;

  /**
   * Returns how the task has ended; empty: it has not.
   *
   * @throws StatusRuntimeException if the server does not answer, or has no such task
   */
  Optional<ChoreOutcome> outcome(String taskId);

  /**
   * Returns the content of a file that a task has made; empty: the server does not have it.
   *
   * @throws StatusRuntimeException if it has not arrived as it was made: to be repeated
   */
  Optional<ByteString> content(ChoreResult result);
}
