package dev.atf.model.lambda;

import dev.atf.model.FrameworkFailure;

/** Effect of a gate on the tasks that come to it. */
public enum GateState {
  OPEN,
  /** Tasks wait in the store; nothing is lost and no attempt is spent. */
  PAUSED,
  /** Tasks end as {@link FrameworkFailure#DROPPED}. Running tasks are not affected. */
  DROPPING
}
