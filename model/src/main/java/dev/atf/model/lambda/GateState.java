package dev.atf.model.lambda;

import dev.atf.model.FrameworkFailure;

/** What a gate does to the tasks that come to it. */
public enum GateState {
  OPEN,
  /** They wait in the store; nothing is lost and no attempt is spent. */
  PAUSED,
  /** They end as {@link FrameworkFailure#DROPPED}. Those that run are left alone. */
  DROPPING
}
