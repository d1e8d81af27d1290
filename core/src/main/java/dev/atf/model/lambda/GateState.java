package dev.atf.model.lambda;

import dev.atf.model.FrameworkFailure;

/** Effect of a gate on its tasks. */
public enum GateState {
  OPEN,
  /** Tasks wait in the store. Nothing is lost, and no attempt is used. */
  PAUSED,
  /** Tasks end as {@link FrameworkFailure#DROPPED}. Running tasks are not affected. */
  DROPPING
}
