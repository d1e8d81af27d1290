package dev.atf.worker.supervisor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Executor process and all processes that it has started, identified by a mark in their
 * environment, which children inherit: descendants of a dead process have no parent any more by
 * which they could be found. A program that clears its environment, or that belongs to another
 * user, is not found.
 *
 * @param processes Linux's {@code /proc}
 */
record ProcessTree(Path processes, String mark) {
  private static final String NAME = "WORKER_PROCESS_TREE";

  /**
   * Separate from the supervisor's random source: two supervisors with equal sequences would kill
   * each other's children.
   */
  private static final SecureRandom MARKS = new SecureRandom();

  /** Creates the mark of a process that is about to be started; it is unique on this machine. */
  static ProcessTree withNewMark() {
    var mark = new byte[16];
    MARKS.nextBytes(mark);
    return new ProcessTree(Path.of("/proc"), HexFormat.of().formatHex(mark));
  }

  void mark(Map<String, String> environment) {
    environment.put(NAME, mark);
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
      return ("\0" + environment).contains("\0" + NAME + "=" + mark + "\0");
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
