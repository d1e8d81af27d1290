package dev.atf.worker.supervisor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Process and all processes that it has started, identified by a mark in their environment, which
 * children inherit: descendants of a dead process have no parent any more by which they could be
 * found. A program that clears its environment, or that belongs to another user, is not found.
 *
 * @param processes Linux's {@code /proc}
 * @param name variable of the mark
 */
public record ProcessTree(Path processes, String name, String mark) {
  /** Variable of the marks of executors. */
  static final String OF_EXECUTOR = "WORKER_PROCESS_TREE";

  /** Bound on the searches of one {@link #killAll}; each finds only children of the one before. */
  private static final int SEARCHES_MAX = 100;

  /**
   * Separate from the supervisor's random source: two supervisors with equal sequences would kill
   * each other's children.
   */
  private static final SecureRandom MARKS = new SecureRandom();

  /** Creates the mark of a process that is about to be started; it is unique on this machine. */
  public static ProcessTree withNewMark(String name) {
    var mark = new byte[16];
    MARKS.nextBytes(mark);
    return new ProcessTree(Path.of("/proc"), name, HexFormat.of().formatHex(mark));
  }

  public void mark(Map<String, String> environment) {
    environment.put(name, mark);
  }

  /** Returns whether processes can be found here; only Linux shows their environment. */
  boolean isVisible() {
    return Files.isReadable(processes.resolve("self").resolve("environ"));
  }

  /**
   * Kills all of its processes that run.
   *
   * @return whether none was found
   */
  boolean kill() {
    var found = find();
    found.forEach(ProcessHandle::destroyForcibly);
    return found.isEmpty();
  }

  /**
   * Kills all of its processes, those too that they start meanwhile. A process that has been sent
   * SIGKILL starts no other, so that a search that finds no new one is the last. Does nothing where
   * processes cannot be found.
   *
   * @return false if the last search still found new ones
   */
  public boolean killAll() {
    if (!isVisible()) {
      return true;
    }
    var killed = new HashSet<ProcessHandle>();
    for (int i = 0; i < SEARCHES_MAX; i++) {
      var found = find().stream().filter(killed::add).toList();
      if (found.isEmpty()) {
        return true;
      }
      found.forEach(ProcessHandle::destroyForcibly);
    }
    return false;
  }

  private List<ProcessHandle> find() {
    try (Stream<Path> all = Files.list(processes)) {
      return all.filter(this::isMarked)
          .flatMap(process -> ProcessHandle.of(pid(process)).stream())
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private boolean isMarked(Path process) {
    if (pid(process) < 0) {
      return false;
    }
    try {
      var environment =
          new String(Files.readAllBytes(process.resolve("environ")), StandardCharsets.ISO_8859_1);
      return ("\0" + environment).contains("\0" + name + "=" + mark + "\0");
    } catch (IOException e) {
      // It has ended meanwhile, or belongs to another user.
      return false;
    }
  }

  private static long pid(Path process) {
    var name = process.getFileName().toString();
    return name.chars().allMatch(Character::isDigit) ? Long.parseLong(name) : -1;
  }
}
