package dev.atf.hsc.claim;

import dev.atf.hsc.worker.WorkerId;
import dev.atf.model.Attempt;
import dev.atf.model.ExecutorId;
import dev.atf.model.LambdaName;
import java.util.List;
import java.util.Optional;

/**
 * Parsed ClaimTasks call.
 *
 * @param worker host that hands the tasks out; empty: one without a place
 * @param readsUnknown whether the caller reads which claims the store did not take
 */
public record ClaimCall(
    ExecutorId executor,
    LambdaName lambda,
    List<Attempt> attempts,
    Optional<WorkerId> worker,
    boolean readsUnknown) {
  /** Most tasks of one call. Chosen: as many as one request for work asks a controller for. */
  public static final int TASKS_MAX = 100;

  public ClaimCall {
    attempts = List.copyOf(attempts);
  }
}
