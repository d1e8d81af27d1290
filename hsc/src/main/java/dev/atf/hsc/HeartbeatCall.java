package dev.atf.hsc;

import dev.atf.model.Attempt;
import dev.atf.model.ExecutorId;
import dev.atf.model.LambdaName;
import java.util.List;

/** A Heartbeat call that can be read. */
record HeartbeatCall(ExecutorId executor, LambdaName lambda, List<Attempt> attempts) {
  /** Chosen: a process with this many running attempts still beats within one call time-out. */
  static final int ATTEMPTS_MAX = 1_000;

  HeartbeatCall {
    attempts = List.copyOf(attempts);
  }
}
