package dev.atf.worker.supervisor;

import dev.atf.controller.QueueLoad;

/** Source of the load that determines the number of executors. */
@FunctionalInterface
public interface LoadSource {
  /** Source without a known load. */
  LoadSource NONE = (lambda, processes, most) -> QueueLoad.NONE;

  /**
   * Returns the current load. It is called on the supervisor's loop, which it must not block.
   *
   * @param processes number of running and starting executors; 0 if they sleep
   * @param most maximum number of executors
   */
  QueueLoad of(String lambda, int processes, int most);
}
