package dev.atf.lab.bench.keys;

import java.util.ArrayList;
import java.util.List;

/** Checks the guarantees of an ordering key against the executions of its tasks. */
final class KeyOrder {
  private KeyOrder() {}

  /**
   * Checks that tasks ran one at a time, each after the success of the one before, with none left
   * out.
   *
   * @param executions of one key, as they began
   * @param tasks of the key
   * @param skipped the first one fails for good, and an operator passes over it
   */
  static List<String> violations(List<KeyExecution> executions, int tasks, boolean skipped) {
    var found = new ArrayList<String>();
    int next = 0;
    long endedNanos = Long.MIN_VALUE;
    for (var execution : executions) {
      var what = "key %d: task %d ".formatted(execution.key(), execution.number());
      if (execution.beganNanos() < endedNanos) {
        found.add(what + "began while another one ran");
      }
      if (execution.number() == next + 1 && next == 0 && skipped) {
        next = 1;
      }
      if (execution.number() > next) {
        found.add(what + "began before task %d had succeeded".formatted(next));
      } else if (execution.number() < next - 1) {
        found.add(what + "began again after a later one");
      }
      if (execution.succeeded()) {
        next = Math.max(next, execution.number() + 1);
      }
      endedNanos = Math.max(endedNanos, execution.endedNanos());
    }
    if (next < tasks) {
      found.add(
          "key %d: of %d tasks only %d ended"
              .formatted(executions.isEmpty() ? -1 : executions.get(0).key(), tasks, next));
    }
    return found;
  }
}
