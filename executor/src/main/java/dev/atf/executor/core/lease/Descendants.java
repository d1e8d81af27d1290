package dev.atf.executor.core.lease;

import java.util.List;

/** Processes that this process has started, and their descendants. */
public final class Descendants {
  /**
   * Number of searches of the process tree. Several are needed because a process may fork while it
   * is killed.
   */
  private static final int ROUNDS_MAX = 3;

  private Descendants() {}

  public static void kill() {
    killBelow(ProcessHandle.current());
  }

  /** Kills the process and all of its descendants. */
  public static void killTree(ProcessHandle root) {
    killBelow(root);
    root.destroyForcibly();
  }

  private static void killBelow(ProcessHandle root) {
    for (int round = 0; round < ROUNDS_MAX; round++) {
      List<ProcessHandle> found = root.descendants().toList();
      if (found.isEmpty()) {
        return;
      }
      found.forEach(ProcessHandle::destroyForcibly);
    }
  }
}
