package dev.atf.worker.supervisor;

import dev.atf.controller.QueueLoad;

/** Source of the load by which executors are started. */
@FunctionalInterface
public interface LoadSource {
  /** Source that knows of no load. */
  LoadSource NONE = (lambda, processes, most) -> QueueLoad.NONE;

  /**
   * Returns the current load. It is called on the supervisor's loop, which it must not block.
   *
   * @param processes number of executors that run or start; 0: they sleep
   * @param most number of executors that there may be
   */
  QueueLoad of(String lambda, int processes, int most);
}
