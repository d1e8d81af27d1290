package dev.atf.lab.bench.keys;

import dev.atf.lab.execution.Execution;

/**
 * One execution of a task of a key; it has ended.
 *
 * @param number of the task in the order of its key, from 0
 */
record KeyExecution(int key, int number, Execution execution) {
  boolean succeeded() {
    return execution.succeeded();
  }

  long beganNanos() {
    return execution.beganNanos();
  }

  /** Returns when it ended, on the clock of {@link #beganNanos}. */
  long endedNanos() {
    return execution.end().orElseThrow().nanos();
  }
}
