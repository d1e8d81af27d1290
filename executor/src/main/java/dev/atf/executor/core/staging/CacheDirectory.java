package dev.atf.executor.core.staging;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;

/**
 * Layout of the directory that the executors of a host share: contents by digest, locks, and a
 * directory for each process. The directory of a process contains its downloads and the work
 * directories of its attempts. Everything is on one file system.
 */
record CacheDirectory(Path root) {
  /** Name of the directory for downloads; no work directory has this name. */
  private static final String DOWNLOADS = ".downloads";

  private static final int STRIPE_CHARS = 2;

  Path contents() {
    return root.resolve("content");
  }

  Path content(String sha256) {
    return contents().resolve(sha256);
  }

  /** Returns the lock that serializes the downloads of one of 256 groups of digests. */
  Path downloadLock(String sha256) {
    return locks().resolve(sha256.substring(0, STRIPE_CHARS));
  }

  Path roomLock() {
    return locks().resolve("room");
  }

  /** Returns the directory that contains one directory for each process. */
  Path processes() {
    return root.resolve("work");
  }

  static Path downloads(Path process) {
    return process.resolve(DOWNLOADS);
  }

  /** Returns the lock file that a process holds until it ends. */
  static Path lockOf(Path process) {
    return process.resolveSibling(process.getFileName() + ".lock");
  }

  private Path locks() {
    return root.resolve("locks");
  }

  /**
   * Creates the missing directories, accessible only to this user.
   *
   * @throws IOException if one of the directories is not private
   */
  void make() throws IOException {
    for (var each : List.of(root, contents(), locks(), processes())) {
      PrivateDirectory.make(each);
    }
  }

  /**
   * Returns whether there are directories of processes.
   *
   * @throws IOException if the directories above them are not private
   */
  boolean hasProcesses() throws IOException {
    for (var each : List.of(root, processes())) {
      if (!Files.exists(each, LinkOption.NOFOLLOW_LINKS)) {
        return false;
      }
      PrivateDirectory.require(each);
    }
    return true;
  }
}
