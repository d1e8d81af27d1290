package dev.atf.executor.core.lease;

import dev.atf.executor.core.attempt.RunningAttempt;
import dev.atf.executor.core.attempt.RunningAttempts;
import dev.atf.executor.core.call.ExecutorIdentity;
import dev.atf.runtime.loop.MonotonicClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.OptionalLong;

/**
 * Deadline notice as a file: {@code <sequence> <milliseconds left> <milliseconds run> <executor
 * id>}, or {@code <sequence> idle <executor id>}. The last number is how long the oldest attempt
 * had been held when the file was written. When that attempt has ended and others continue, the
 * number may be outdated for one more heartbeat. By the executor's id, the host knows whose claims
 * a death has ended.
 *
 * <p>Monotonic clocks of two processes may differ, so the time <em>left</em> is written. The reader
 * counts it from the moment it sees new content, which is never before the write. Therefore it
 * kills the process at the latest one read interval plus its margin after the deadline. The
 * sequence makes every write visible as a new one.
 *
 * <p>The content is written to a temporary file, which is then renamed. If the process was paused
 * between reading its clock and renaming, the time left is too long. It is corrected as soon as the
 * process continues. Until the renaming, the previous content applies.
 */
public final class DeadlineFile implements DeadlineNotice {
  private static final Duration WRITE_TIME_MAX = Duration.ofMillis(100);
  private static final int CORRECTIONS_MAX = 10;

  private final Path file;
  private final Path aside;
  private final String executorId;
  private final RunningAttempts running;
  private final MonotonicClock clock;

  /**
   * Deadline in the file, or an earlier one; empty while it is unknown, or if the file has none.
   */
  private volatile OptionalLong written = OptionalLong.empty();

  private boolean ready;
  private long sequence;

  public DeadlineFile(
      Path file, ExecutorIdentity identity, RunningAttempts running, MonotonicClock clock) {
    this.file = file;
    this.executorId = identity.executorId();
    this.aside = file.resolveSibling(file.getFileName() + ".new");
    this.running = running;
    this.clock = clock;
  }

  @Override
  public synchronized void cover(RunningAttempt attempt) throws IOException {
    if (written.isEmpty() || attempt.deadline() - written.getAsLong() < 0) {
      writeTimely(OptionalLong.of(attempt.deadline()));
    }
  }

  /**
   * Returns whether the written deadline covers an attempt. It needs no lock, because the lock is
   * held while a disk hangs.
   */
  @Override
  public boolean covers(RunningAttempt attempt) {
    var known = written;
    return known.isPresent() && attempt.deadline() - known.getAsLong() >= 0;
  }

  /**
   * Writes the earliest deadline. The attempts are read after the known content is cleared. An
   * attempt that the previous content covered was added earlier, so it is among these attempts.
   */
  @Override
  public synchronized void refresh() throws IOException {
    var before = written;
    written = OptionalLong.empty();
    var earliest = running.earliestDeadline();
    // The first one is always written, because it shows the supervisor that this process is ready.
    if (ready && earliest.equals(before)) {
      written = before;
    } else {
      writeTimely(earliest);
      ready = true;
    }
  }

  private void writeTimely(OptionalLong deadline) throws IOException {
    for (int correction = 0; correction < CORRECTIONS_MAX; correction++) {
      long readAt = clock.nanos();
      write(deadline, readAt);
      if (clock.since(readAt).compareTo(WRITE_TIME_MAX) <= 0) {
        break;
      }
    }
    written = deadline;
  }

  private void write(OptionalLong deadline, long now) throws IOException {
    var content =
        deadline.isPresent()
            ? millis(deadline.getAsLong() - now)
                + " "
                + millis(now - running.earliestClaim().orElse(now))
            : "idle";
    Files.writeString(aside, ++sequence + " " + content + " " + executorId);
    Files.move(aside, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
  }

  private static long millis(long nanos) {
    return Duration.ofNanos(nanos).toMillis();
  }
}
