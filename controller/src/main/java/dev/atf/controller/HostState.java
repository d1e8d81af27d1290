package dev.atf.controller;

import dev.atf.model.LambdaName;
import jakarta.inject.Inject;
import java.util.Map;

/**
 * State of this host's executors at one moment.
 *
 * @param running attempts of each lambda that executors were handed and have not ended
 * @param executors processes by the names of their lambdas; none without a supervisor
 */
record HostState(Map<LambdaName, Integer> running, Map<String, HostExecutors> executors) {
  /** Source of the present state. */
  static final class Source {
    private final HandedWork handed;
    private final ExecutorStates executors;

    @Inject
    Source(HandedWork handed, ExecutorStates executors) {
      this.handed = handed;
      this.executors = executors;
    }

    HostState now() {
      return new HostState(handed.counts(), executors.byLambda());
    }
  }
}
