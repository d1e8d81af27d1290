package dev.atf.executor.supervisor;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One place for an executor process: filled, looked at, and filled again. Turned by the
 * supervisor's one loop; its status may be read from anywhere.
 */
final class Child {
  private static final Logger log = LoggerFactory.getLogger(Child.class);
  private static final int DOUBLINGS_MAX = 16;

  /** Listing a tree reads all processes of the host. */
  private static final Duration LIST_EVERY = Duration.ofSeconds(1);

  private final WorkerSpec spec;
  private final int index;
  private final SupervisorConfig config;
  private final Path deadlineFile;
  private final NoticeReader notice;
  private final InstantSource instants;
  private final RandomGenerator random;
  private final PrintStream out;
  private final PrintStream err;

  private @Nullable Process process;
  private Instant startedAt = Instant.EPOCH;
  private long startedAtNanos;
  private long startNotBefore;
  private long listedAt;
  private boolean started;
  private boolean ending;
  private boolean killed;
  private int restarts;
  private int deathsInARow;
  private List<ProcessHandle> descendants = List.of();

  Child(
      WorkerSpec spec,
      int index,
      SupervisorConfig config,
      Path directory,
      InstantSource instants,
      RandomGenerator random,
      PrintStream out,
      PrintStream err) {
    this.spec = spec;
    this.index = index;
    this.config = config;
    this.deadlineFile = directory.resolve(spec.lambda() + "-" + index + ".deadline");
    this.notice = new NoticeReader(deadlineFile);
    this.instants = instants;
    this.random = random;
    this.out = out;
    this.err = err;
  }

  /** Looks once. */
  synchronized void look(long now) {
    if (process != null && !process.isAlive()) {
      buried(process, now);
    }
    if (process != null) {
      watch(process, now);
    } else if (!ending && (!started || now - startNotBefore >= 0)) {
      start(now);
    }
  }

  /** SIGTERM; and the place stays empty from now on. */
  synchronized void askToEnd() {
    ending = true;
    if (process != null) {
      process.destroy();
    }
  }

  /** SIGKILL, to all of its tree that can be seen. */
  synchronized void kill() {
    if (process != null) {
      killTree(process);
    }
  }

  synchronized boolean isRunning() {
    return process != null && process.isAlive();
  }

  synchronized Optional<ChildStatus> status() {
    return process == null || !process.isAlive()
        ? Optional.empty()
        : Optional.of(new ChildStatus(process.pid(), spec.lambda(), index, startedAt, restarts));
  }

  private void watch(Process running, long now) {
    if (now - listedAt >= LIST_EVERY.toNanos()) {
      descendants = running.descendants().toList();
      listedAt = now;
    }
    if (!killed && notice.isOverdue(now, config.killMargin())) {
      log.error(
          "executor killed lambda={} index={} pid={}: it has outlived its deadline",
          spec.lambda(),
          index,
          running.pid());
      killTree(running);
    }
  }

  /** The child first: it cannot start others then. */
  private void killTree(Process running) {
    killed = true;
    var below = running.descendants().toList();
    running.destroyForcibly();
    below.forEach(ProcessHandle::destroyForcibly);
  }

  /** Children of a dead child belong to nobody any more; those seen before its death are killed. */
  private void buried(Process dead, long now) {
    descendants.forEach(ProcessHandle::destroyForcibly);
    descendants = List.of();
    process = null;
    if (ending) {
      log.info(
          "executor drained lambda={} index={} pid={} exitCode={}",
          spec.lambda(),
          index,
          dead.pid(),
          dead.exitValue());
      return;
    }
    boolean steady = now - startedAtNanos >= config.steadyAfter().toNanos();
    deathsInARow = steady ? 1 : deathsInARow + 1;
    var backoff = backoff();
    startNotBefore = now + backoff.toNanos();
    log.warn(
        "executor ended lambda={} index={} pid={} exitCode={} backoff={}",
        spec.lambda(),
        index,
        dead.pid(),
        dead.exitValue(),
        backoff);
  }

  /** Full jitter: the executors of a host that died together do not come back together. */
  private Duration backoff() {
    long bound =
        Math.min(
            config.restartBackoffMax().toMillis(),
            config.restartBackoffMin().toMillis() << Math.min(deathsInARow - 1, DOUBLINGS_MAX));
    return Duration.ofMillis(1 + random.nextLong(bound));
  }

  private void start(long now) {
    var builder = new ProcessBuilder(spec.command());
    var environment = builder.environment();
    // The supervisor's own settings would be unknown to an executor, which would not start.
    environment.keySet().removeIf(name -> name.startsWith("ATF_"));
    environment.putAll(spec.environment());
    environment.put("ATF_LAMBDA", spec.lambda());
    environment.put("ATF_DEADLINE_FILE", deadlineFile.toString());
    environment.put("ATF_END_WITH_PARENT", "true");
    if (started) {
      restarts++;
    }
    started = true;
    killed = false;
    startedAtNanos = now;
    listedAt = now;
    startedAt = instants.instant();
    try {
      notice.reset();
      var running = builder.start();
      // Its standard input stays open as long as this process lives: the child ends with it.
      process = running;
      var prefix = spec.lambda() + "/" + index;
      OutputRelay.start(prefix, running.getInputStream(), out);
      OutputRelay.start(prefix, running.getErrorStream(), err);
      log.info("executor started lambda={} index={} pid={}", spec.lambda(), index, running.pid());
    } catch (IOException e) {
      deathsInARow++;
      startNotBefore = now + backoff().toNanos();
      log.error("executor cannot be started lambda={} index={}", spec.lambda(), index, e);
    }
  }
}
