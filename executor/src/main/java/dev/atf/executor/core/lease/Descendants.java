package dev.atf.executor.core.lease;

import java.util.List;

/** The processes that this one has started, and theirs. */
public final class Descendants {
  /** A tree that forks while it is killed is gone through again this often. */
  private static final int ROUNDS_MAX = 3;

  private Descendants() {}

  /** Kills all of this process. */
  public static void kill() {
    killBelow(ProcessHandle.current());
  }

  /** Kills the process and all below it. */
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
