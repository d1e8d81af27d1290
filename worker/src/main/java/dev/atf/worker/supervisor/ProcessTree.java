package dev.atf.worker.supervisor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Process and all processes that it has started. They are identified by a mark in their
 * environment, which children inherit, because descendants of a dead process can no longer be found
 * by their parent. A program that clears its environment, or that belongs to another user, is not
 * found.
 */
public final class ProcessTree {
  private static final Logger log = LoggerFactory.getLogger(ProcessTree.class);

  /** Environment variable with the mark of an executor. */
  static final String OF_EXECUTOR = "WORKER_PROCESS_TREE";

  /**
   * Maximum number of searches of one {@link #killAll}. Each search finds children of the processes
   * of the previous one, or waits for programs that are being started.
   */
  private static final int SEARCHES_MAX = 100;

  /** Pause while a program is being started. A hundred pauses take two seconds. */
  private static final Duration PAUSE = Duration.ofMillis(20);

  /**
   * Maximum error of a start time. The kernel counts the start of a process in hundredths of a
   * second from a rounded time.
   */
  private static final Duration START_ERROR_MAX = Duration.ofSeconds(2);

  private static final Path PROCESSES = Path.of("/proc");

  /** Flag of threads of the kernel in {@code /proc/PID/stat}. */
  private static final long KERNEL_THREAD = 0x0020_0000;

  /**
   * Random source of marks. It is separate from the supervisor's random source, because two
   * supervisors with equal sequences would kill each other's children.
   */
  private static final SecureRandom MARKS = new SecureRandom();

  private final String name;
  private final String mark;
  private final Instant createdAt;

  private ProcessTree(String name, String mark, Instant createdAt) {
    this.name = name;
    this.mark = mark;
    this.createdAt = createdAt;
  }

  /**
   * Creates a mark that is unique on this machine, for a process that is about to be started.
   *
   * @param name environment variable of the mark
   */
  public static ProcessTree withNewMark(String name) {
    var mark = new byte[16];
    MARKS.nextBytes(mark);
    return new ProcessTree(name, HexFormat.of().formatHex(mark), InstantSource.system().instant());
  }

  public void mark(Map<String, String> environment) {
    environment.put(name, mark);
  }

  /** Returns whether processes can be found on this system. Only Linux shows their environment. */
  boolean isVisible() {
    return Files.isReadable(PROCESSES.resolve("self").resolve("environ"));
  }

  /**
   * Kills all processes of the tree that are found.
   *
   * @return whether none was found; false if some processes could not be read
   */
  boolean kill() {
    try {
      var search = search();
      search.marked().forEach(ProcessHandle::destroyForcibly);
      return search.marked().isEmpty() && search.isComplete();
    } catch (UncheckedIOException e) {
      log.debug("processes cannot be listed", e);
      return false;
    }
  }

  /**
   * Kills all processes of the tree, including those that are started in the meantime. After
   * SIGKILL, a process starts no others, so the search that finds no new process is the last one. A
   * process that is just starting a program shows no environment, so the search is repeated until
   * it does. Does nothing on systems on which processes cannot be found.
   *
   * @return false if the last search still found new processes, or failed
   */
  public boolean killAll() {
    try {
      return !isVisible() || killAllVisible();
    } catch (UncheckedIOException e) {
      log.error("processes cannot be listed, so some of a tree may still run", e);
      return false;
    }
  }

  private boolean killAllVisible() {
    var killed = new HashSet<ProcessHandle>();
    boolean noneIsLeft = false;
    for (int i = 0; i < SEARCHES_MAX; i++) {
      var search = search();
      var found = search.marked().stream().filter(killed::add).toList();
      found.forEach(ProcessHandle::destroyForcibly);
      noneIsLeft = found.isEmpty() && search.isComplete();
      if (noneIsLeft && !search.someAreStarting()) {
        return true;
      }
      if (found.isEmpty()) {
        LockSupport.parkNanos(PAUSE.toNanos());
      }
    }
    // A process that still shows no environment has cleared it.
    return noneIsLeft;
  }

  /**
   * Result of a search.
   *
   * @param someAreStarting whether processes that may belong to the tree are starting a program
   * @param isComplete whether all processes could be read that have not ended
   */
  private record Search(List<ProcessHandle> marked, boolean someAreStarting, boolean isComplete) {}

  private Search search() {
    var marked = new ArrayList<ProcessHandle>();
    boolean someAreStarting = false;
    boolean isComplete = true;
    try (Stream<Path> all = Files.list(PROCESSES)) {
      for (var process : all.filter(process -> pid(process) >= 0).toList()) {
        try {
          var environment = environment(process);
          if (environment.isEmpty()) {
            someAreStarting |= isStarting(process);
          } else if (environment.contains("\0" + name + "=" + mark + "\0")) {
            ProcessHandle.of(pid(process)).ifPresent(marked::add);
          }
        } catch (IOException e) {
          log.debug("process {} cannot be read", process, e);
          isComplete = false;
        }
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return new Search(marked, someAreStarting, isComplete);
  }

  /**
   * Returns the environment of a process, with zero characters around each variable. It has none if
   * the process has ended or belongs to another user.
   *
   * @throws IOException if it cannot be read now, for example because of too many open files
   */
  private static String environment(Path process) throws IOException {
    try {
      var bytes = Files.readAllBytes(process.resolve("environ"));
      return bytes.length == 0 ? "" : "\0" + new String(bytes, StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      if (isGone(e)) {
        return "\0";
      }
      throw e;
    }
  }

  /** Returns whether a process cannot be read because it has ended or belongs to another user. */
  private static boolean isGone(IOException e) {
    var message = String.valueOf(e.getMessage());
    return e instanceof NoSuchFileException
        || e instanceof AccessDeniedException
        || message.contains("No such process")
        || message.contains("Operation not permitted");
  }

  /**
   * Returns whether a process without an environment may be just starting a program. It must not be
   * a thread of the kernel, dead, or older than this tree.
   */
  private boolean isStarting(Path process) throws IOException {
    String stat;
    try {
      stat = Files.readString(process.resolve("stat"), StandardCharsets.ISO_8859_1);
    } catch (IOException e) {
      if (isGone(e)) {
        return false;
      }
      throw e;
    }
    // The name of the program, in parentheses, may contain anything.
    var fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", -1);
    if ("ZX".contains(fields[0]) || (Long.parseLong(fields[6]) & KERNEL_THREAD) != 0) {
      return false;
    }
    var earliest = createdAt.minus(START_ERROR_MAX);
    return ProcessHandle.of(pid(process))
        .flatMap(handle -> handle.info().startInstant())
        .filter(startedAt -> !startedAt.isBefore(earliest))
        .isPresent();
  }

  private static long pid(Path process) {
    var name = process.getFileName().toString();
    return name.chars().allMatch(Character::isDigit) ? Long.parseLong(name) : -1;
  }
}
