package dev.atf.hsc.claim;

import dev.atf.model.Attempt;
import dev.atf.model.ExecutorId;
import dev.atf.model.LambdaName;
import java.util.List;

/** Parsed ClaimTasks call. */
public record ClaimCall(ExecutorId executor, LambdaName lambda, List<Attempt> attempts) {
  /** The batch that a queue hands out at a time (SQS: 10 messages of one receive). */
  public static final int TASKS_MAX = 10;

  public ClaimCall {
    attempts = List.copyOf(attempts);
  }
}
