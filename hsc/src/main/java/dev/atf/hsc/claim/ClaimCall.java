package dev.atf.hsc.claim;

import dev.atf.model.Attempt;
import dev.atf.model.ExecutorId;
import dev.atf.model.LambdaName;
import java.util.List;

/**
 * Parsed ClaimTasks call.
 *
 * @param readsUnknown whether the caller reads which claims the store did not take
 */
public record ClaimCall(
    ExecutorId executor, LambdaName lambda, List<Attempt> attempts, boolean readsUnknown) {
  /** Most tasks of one call. Chosen: as many as one request for work asks a controller for. */
  public static final int TASKS_MAX = 100;

  public ClaimCall {
    attempts = List.copyOf(attempts);
  }
}
