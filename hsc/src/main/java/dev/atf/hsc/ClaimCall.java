package dev.atf.hsc;

import dev.atf.model.Attempt;
import dev.atf.model.ExecutorId;
import dev.atf.model.LambdaName;
import java.util.List;

/** A ClaimTasks call that can be read. */
record ClaimCall(ExecutorId executor, LambdaName lambda, List<Attempt> attempts) {
  /** The batch that a queue hands out at a time (SQS: 10 messages of one receive). */
  static final int TASKS_MAX = 10;

  ClaimCall {
    attempts = List.copyOf(attempts);
  }
}
