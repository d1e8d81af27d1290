package dev.atf.hsc.result;

import dev.atf.model.TaskHeader;

/** Listener to the ends of tasks. Nothing may depend on it: a process may die before it is told. */
public interface EndListener {
  /**
   * Notes that a task has ended: its outcome is written. Returns at once and does not fail, for a
   * call waits for it.
   */
  void ended(TaskHeader task);
}
