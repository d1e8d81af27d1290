package dev.atf.testtime;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** State of a process of this machine, as reported by Linux. */
public final class ProcessState {
  private ProcessState() {}

  /**
   * Returns whether the process runs. Unlike {@link ProcessHandle#isAlive}, it returns false for a
   * process that has ended but is not reaped by its new parent yet, which takes seconds in some
   * containers.
   */
  public static boolean runs(long pid) {
    try {
      var stat = Files.readString(Path.of("/proc", Long.toString(pid), "stat"));
      return !stat.substring(stat.lastIndexOf(')')).startsWith(") Z");
    } catch (IOException e) {
      // It has ended, and its parent knows it.
      return false;
    }
  }
}
