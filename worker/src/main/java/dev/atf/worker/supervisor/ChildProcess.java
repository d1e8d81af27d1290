package dev.atf.worker.supervisor;

import dev.atf.executor.ExitCode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Executor process, from its start until it was reaped. */
final class ChildProcess {
  private static final Logger log = LoggerFactory.getLogger(ChildProcess.class);

  /**
   * Time between two listings of the process tree while handlers run. Each listing reads all
   * processes of the host.
   */
  private static final Duration LIST_EVERY = Duration.ofSeconds(1);

  /** Time between two listings of the process tree while no handler has run since the last one. */
  private static final Duration LIST_IDLE_EVERY = Duration.ofSeconds(10);

  private final Process process;
  private final ProcessTree tree;
  private final Path deadlineFile;
  private final NoticeReader notice;
  private final LastLines lastErrors;
  private final Instant startedAt;
  private final long startedAtNanos;
  private long listedAt;
  private int listedNotice;
  private boolean askedToEnd;
  private boolean killed;
  private OptionalLong readyAt = OptionalLong.empty();
  private boolean overdue;
  private List<ProcessHandle> descendants = List.of();

  /**
   * Creates a child.
   *
   * @param startedAtNanos time of the start on the monotonic clock
   */
  ChildProcess(
      Process process,
      ProcessTree tree,
      Path deadlineFile,
      NoticeReader notice,
      LastLines lastErrors,
      Instant startedAt,
      long startedAtNanos) {
    this.process = process;
    this.tree = tree;
    this.deadlineFile = deadlineFile;
    this.notice = notice;
    this.lastErrors = lastErrors;
    this.startedAt = startedAt;
    this.startedAtNanos = startedAtNanos;
    this.listedAt = startedAtNanos;
  }

  long pid() {
    return process.pid();
  }

  ProcessTree tree() {
    return tree;
  }

  /** Returns the death of the process for a report; empty if it never wrote its executor id. */
  Optional<ExecutorDeath> death(String lambda, int exitCode) {
    return notice
        .executorId()
        .map(
            id ->
                new ExecutorDeath(
                    id, lambda, exitCode, lastErrors(), askedToEnd && isOfADrain(exitCode)));
  }

  /**
   * Returns whether a process that was asked to exit ends so because its handlers did not end in
   * time. Any other end, such as an exhausted heap, is not due to the request.
   */
  private boolean isOfADrain(int exitCode) {
    return exitCode == ExitCode.DRAINED.code()
        || exitCode == ExitCode.HANDLER_STUCK.code()
        || exitCode == ExecutorDeath.SIGTERM
        || (exitCode == ExecutorDeath.SIGKILL && killed && !overdue);
  }

  /** Returns the last lines of its standard error. */
  String lastErrors() {
    return lastErrors.text();
  }

  Instant startedAt() {
    return startedAt;
  }

  Duration age(long now) {
    return Duration.ofNanos(now - startedAtNanos);
  }

  boolean isAlive() {
    return process.isAlive();
  }

  /**
   * Returns whether the process takes work, according to its first notice. It stays ready if the
   * file is removed, for example by a cleaner of temporary files.
   */
  boolean isReady() {
    return readyAt.isPresent() || Files.exists(deadlineFile);
  }

  /** Returns whether the process has started to take work since the last call. */
  boolean becomesReady(long now) {
    if (readyAt.isPresent() || !isReady()) {
      return false;
    }
    readyAt = OptionalLong.of(now);
    return true;
  }

  /** Returns the time since the process was first known to take work; zero if it never was. */
  Duration readyFor(long now) {
    return readyAt.isPresent() ? Duration.ofNanos(now - readyAt.getAsLong()) : Duration.ZERO;
  }

  /** Returns whether the process takes work and holds none, according to its last notice. */
  boolean isIdle() {
    return notice.isIdle();
  }

  /** Kills the process if it has outlived its deadline (law 5). */
  void watch(long now, Duration killMargin) {
    boolean isOverdue = notice.isOverdue(now, killMargin);
    if (killed) {
      return;
    }
    if (isOverdue) {
      overdue = true;
      // The log comes last, because it may block.
      kill();
      log.error("executor killed pid={}: it has outlived its deadline", pid());
    } else if (now - listedAt >= listEvery().toNanos()) {
      listedAt = now;
      listedNotice = notice.count();
      listDescendants().ifPresent(this::logUnlisted);
    }
  }

  /**
   * Lists the descendants. If they cannot be listed, the previous list still applies.
   *
   * @return failure of the listing; empty if it succeeded
   */
  private Optional<RuntimeException> listDescendants() {
    try {
      var listed = process.descendants().toList();
      // A dead process has no descendants, because they get another parent.
      if (process.isAlive()) {
        descendants = listed;
      }
      return Optional.empty();
    } catch (RuntimeException e) {
      return Optional.of(e);
    }
  }

  private void logUnlisted(RuntimeException failure) {
    log.warn("descendants of executor pid={} cannot be listed", pid(), failure);
  }

  private Duration listEvery() {
    return notice.isIdle() && notice.count() == listedNotice ? LIST_IDLE_EVERY : LIST_EVERY;
  }

  /** Returns whether the process was killed because it had outlived its deadline. */
  boolean wasOverdue() {
    return overdue;
  }

  /** Returns the age of the oldest attempt of the process, according to its notice. */
  Duration longestHeld(long now) {
    return notice.longestHeld(now);
  }

  /** Sends SIGTERM. */
  void askToEnd() {
    askedToEnd = true;
    process.destroy();
  }

  /**
   * Sends SIGKILL to all visible processes of the tree. The child is killed first, so that it
   * cannot start others. It is killed even if its descendants cannot be listed.
   */
  void kill() {
    killed = true;
    var failure = listDescendants();
    process.destroyForcibly();
    descendants.forEach(ProcessHandle::destroyForcibly);
    failure.ifPresent(this::logUnlisted);
  }

  /**
   * Cleans up after the death of the process. Children of a dead process get another parent, so
   * those that were seen before are killed. The notice is read before it is deleted, because the
   * process may have taken its first work and died since the last check.
   *
   * @return exit code of the process
   */
  int reap(long now) {
    descendants.forEach(ProcessHandle::destroyForcibly);
    notice.read(now);
    try {
      Files.deleteIfExists(deadlineFile);
    } catch (IOException e) {
      log.debug("a deadline file is left behind", e);
    }
    return process.exitValue();
  }
}
